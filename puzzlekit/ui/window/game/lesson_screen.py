"""The screen of a lesson: the board, and a panel in which the coach speaks."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

import pygame

from ....core.translation import _, translate
from ....play.lesson_controller import LessonController, LessonProgress
from ....play.lessons import marked_cells
from ....play.new_game import start_game
from ....play.session import Session
from ....play.setup import setup_of
from ....players.player import HUMAN
from ....rules.base import Puzzle, Rules
from ...available_actions import gestures, move_label
from ...cells import centre_of
from ...theme import mix
from ..drawing.canvas import Canvas, Rect, wrap
from ..drawing.example_view import draw_marks
from ..drawing.widgets import ROW, Button, Column, Widget
from ..rules_dialog import RulesDialog
from ..screen import Shortcuts, Window, remember_lesson
from .board import BoardScreen, GameBoard
from .player_cards import PlayerCards

#: Font sizes of the title and of the text; the largest that fit are used.
SIZES = ((22, 16), (19, 15), (16, 14), (14, 13))

#: Height of a line in the list of steps.
LINE = 26


class LessonPanel:
    """The panel at a step. `prompt` is the next click, and `refusal` explains a refused one."""

    def __init__(self, coach: LessonController, prompt: str, refusal: str) -> None:
        self.coach, self.lesson = coach, coach.lesson
        step = self.lesson.step
        self.title, self.text = translate(step.title), translate(step.text)
        if step.has_own_game and self.lesson.number:
            self.text = _("A new position. {text}").format(text=self.text).strip()
        self.message, self.kind = "", ""
        if refusal or coach.message:
            self.message, self.kind = refusal or coach.message, "refuse"
            if coach.hint:
                self.kind = "note"
        elif coach.is_done and step.answers:
            self.message, self.kind = translate(step.after) or _("Right."), "right"
        elif prompt:
            self.message, self.kind = prompt, "note"

    def place(
        self, column: Column, buttons: Sequence[Button], moves: Sequence[Button]
    ) -> list[Widget]:
        """Lay out the panel in a column, with rows of buttons for moves; return the buttons."""
        self.head = column.from_top(34)
        top, px = column.top, column.px
        rows = column.rows_of(moves)[: max(1, column.height // (2 * px(ROW + 8)))]
        room = column.height - px((ROW + 8) * (1 + len(rows)))
        for self.sizes in SIZES:
            heights = self._text_heights(column)
            if sum(heights) <= room:
                break
        boxes = []
        for height in heights:
            boxes.append(Rect(column.left, top, column.width, height - px(8)))
            top += height
        self.title_box, self.text_box, self.message_box = boxes
        column.top = top
        row = column.from_bottom(ROW)  # a fixed place, whatever messages appear
        for each in rows:
            column.place_in_row(column.from_top(ROW, 8), each)
        column.top += px(6)
        column.place_in_row(row, buttons)
        top = column.top
        self.cards: PlayerCards | None = None
        if any(seat.status for seat in self.coach.seats()):
            self.cards = PlayerCards(self.coach, column, show_line=False)
            if column.height < 0:
                column.top, self.cards = top, None
        self.list_box = column.rest()
        tips = self.cards.notes() if self.cards else []
        return [*(each for row in rows for each in row), *buttons, *tips]

    def _text_heights(self, column: Column) -> list[int]:
        """Return the heights of title, text and message, with the gaps below them."""
        (large, small), px, height = self.sizes, column.px, column.canvas.paragraph_height
        title = height(self.title, column.width, large, "Bold")
        text = height(self.text, column.width, small)
        message = height(self.message, column.width - px(24), small)
        return [each and each + px(8) for each in (title, text, message and message + px(16))]

    def draw(self, canvas: Canvas, box: Rect) -> None:
        """Draw the panel in its box."""
        theme = canvas.theme
        canvas.panel(box, theme.panel, theme.line, 14)
        name = _("Learn {name}").format(name=self.coach.rules.name)
        number, count = self.lesson.number + 1, len(self.lesson.steps)
        text = _("{name} · {number} of {count}").format(name=name, number=number, count=count)
        pos, width = self.head.midleft, self.head.width - canvas.px(44)
        if canvas.text_width(text, 14, "Semibold") > width:
            text = f"{self.coach.rules.name} · {number}/{count}"
        canvas.text(text, pos, 14, theme.accent, weight="Semibold", anchor="midleft", width=width)
        large, small = self.sizes
        canvas.paragraph(self.title, self.title_box, large, weight="Bold")
        canvas.paragraph(self.text, self.text_box, small, theme.muted_text)
        if self.message:
            colour = {"refuse": theme.danger, "right": theme.success}.get(self.kind, theme.focus)
            fill = mix(theme.panel, colour, 0.14)
            canvas.panel(self.message_box, fill, mix(theme.panel, colour, 0.6), 8)
            inner = self.message_box.inflate(-canvas.px(24), -canvas.px(16))
            canvas.paragraph(self.message, inner, small)
        if self.cards is not None:
            self.cards.draw(canvas)
        self._draw_steps(canvas)

    def _draw_steps(self, canvas: Canvas) -> None:
        """Draw the list of steps, scrolled to the current one, if there is space."""
        theme, box, current = canvas.theme, self.list_box, self.lesson.number
        line, left = canvas.px(LINE), box.left + canvas.px(30)
        between = canvas.line_height(14)
        weights = ["Semibold" if n == current else "Regular" for n in range(len(self.lesson.steps))]
        titles = [
            wrap(translate(step.title), canvas.font(14, weight), box.right - left)
            for step, weight in zip(self.lesson.steps, weights, strict=True)
        ]
        heights = [line + between * (len(title) - 1) for title in titles]
        if box.height < 2 * line:
            return
        top = box.top
        for number in steps_that_fit(heights, current, box.height):
            centre = box.left + canvas.px(12), top + line // 2
            is_current, is_past = number == current, number < current
            colour = theme.success if is_past else theme.accent if is_current else theme.muted_text
            if is_past:
                canvas.icon("check", centre, 16, colour)
            else:
                width = 0 if is_current else max(1, canvas.px(1.5))
                pygame.draw.aacircle(canvas.surface, colour, centre, canvas.px(9), width)
                text_colour = theme.on_accent if is_current else theme.muted_text
                canvas.text(str(number + 1), centre, 12, text_colour, anchor="center")
            colour, weight = theme.text if is_current else theme.muted_text, weights[number]
            for row, text in enumerate(titles[number]):
                pos = left, centre[1] + between * row
                canvas.text(text, pos, 14, colour, weight=weight, anchor="midleft")
            top += heights[number]


def steps_that_fit(heights: Sequence[int], current: int, available: int) -> range:
    """Return the numbers of consecutive steps around the current one that fit into a height.

    >>> steps_that_fit([20, 20, 40, 20, 20], current=2, available=80)
    range(1, 4)
    """
    first, end = current, current + 1
    while True:
        free = available - sum(heights[first:end])
        near = [n for n in (first - 1, end) if 0 <= n < len(heights) and heights[n] <= free]
        if not near:
            return range(first, end)
        step = min(near, key=lambda each: abs(each - current))
        first, end = min(first, step), max(end, step + 1)


#: The opponent in the first game after a lesson.
OPPONENT = "mcts:beginner"


class LessonScreen(BoardScreen):
    """A lesson of a plugin, which is not saved."""

    def __init__(self, window: Window, rules: Rules) -> None:
        super().__init__(window)
        self.started_from, self.title = rules, rules.name
        self.progress = LessonProgress(rules)
        if rules.setup is not None:
            remember_lesson(window, rules.setup.game.name)
        self._begin()

    def _begin(self) -> None:
        """Show the current step from its beginning."""
        self.coach = LessonController(self.progress, self)
        self.session, self.rules = self.coach.session, self.coach.rules
        box = self.game_boxes().board
        self.board = GameBoard(self.coach, self.canvas, box, self.answer)
        self.rebuild()

    # -- the interface of a front end -------------------------------------------------------------

    def position_changed(self, plies: int) -> None:
        self.show_position(plies)
        self.rebuild()

    def show_warning(self, text: str) -> None:
        self.show_status(text)

    def show_error(self, error: object) -> None:
        self.show_status(str(error))

    # -- actions ----------------------------------------------------------------------------------

    def answer(self, *moves: str) -> None:
        """Play the player's answer; take back the clicks that do not belong to an answer."""
        self.coach.play(*moves)
        selector = self.board.selector
        while self.coach.is_asking() and selector.path:
            self.board.back()
            if self.coach.leads_to_answer(selector.path):
                break

    def continue_lesson(self) -> None:
        """Go to the next step or, after the last one, start a game."""
        if not self.coach.is_done:
            return
        if self.progress.next_step is None:
            self.play_game()
        elif self.coach.advance():
            self.board.position_changed(0)
            self.rebuild()
        else:
            self._begin()

    def go_back(self) -> None:
        """Take back a click, or return to the beginning of this step or of the previous one."""
        if not self.board.back():
            self.progress.go_back(self.session.moves)
            self._begin()

    def show_answer(self) -> None:
        """Mark the answer; play it if it is already marked."""
        while self.board.back():
            pass
        self.coach.request_or_play_hint()

    def show_rules(self) -> None:
        self.window.show(RulesDialog(self.window, self.rules))

    def play_game(self) -> None:
        """Start an ordinary game against the weakest computer player."""
        setup = setup_of(self.started_from)
        others = len(setup.rules.players) - 1
        players = [HUMAN, *[OPPONENT] * others]
        self.window.play(start_game(setup, players))

    def skip(self) -> None:
        """Leave the lesson, and continue its position as an ordinary game."""
        session = Session(self.session.setup)
        for move in self.session.moves:
            session.play(move)
        self.window.play(session)

    def buttons(self) -> list[Button]:
        """Return the buttons of the current step."""
        coach, progress = self.coach, self.progress
        back = Button("back", _("Back"), self.go_back, _("Back (Backspace)"))
        back.enabled = bool(progress.number or coach.shows_last_move or self.board.selector.path)
        if not coach.is_done:
            tip = _("Mark the answer; press again to play it (F2)")
            show = Button("show", _("Show me"), self.show_answer, tip, coach.is_asking())
            skip = Button("skip", _("Skip"), self.skip, _("Play on without the coach"))
            return [back, show, skip]
        last = progress.next_step is None
        play = _("Play the puzzle") if isinstance(self.rules, Puzzle) else _("Play a game")
        label = play if last else _("Continue")
        tip = "" if last else _("Continue (Enter)")
        return [back, Button("continue", label, self.continue_lesson, tip, primary=True)]

    def move_buttons(self) -> list[Button]:
        """Return a button for each accepted move that takes no clicks, such as a swap."""
        question = self.coach.question()
        labels = {move: label for label, move in question.answers.items()} if question else {}
        buttons = []
        for move in self.board.selector.buttons:
            label, act = labels.get(move, move_label(move)), partial(self.coach.play, move)
            buttons.append(Button(f"play {move}", label, act, on=move in self.coach.hint))
        return buttons

    # -- screen -----------------------------------------------------------------------------------

    def build(self) -> None:
        boxes = self.game_boxes()
        self.board.place(self.canvas, boxes.board)
        pad = self.px(14)
        self.panel_box = Rect(boxes.panel)
        column = Column(self.canvas, self.panel_box.inflate(-2 * pad, -2 * pad))
        side = self.px(34)
        home = Rect(column.left + column.width - side, column.top, side, side)
        self.panel = LessonPanel(self.coach, self._status_text(), self.board.refusal)
        self.widgets = [
            Button("home", "", self.window.go_home, _("All games (Esc)"), icon="home", box=home),
            *self.panel.place(column, self.buttons(), self.move_buttons()),
            *self.swap_buttons(),
        ]

    def _status_text(self) -> str:
        """Return the next click of an incomplete move, and the keys if the keyboard is in use."""
        board, prompts = self.board, self.coach.prompts
        path, texts = tuple(board.selector.path), list[str]()
        if path:
            texts = [prompts.current(self.session.state, path)]
        if board.cursor is not None and self.coach.is_asking():
            texts += [_("Enter selects"), *gestures(board.selector, solid=False, keyboard=True)]
        return " · ".join(texts)

    def needs_poll(self) -> bool:
        return not self.coach.is_asking() and (
            not self.coach.is_done or self.coach.advances_by_itself()
        )

    def poll(self) -> None:
        if self.moving():
            return
        if not self.coach.play_reply() and self.coach.advances_by_itself():
            self.continue_lesson()

    def draw_back(self, canvas: Canvas) -> None:
        with canvas.guarded(Rect(self.board.view.box), self.rules):
            self.board.draw(canvas, legal=True)
            is_done = self.coach.is_done and bool(self.progress.step.answers)
            if self.board.timeline.still() and not is_done:
                self._draw_marks(canvas)
        self.panel.draw(canvas, self.panel_box)

    def _draw_marks(self, canvas: Canvas) -> None:
        solid, step = self.board.solid, self.progress.step
        if solid is None or solid.shows(net=True):
            with self.board.view.clipped():
                draw_marks(canvas, self.rules, self.board.view, step)

    def mouse(self, event: pygame.event.Event) -> bool:
        is_asking = self.coach.is_asking()
        if is_asking and self._refuse_cross(event):
            return True
        return self.use_mouse(event, may_play=is_asking)

    def _refuse_cross(self, event: pygame.event.Event) -> bool:
        """Explain a click on a cross, which the board could take for a click next to it."""
        if event.type != pygame.MOUSEBUTTONDOWN or event.button not in (1, 3):
            return False
        step, view = self.progress.step, self.board.view
        if self.board.selector.path or self.board.solid is not None:
            return False
        for cells in marked_cells(self.rules, step.bad):
            centre = centre_of([view.board.points[cell] for cell in cells])
            if math.dist(view.view.pixel(*centre), event.pos) < 0.25 * view.view.unit:
                self.coach.show_status(self.coach.explain_refusal((), cells[0]))
                return True
        return False

    def shortcuts(self) -> Shortcuts:
        confirm = ("Return", "Enter", "Space") if self.coach.is_done else ()
        return {
            **super().shortcuts(),
            **dict.fromkeys(confirm, self.continue_lesson),
            "F1": self.show_rules,
            "F2": self.show_answer,
            "Backspace": self.go_back,
            "Escape": self._escape,
        }

    def _escape(self) -> None:
        if not self.board.back():
            self.window.go_home()
