"""The launcher: a card for each plugin, and a panel to choose how it is played."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from ...core.errors import PuzzlekitError, SaveError
from ...core.options import Option, options_of
from ...play import saves
from ...play.game_id import normal
from ...play.new_game import new_session
from ...play.plugins import plugins
from ...play.setup import set_up_with
from ...players.named import OFFERED
from ...players.player import HUMAN
from ...rules.rule_book import Rules
from ..layout import launcher_boxes
from .dialogs import RulesDialog, SettingsDialog, TextDialog
from .drawing.canvas import Canvas, Rect, wrap
from .drawing.choosers import Choice, Stepper
from .drawing.widgets import Button, TextField, Widget
from .launcher_cards import Card, Thumbnail
from .screen import Screen

if TYPE_CHECKING:
    from .app import App

#: Who can play a seat, and what the launcher calls them; who plays against a person at first.
WHO = {HUMAN: "Human", **OFFERED}
OPPONENT = "mcts:casual"

CUSTOM = "Custom"


class Launcher(Screen):
    """All plugins, searched and chosen from."""

    title = "puzzlekit"

    def __init__(self, app: App) -> None:
        super().__init__(app)
        self.kinds, self.broken = plugins()
        self.query = ""
        self.scroll = 0
        self.clicked_at = 0.0
        self.values: dict[str, dict[str, Any]] = {}
        self.players: dict[str, list[str]] = {}
        self._thumbnails: dict[str, Thumbnail] = {}
        for name in list(self.kinds):
            try:
                self._thumbnails[name] = Thumbnail(name, self.kinds[name])
            except (Exception, SystemExit) as error:  # a stranger's plugin may raise anything
                del self.kinds[name]
                self.broken.append(PuzzlekitError(f"The plugin {name!r} cannot start: {error}."))  # type: ignore[arg-type]
        self.chosen = next(iter(self.shown()), "")
        self.rebuild()

    def thumbnail(self, name: str) -> Thumbnail:
        """Return the live picture of a plugin."""
        return self._thumbnails[name]

    # -- what a person can do ---------------------------------------------------------------------

    def shown(self) -> list[str]:
        """Return the plugins that the search leaves: best matches first, then games."""
        wanted = self.query.casefold().split()

        def rank(name: str) -> tuple[int, int, str]:
            title = self.kinds[name].name.casefold()
            matches = [title.startswith(word) - (word not in title) for word in wanted]
            return -sum(matches), -(len(self.kinds[name].players) > 1), name

        found = [
            name
            for name, kind in self.kinds.items()
            if all(
                word in f"{name} {kind.name} {kind.family} {kind.page()}".casefold()
                for word in wanted
            )
        ]
        return sorted(found, key=rank)

    def search(self, text: str) -> None:
        """Show the plugins that match a text, and choose the one that matches best."""
        self.query, self.scroll = text, 0
        if text:
            self.chosen = next(iter(self.shown()), "")
        self.rebuild()

    def choose(self, name: str) -> None:
        """Show how a plugin can be played."""
        self.chosen = name
        self.app.log("choose", name)
        self.rebuild()

    def options(self) -> dict[str, Option]:
        """Return the options of the chosen plugin."""
        return options_of(self.kinds[self.chosen]) if self.chosen else {}

    def current(self) -> dict[str, Any]:
        """Return the values of the options, as they are set now."""
        defaults = {name: option.default for name, option in self.options().items()}
        return defaults | self.values.get(self.chosen, {})

    def set_option(self, name: str, value: object) -> None:
        """Set one option."""
        self.values.setdefault(self.chosen, {})[name] = value
        self.rebuild()

    def read_option(self, option: Option, text: str) -> None:
        """Set one option to what a text means."""
        self.set_option(option.name, option.read(text))

    def set_preset(self, title: str) -> None:
        """Set all options to those of a preset."""
        self.values[self.chosen] = dict(self.kinds[self.chosen].presets.get(title, {}))
        self.rebuild()

    def preset(self) -> str:
        """Return the preset that the options are, or `CUSTOM`."""
        defaults = {name: option.default for name, option in self.options().items()}
        for title, values in self.kinds[self.chosen].presets.items():
            if defaults | dict(values) == self.current():
                return title
        return CUSTOM

    def game_id(self) -> str:
        """Return the ID of what would be started."""
        return str(normal(self.chosen, self.options(), self.current()))

    def sides(self) -> tuple[str, ...]:
        """Return the sides of the chosen plugin, as many as the options give."""
        return self.kinds[self.chosen].sides_with(self.current())

    def seats(self) -> list[str]:
        """Return who plays each seat of the chosen plugin."""
        default = [HUMAN] + [OPPONENT] * (len(self.kinds[self.chosen].players) - 1)
        return self.players.setdefault(self.chosen, default)[: len(self.sides())]

    def set_player(self, seat: int, title: str) -> None:
        """Set who plays a seat, by what the launcher calls them."""
        self.seats()
        spec = next(spec for spec, name in WHO.items() if name == title)
        self.players[self.chosen][seat] = spec
        self.rebuild()

    def new_game(self) -> None:
        """Start the chosen plugin."""
        if not self.chosen:
            return
        try:
            session = new_session(self.game_id(), self.seats())
            self.app.play(session, saves.automatic(self.chosen))
        except PuzzlekitError as error:
            self.complain(error)

    def resume(self) -> None:
        """Go on with the game that was left."""
        path = saves.automatic(self.chosen)
        try:
            self.app.play(saves.read(path), path, resumed=True)
        except SaveError as error:
            try:
                self.complain(f"{error} It is kept as {saves.keep_aside(path).name}.")
            except SaveError as trouble:
                self.complain(trouble)

    def complain(self, error: object) -> None:
        """Show what is wrong."""
        self.app.log("message", str(error))
        self.rebuild()
        self.app.open(TextDialog(self.app, "That did not work", str(error)))

    def show_broken(self) -> None:
        """Show which plugins cannot be used, and why."""
        text = "\n\n".join(map(str, self.broken))
        self.app.open(TextDialog(self.app, "Plugins that cannot be used", text))

    def show_rules(self) -> None:
        """Open the page of rules."""
        try:
            self.app.open(RulesDialog(self.app, set_up_with(self.chosen, self.current()).rules))
        except PuzzlekitError as error:
            self.complain(error)

    # -- layout -----------------------------------------------------------------------------------

    def build(self) -> None:
        boxes = launcher_boxes(*self.app.size, self.canvas.scale)
        bar = Rect(boxes.bar)
        title = self.canvas.font(26, "Bold").size(self.title)[0] + self.px(24)
        side = self.px(40)
        buttons = (side + self.px(10)) * (2 if self.broken else 1)
        field = Rect(bar.left + title, bar.top, bar.width - title - buttons, bar.height)
        self.widgets = [
            TextField(
                "search",
                field,
                self.query,
                self.search,
                hint="Search games and puzzles",
                icon="search",
            ),
            Button(
                "settings",
                Rect(bar.right - side, bar.top, side, side),
                "",
                lambda: self.app.open(SettingsDialog(self.app)),
                icon="sliders",
                tip="Settings (F4)",
            ),
        ]
        if self.broken:
            spot = Rect(bar.right - 2 * side - self.px(10), bar.top, side, side)
            tip = f"{len(self.broken)} plugin(s) cannot be used"
            self.widgets.append(Button("broken", spot, "", self.show_broken, icon="warn", tip=tip))
        self._build_cards(Rect(boxes.cards), boxes.columns)
        self._build_panel(Rect(boxes.panel))

    def _build_cards(self, box: Rect, columns: int) -> None:
        self.area = box
        gap = self.px(14)
        wide = (box.width - (columns - 1) * gap) // columns
        high = round(wide * 0.62) + self.px(56)
        names = self.shown()
        rows = -(-len(names) // columns)
        self.columns = columns
        self.tallest = max(0, rows * (high + gap) + gap - box.height)
        self.scroll = max(0, min(self.scroll, self.tallest))
        for number, name in enumerate(names):
            row, column = divmod(number, columns)
            place = Rect(
                box.left + column * (wide + gap),
                box.top + row * (high + gap) - self.scroll + self.px(4),
                wide,
                high,
            )
            card = Card(f"card {name}", place, self, name)
            card.enabled = place.colliderect(box)
            self.widgets.append(card)

    def _build_panel(self, box: Rect) -> None:
        self.panel = box
        pad, gap = self.px(18), self.px(10)
        left, wide = box.left + pad, box.width - 2 * pad
        self.labels: list[tuple[str, tuple[int, int]]] = []
        if not self.chosen:
            return
        kind = self.kinds[self.chosen]
        font = self.canvas.font(15)
        blurb = wrap(kind.blurb(), font, wide)
        top = box.top + self.px(58) + round(len(blurb) * font.get_linesize() * 1.08) + gap
        bottom = self._build_start(Rect(left, box.top, wide, box.height), gap)
        choices = self._choices(kind)
        step = self.px(56) + gap
        columns = 1 if top + len(choices) * step <= bottom else 2
        across = (wide - (columns - 1) * gap) // columns
        for number, (label, widget) in enumerate(choices):
            row, column = divmod(number, columns)
            at = left + column * (across + gap), top + row * step
            self.labels.append((label, at))
            widget.box = Rect(at[0], at[1] + self.px(20), across, self.px(36))
            self.widgets.append(widget)

    def _build_start(self, box: Rect, gap: int) -> int:
        """Add the buttons at the foot of the panel and return where they begin."""
        high = self.px(42)
        foot = Rect(box.left, box.bottom - high - self.px(18), box.width, high)
        half = (box.width - gap) // 2
        resumable = saves.automatic(self.chosen).exists()
        self.widgets += [
            Button("new", foot.move(0, -high - gap), "New game", self.new_game, primary=True),
            Button(
                "resume",
                Rect(foot.left, foot.top, half, high),
                "Resume",
                self.resume,
                enabled=resumable,
            ),
            Button(
                "rules",
                Rect(foot.left + half + gap, foot.top, half, high),
                "Rules",
                self.show_rules,
            ),
        ]
        return foot.top - high - 2 * gap

    def _choices(self, kind: type[Rules]) -> list[tuple[str, Widget]]:
        """Return a widget for the presets, the players and each option, with its label."""
        blank = Rect(0, 0, self.px(100), self.px(36))
        found: list[tuple[str, Widget]] = []
        if len(kind.presets) > 1:
            titles = [*kind.presets, *([CUSTOM] if self.preset() == CUSTOM else [])]
            found.append(
                ("Preset", Choice("preset", blank, titles, self.preset(), self.set_preset))
            )
        options = self.options()
        if how_many := options.pop("players", None):
            found.append(("Players", self._chooser(how_many, blank)))
        if len(kind.players) > 1:
            for seat, side in enumerate(self.sides()):
                choose = partial(self.set_player, seat)
                titles, now = list(WHO.values()), WHO[self.seats()[seat]]
                found.append((side, Choice(f"player {seat}", blank, titles, now, choose)))
        for option in options.values():
            found.append((option.name.capitalize(), self._chooser(option, blank)))
        return found

    def _chooser(self, option: Option, box: Rect) -> Widget:
        """Return a widget for an option: a switch, a choice, a number or a text."""
        key, value = f"option {option.name}", self.current()[option.name]
        if option.choices or isinstance(option.default, bool):
            texts = option.choices or ("off", "on")
            return Choice(key, box, texts, option.write(value), partial(self.read_option, option))
        if isinstance(option.default, int):
            bounds = option.bounds or range(-(10**9) + 1, 10**9)
            return Stepper(key, box, value, bounds, partial(self.set_option, option.name))
        return TextField(key, box, value, partial(self.set_option, option.name))

    # -- drawing ----------------------------------------------------------------------------------

    def draw_back(self, canvas: Canvas) -> None:
        theme = canvas.theme
        boxes = launcher_boxes(*self.app.size, canvas.scale)
        bar = Rect(boxes.bar)
        canvas.text(self.title, (bar.left, bar.centery), 26, weight="Bold", anchor="midleft")
        canvas.panel(self.panel, theme.panel, theme.line, 14)
        pad = self.px(18)
        left, wide = self.panel.left + pad, self.panel.width - 2 * pad
        if not self.chosen:
            canvas.paragraph("Nothing matches the search.", self.panel.inflate(-2 * pad, -2 * pad))
            return
        kind = self.kinds[self.chosen]
        canvas.text(kind.name, (left, self.panel.top + self.px(14)), 25, weight="Bold", width=wide)
        canvas.paragraph(
            kind.blurb(), Rect(left, self.panel.top + self.px(52), wide, 0), 15, theme.dim
        )
        for label, at in self.labels:
            canvas.text(label, at, 13, theme.dim)

    def draw_widgets(self, canvas: Canvas) -> None:
        cards = [widget for widget in self.widgets if isinstance(widget, Card)]
        canvas.surface.set_clip(self.area.inflate(canvas.px(12), 0))
        for widget in cards:
            if widget.enabled:
                widget.draw(canvas)
                widget.draw_focus(canvas)
        canvas.surface.set_clip(None)
        for other in self.widgets:
            if not isinstance(other, Card):
                other.draw(canvas)
                other.draw_focus(canvas)

    def _living(self) -> bool:
        return bool(self.chosen) and self.canvas.settings.speed != "off"

    def moving(self) -> bool:
        view = self.thumbnail(self.chosen).view if self._living() else None
        return view is not None and view.moving()

    def waiting(self) -> bool:
        return self._living()

    def poll(self) -> None:
        if self._living() and self.thumbnail(self.chosen).live():
            self.app.dirty = True

    # -- input ------------------------------------------------------------------------------------

    def mouse(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEWHEEL:
            self.scroll -= event.y * self.px(60)
            self.rebuild()
            return True
        if event.type == pygame.MOUSEMOTION:
            self.app.dirty = True
        return False

    def key(self, event: pygame.event.Event) -> bool:
        step = {
            pygame.K_LEFT: -1,
            pygame.K_RIGHT: 1,
            pygame.K_UP: -self.columns,
            pygame.K_DOWN: self.columns,
        }.get(event.key)
        names = self.shown()
        if step and names:
            at = names.index(self.chosen) if self.chosen in names else 0
            self.choose(names[max(0, min(len(names) - 1, at + step))])
            self._scroll_to(self.chosen)
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self.new_game()
        elif event.key == pygame.K_F1 and self.chosen:
            self.show_rules()
        elif event.key == pygame.K_F4:
            self.app.open(SettingsDialog(self.app))
        elif event.key == pygame.K_ESCAPE:
            self.focus(None)
        elif event.unicode and event.unicode.isprintable() and event.unicode != " ":
            self.focus("search")  # the character itself follows as text
        else:
            return False
        return True

    def step_focus(self, step: int) -> None:
        super().step_focus(step)
        if self.focus_key and self.focus_key.startswith("card "):
            self._scroll_to(self.focus_key.removeprefix("card "))

    def _scroll_to(self, name: str) -> None:
        """Bring a card into view."""
        card = next(w for w in self.widgets if isinstance(w, Card) and w.name == name)
        over = card.box.bottom + self.px(10) - self.area.bottom
        under = self.area.top - card.box.top
        if over > 0 or under > 0:
            self.scroll += over if over > 0 else -under
            self.rebuild()
