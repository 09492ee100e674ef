"""Search for wins and losses within one turn in plain Python; see `winning_turn_kernel`."""

from __future__ import annotations

from ..rules.base import Rules, State

#: Maximum number of moves tried in the search for a winning turn, and again for a losing turn.
MAX_TURN_POSITIONS = 2_000


class TurnSearch:
    """A search for winning and losing turns, limited to `budget` moves."""

    def __init__(self, rules: Rules, budget: int) -> None:
        self.rules, self.budget = rules, budget
        #: The last winning turn, tried first (killer heuristic).
        self._killer: list[str] = []
        #: Length of the longest winning turn of an opponent.
        self.longest = 0

    def win(self, state: State) -> list[str]:
        """Return the moves of a winning turn, or an empty list."""
        rules, seat, continuing = self.rules, self.rules.turn(state), []
        moves = rules.legal_moves(state)
        self.budget -= len(moves)
        for move in moves:
            after = rules.apply_unchecked(state, move)
            if (result := rules.outcome(after)) is not None:
                if result.seat == seat:
                    return [move]
            elif rules.turn(after) == seat:
                continuing.append((move, after))
        for move, after in continuing:
            if self.budget <= 0:
                break
            if rest := self.win(after):
                return [move, *rest]
        return []

    def loses(self, state: State, seat: int) -> bool:
        """Return whether a seat has lost, or cannot prevent a loss in an opponent's next turn."""
        rules = self.rules
        if (result := rules.outcome(state)) is not None:
            return result.seat not in (None, seat)
        if rules.turn(state) != seat:
            if self._killer_wins(state):
                return True
            if win := self.win(state):
                self._killer, self.longest = win, max(self.longest, len(win))
            return bool(win)
        afters = (rules.apply_unchecked(state, move) for move in rules.legal_moves(state))
        return all(self.budget > 0 and self.loses(after, seat) for after in afters)

    def _killer_wins(self, state: State) -> bool:
        rules, seat = self.rules, self.rules.turn(state)
        for move in self._killer:
            if rules.outcome(state) is not None or move not in rules.legal_moves(state):
                return False
            self.budget -= 1
            state = rules.apply_unchecked(state, move)
        result = rules.outcome(state)
        return result is not None and result.seat == seat
