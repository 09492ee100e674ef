"""Wins and losses within one turn, by the rule book; see `turn_kernel`."""

from __future__ import annotations

from ..rules.base import Rules, State

#: Moves that a thought tries at most to look through turns: to win, and once more not to lose.
MAX_TURN_POSITIONS = 2_000


class TurnSearch:
    """Looks through turns until so many moves have been tried as are `left`."""

    def __init__(self, rules: Rules, left: int) -> None:
        self.rules, self.left = rules, left
        #: The turn that won last, which mostly wins again.
        self._won: list[str] = []
        #: How many moves the longest turn had by which others win.
        self.longest = 0

    def win(self, state: State) -> list[str]:
        """Return the moves of a turn that wins, or none."""
        rules, seat, onward = self.rules, self.rules.turn(state), []
        moves = rules.legal_moves(state)
        self.left -= len(moves)
        for move in moves:
            after = rules.apply_unchecked(state, move)
            if (result := rules.outcome(after)) is not None:
                if result.seat == seat:
                    return [move]
            elif rules.turn(after) == seat:
                onward.append((move, after))
        for move, after in onward:
            if self.left <= 0:
                break
            if rest := self.win(after):
                return [move, *rest]
        return []

    def loses(self, state: State, seat: int) -> bool:
        """Return whether a seat has lost, or another one wins in its turn whatever else it does."""
        rules = self.rules
        if (result := rules.outcome(state)) is not None:
            return result.seat not in (None, seat)
        if rules.turn(state) != seat:
            if self._wins_again(state):
                return True
            if win := self.win(state):
                self._won, self.longest = win, max(self.longest, len(win))
            return bool(win)
        afters = (rules.apply_unchecked(state, move) for move in rules.legal_moves(state))
        return all(self.left > 0 and self.loses(after, seat) for after in afters)

    def _wins_again(self, state: State) -> bool:
        rules, seat = self.rules, self.rules.turn(state)
        for move in self._won:
            if rules.outcome(state) is not None or move not in rules.legal_moves(state):
                return False
            self.left -= 1
            state = rules.apply_unchecked(state, move)
        result = rules.outcome(state)
        return result is not None and result.seat == seat
