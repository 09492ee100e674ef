"""Sites and the local server in a real browser: Chromium without a window.

A second page, which runs here, says where the moves have to be clicked, and must agree.
"""

import functools
import http.server
import os
import re
import shutil
import threading
from collections import deque

import pytest
from support import SHIPPED, run_web_server, sample

from puzzlekit import load, solve
from puzzlekit.core.errors import PuzzlekitError
from puzzlekit.play.new_game import new_session
from puzzlekit.ui.web import server as server_module
from puzzlekit.ui.web import site
from puzzlekit.ui.web.page import GameTable, Page

pytestmark = pytest.mark.slow

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
LARGE, SMALL = (1280, 800), (390, 844)
ARGUMENTS = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
KEYS = {(-1, 0): "ArrowLeft", (1, 0): "ArrowRight", (0, 1): "ArrowUp", (0, -1): "ArrowDown"}
#: Whether the memory snapshot is kept.
IMAGE = "async () => (await (await caches.open('puzzlekit-image')).keys()).length"
#: Whether the page fits into the window.
FITS = """() => {
    const { scrollWidth, scrollHeight } = document.documentElement;
    return scrollWidth <= innerWidth && scrollHeight <= innerHeight;
}"""
#: The class or the name of the focused element.
FOCUS = """() => {
    const { activeElement } = document.querySelector("#board").shadowRoot;
    return activeElement?.name || activeElement?.className;
}"""
#: Milliseconds for a start of Python on a busy machine.
PATIENCE = 60_000


def is_browser_required():
    return bool(os.environ.get("PUZZLEKIT_REQUIRE_WINDOW_TESTS"))


@pytest.fixture(scope="module")
def chromium():
    if not is_browser_required():
        pytest.importorskip("playwright")
        if CHROMIUM is None:
            pytest.skip("there is no Chromium")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    """Return the address of a site with all plugins."""
    folder = tmp_path_factory.mktemp("site")
    try:
        site.build_site(folder)
    except PuzzlekitError as error:
        if is_browser_required():
            raise
        pytest.skip(str(error))

    class Handler(http.server.SimpleHTTPRequestHandler):
        extensions_map = {
            **http.server.SimpleHTTPRequestHandler.extensions_map,
            ".mjs": "text/javascript",
            ".wasm": "application/wasm",
        }

        def log_message(self, *_):
            pass

    handler = functools.partial(Handler, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


class Tab:
    """A page of the browser, which must not log errors or make requests to other hosts."""

    def __init__(self, context):
        self.faults = []
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._note)
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("request", self._check)

    def _note(self, message):
        if message.type == "error" or "cannot be used" in message.text:
            self.faults.append(message.text)

    def _check(self, request):
        if not request.url.startswith(("http://127.0.0.1:", "data:", "blob:")):
            self.faults.append(request.url)

    def evaluate(self, expression="view"):
        return self.page.evaluate(f"document.querySelector('#board').{expression}")

    def wait(self, condition, *values):
        """Wait until a condition holds for the view; it can use the values in `given`."""
        script = f"""given => {{
            const board = document.querySelector("#board");
            const view = board?.view;
            return view?.link && ({condition});
        }}"""
        self.page.wait_for_function(script, arg=values)

    def open(self, address, game, players=None):
        """Open a game, by default as a link does."""
        name = game.split(":")[0].split("#")[0]
        self.page.goto(f"{address}#{name if players else game}")
        self.wait("view.link.split(/[:#+]/)[0] == given[0]", name)
        if players:
            given = {"game": game, "players": players}
            self.page.evaluate("given => document.querySelector('#board').open(given)", given)

    def click(self, x, y, variant):
        """Click at a point of the picture, after turning to a variant."""
        at = self.pixel(x, y)
        self.page.mouse.move(*at)
        self.page.focus("#board .field")
        for _ in range(variant):
            self.page.keyboard.press("Control+r")
        self.page.mouse.click(*at)

    def pixel(self, x, y):
        """Return the pixel of the window at a point of the picture."""
        return self.page.evaluate(
            """([x, y]) => {
                const { svg } = document.querySelector("#board");
                svg.scrollIntoView({ block: "nearest" });
                const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
                return [at.x, at.y];
            }""",
            [x, y],
        )


@pytest.fixture(scope="module")
def contexts(chromium):
    """Return a context for each size of the window, small ones with a touch screen.

    A context keeps the memory snapshot, so that only its first tab starts slowly.
    """
    contexts = {
        size: chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, has_touch=size == SMALL
        )
        for size in (LARGE, SMALL)
    }
    yield contexts
    for context in contexts.values():
        context.close()


@pytest.fixture
def tab(contexts, url, request):
    """Return a tab of the size that the test asks for, without games and plugins."""
    tab = Tab(contexts[getattr(request, "param", LARGE)])
    tab.page.goto(url)
    tab.page.evaluate("localStorage.clear()")
    yield tab
    tab.page.close()
    assert tab.faults == []


class Mirror(Page):
    """The same game in this process, with the same clicks."""

    def __init__(self, game):
        super().__init__(GameTable(new_session(game)))
        self.box = self.view_box(self.view())

    def act(self, name, *arguments):
        view = super().act(name, *arguments)
        self.box = self.view_box(view)
        return view

    def view_box(self, view):
        """Return the view box of the last picture, which grows with some boards."""
        return re.search('viewBox="(.*?)"', view["svg"])[1] if "svg" in view else self.box

    def targets(self, move):
        """Yield the clicks of a move until it is complete, which may need fewer."""
        session = self.controller.session
        ply, sequences = session.ply, session.rules.click_sequences(session.state, move)
        for click in sequences[0]:
            if session.ply == ply:
                yield click

    def clicks(self, move):
        """Yield the points of the picture to click for a move, and click there."""
        for click in self.targets(move):
            variant = self.input.selector.targets()[click.cells].index(click.variant)
            x, y = self.picture.layout.view.pixel(*self.input.selector.anchor(click.cells))
            yield x, y, variant
            self.act("turn", variant)
            self.act("press", x, y, 0)

    def keys(self, move):
        """Yield the keys that choose the clicks of a move."""
        for click in self.targets(move):
            selector, goal = self.input.selector, click.cells
            paths, queue = {self.input.cursor: []}, deque([self.input.cursor])
            while goal not in paths:
                at = queue.popleft()
                for step, key in KEYS.items():
                    to = selector.target_in_direction(at, *step)
                    if to not in paths:
                        paths[to] = [*paths[at], (step, key)]
                        queue.append(to)
            for step, key in paths[goal]:
                self.act("move", *step)
                yield key
            self.act("enter", 0)
            yield "Enter"


def moves_of_game(game):
    """Return the shortest solution of a puzzle, or a game of random moves."""
    rules = load(game)
    if not rules.is_game():
        return solve(rules).moves
    from random import Random

    rng, state, moves = Random(game), rules.start(), []
    while legal := rules.legal_moves(state):
        moves.append(rng.choice([move for move in legal if rules.clicks(move)]))
        state = rules.play(state, moves[-1])
    return moves


def play_game(tab, game, how):
    mirror = Mirror(game)
    for ply, move in enumerate(moves_of_game(game), 1):
        if how == "keys":
            for key in mirror.keys(move):
                tab.page.keyboard.press(key)
        else:
            for x, y, variant in mirror.clicks(move):
                if how == "touch":
                    assert not variant
                    tab.page.touchscreen.tap(*tab.pixel(x, y))
                else:
                    tab.click(x, y, variant)
        tab.wait("view.at == given[0]", ply)
        assert tab.evaluate("view.moves") == mirror.controller.session.moves
    assert mirror.controller.session.result is not None
    assert tab.evaluate("view.status") == mirror.view()["status"]


@pytest.mark.parametrize(
    ("tab", "how", "games"),
    [
        (LARGE, "mouse", ("hex:3,swap=off", "permute:4,swap=off", "knights#1:6")),
        (SMALL, "touch", ("pinball", "slyde:4")),
        (LARGE, "keys", ("fifteen:3#1:6", "catchup:3")),
    ],
    indirect=["tab"],
)
def test_play_whole_games(tab, url, how, games):
    for game in games:
        tab.open(url, game, ["human"] * len(load(game).players))
        tab.page.focus("#board .field")
        play_game(tab, game, how)


def test_open_plugins_and_reuse_image(tab, url):
    tab.open(url, "pinball")
    tab.page.wait_for_function(IMAGE)
    tab.page.reload()
    tab.wait("true")
    tab.page.set_viewport_size({"width": 480, "height": 360})
    for name in sample(SHIPPED, 8):
        tab.open(url, name)
        assert tab.page.evaluate(FITS), name
        assert tab.evaluate("svg.childElementCount") > 2, name
        assert tab.evaluate("view.seats.length") != 1


def test_game_survives_reload(tab, url):
    tab.open(url, "hex:4,swap=off")
    tab.page.mouse.click(*tab.pixel(*Mirror("hex:4,swap=off").picture.layout.view.pixel(0, 0)))
    tab.wait("view.job")
    tab.page.mouse.move(300, 300, steps=5)  # which does not disturb the computer
    tab.page.get_by_role("link", name="Hex").click()  # to the gallery
    tab.page.get_by_role("link", name="Pinball").wait_for()
    tab.page.evaluate("(board => board.show(board.view))(document.querySelector('#board'))")
    assert tab.page.url.removesuffix("#") == url
    tab.page.go_back()
    tab.wait("view.moves.length == 2")
    assert tab.page.evaluate(FOCUS) == "field"
    moves = tab.evaluate("view.moves")
    tab.page.reload()
    tab.wait("view.moves.length == 2")
    assert tab.evaluate("view.moves") == moves
    assert tab.evaluate("view.players") == ["human", "mcts:casual"]


def test_late_answer_does_not_reopen_game(tab, url):
    tab.open(url, "hex:4,swap=off")
    tab.page.evaluate("""() => {
        const board = document.querySelector("#board");
        board.act("type", "b2");
        location.hash = "#pinball#1";
        window.shown = [];
        board.addEventListener("view", ({ detail }) => shown.push(detail.name));
    }""")
    tab.wait("view.name == 'Pinball'")
    tab.page.keyboard.press("F2")  # the engine would work on the other game first
    tab.wait("view.message.startsWith('Hint')")
    assert set(tab.page.evaluate("shown")) == {"Pinball"}


def test_typed_text_and_click_survive_view_updates(tab, url):
    tab.open(url, "hex:4,swap=off")
    tick = """() => {
        const board = document.querySelector("#board");
        const seats = board.view.seats.map((seat) => ({ ...seat, clock: `${seat.clock}0` }));
        board.show({ ...board.view, seats });
    }"""
    field = tab.page.locator("#board input")
    field.click()
    for letter in "abc":
        tab.page.keyboard.press(letter)
        tab.page.evaluate(tick)
    assert field.input_value() == "abc"
    tab.page.get_by_role("button", name="Moves").hover()
    tab.page.mouse.down()
    tab.page.evaluate(tick)
    tab.page.mouse.up()
    tab.wait("view.buttons.some(({ act, on }) => act === 'legal' && on)")


def test_retry_failed_download(chromium, url):
    with chromium.new_context() as context:  # without a service worker
        context.route("**/*.wasm", lambda route: route.abort())
        tab = Tab(context)
        tab.page.goto(f"{url}#pinball")
        tab.page.get_by_text("Python cannot be loaded.").wait_for()
        context.unroute("**/*.wasm")
        tab.page.get_by_role("button", name="Retry").click()
        tab.wait("view.name == 'Pinball'")


def test_invalid_links(tab, url):
    for link, message in (("hex+%E0", "'%E0' is not a legal move"), ("cube#x", "The seed 'x'")):
        tab.page.goto(f"{url}#{link}")
        tab.page.get_by_text(message).wait_for()
    tab.page.get_by_role("button", name="New", exact=True).click()
    tab.page.get_by_role("button", name="Begin").click()
    tab.wait("view.name == 'Cube'")


def test_game_survives_reload_without_browser_storage(tab, url):
    tab.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
    tab.open(url, "pinball#1")
    tab.page.keyboard.press("F2")
    tab.wait("view.message.startsWith('Hint')")
    tab.page.keyboard.press("F2")
    tab.wait("view.at")
    tab.page.keyboard.press("Control+z")
    tab.wait("!view.at")
    tab.page.reload()
    tab.wait("view.moves.length")  # the undone move, too


def test_turn_layer_by_drag_and_key(tab, url):
    tab.open(url, "cube#5")
    x, y = tab.pixel(100, 180)  # on the front face
    tab.page.mouse.move(x, y)
    tab.page.mouse.down()
    tab.page.mouse.move(LARGE[0] - 5, y, steps=5)
    tab.page.mouse.up()
    tab.wait("view.at")
    ply = tab.evaluate("view.at")
    tab.page.keyboard.press("i")
    tab.wait("view.at == given[0]", ply + 1)
    assert tab.evaluate("view.moves").pop() == "R"


@pytest.mark.parametrize("tab", [SMALL], indirect=True)
def test_long_press_turns_layer_back(tab, url):
    tab.open(url, "cube#5")
    devices = tab.page.context.new_cdp_session(tab.page)
    x, y = tab.pixel(100, 180)
    finger, other = {"x": x, "y": y, "id": 0}, {"x": x, "y": y + 40, "id": 1}
    pinch = (("touchStart", [finger]), ("touchStart", [finger, other]), ("touchEnd", []))
    for kind, points in pinch:
        devices.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    for kind, points in (("touchStart", [finger]), ("touchEnd", [])):
        devices.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        tab.page.wait_for_timeout(600)
    tab.wait("view.at == 1")
    assert tab.evaluate("view.moves") == ["F'"]


@pytest.mark.parametrize("tab", [SMALL], indirect=True)
def test_taps_place_and_turn_tiles(tab, url):
    tab.open(url, "palago", ["human", "human"])
    mirror = Mirror("palago")
    for number, (x, y, _) in enumerate(mirror.clicks("0,0a+1,0b")):
        # The first tile, which can be taken back, may change the layout.
        tab.wait("view.buttons.find(({ act }) => act === 'undo').enabled == given[0]", number == 1)
        tab.page.touchscreen.tap(*tab.pixel(x, y))
        if number:
            tab.page.get_by_role("button", name="Rotate").click()
            tab.page.touchscreen.tap(*tab.pixel(x, y))
    tab.wait("view.at == 1")
    assert tab.evaluate("view.moves") == ["0,0a+1,0b"]


def test_rules_and_lesson(tab, url):
    tab.open(url, "hex:4")
    tab.page.get_by_role("button", name="Rules", exact=True).click()
    tab.page.wait_for_selector("dialog svg")
    tab.page.mouse.click(2, 2)  # beside the dialog
    tab.page.wait_for_selector("dialog", state="hidden")
    tab.page.get_by_role("button", name="Rules", exact=True).click()
    tab.page.get_by_text("Notation").click()
    tab.page.wait_for_selector("dialog svg", state="hidden")
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("F3")  # with the focus on the button
    tab.wait("view.buttons.some(({ act, on }) => act === 'legal' && on)")
    tab.page.get_by_role("button", name="Lesson").click()
    tab.wait("view.coach")


def test_back_from_lesson_returns_to_game(tab, url):
    tab.open(url, "hex:3,swap=off")
    tab.wait("view.at == 0")
    tab.page.get_by_role("button", name="Lesson").click()
    tab.wait("view.coach")
    tab.page.go_back()
    tab.wait("!view.coach")
    tab.page.evaluate("document.querySelector('#board').act('type', 'b2')")
    tab.wait("view.moves.length == 2")
    moves = tab.evaluate("view.moves")
    tab.page.get_by_role("button", name="Lesson").click()
    tab.wait("view.coach")
    while not tab.evaluate("view.coach.last"):
        tab.page.evaluate("""(board => board.act(board.view.coach.done ? "continue" : "hint"))(
            document.querySelector("#board"))""")
        tab.page.wait_for_timeout(30)
    tab.page.get_by_role("button", name="Play a game").click()
    tab.wait("!view.coach && !view.at")
    tab.page.go_back()
    tab.wait("view.moves.length == 2")
    assert tab.evaluate("view.moves") == moves


def test_keyboard_and_screen_reader(tab, url):
    tab.open(url, "hex:3,swap=off")
    tab.wait("view.at == 0")
    assert tab.page.get_by_role("application", name="Hex. Red to move").count() == 1
    statuses = tab.page.locator("#board [role=status]")
    statuses.first.evaluate("each => (each.isKept = true)")
    for key in ("ArrowRight", "ArrowRight"):
        tab.page.keyboard.press(key)
    tab.page.locator("#board [role=status]", has_text="b1: empty").wait_for()
    tab.page.keyboard.press("Alt+ArrowRight")  # is left to the browser
    tab.page.keyboard.press("Enter")
    tab.wait("view.moves.length == 2")
    reply = tab.evaluate("view.moves")[1]
    tab.page.locator("#board [role=status]", has_text=f"Move 2: {reply}").wait_for()
    assert tab.page.locator("#board li").all_inner_texts()[:2] == ["red: b1", f"blue: {reply}"]
    tab.page.locator("#board [name=undo]").focus()
    tab.page.keyboard.press("Enter")
    tab.wait("view.at == 0")
    assert tab.page.evaluate(FOCUS) == "field"  # because the button is disabled
    tab.page.locator("#board [name=hint]").focus()
    tab.page.evaluate("""(board => board.show({ ...board.view, buttons: [
        { label: "Accept takeback", act: "accept", enabled: true }] }))(
        document.querySelector("#board"))""")
    assert tab.page.evaluate(FOCUS) == "field"  # another button does not get it
    tab.page.evaluate("document.querySelector('#board').message('Lost', 'error')")
    assert statuses.first.inner_text() == "Lost"
    assert statuses.first.evaluate("each => each.isKept")


def test_lesson_is_read_aloud(tab, url):
    tab.open(url, "hex:3")
    tab.page.get_by_role("button", name="Lesson").click()
    first = tab.page.locator("#board [role=status]", has_text="1/7 Connect two sides")
    first.wait_for()
    tab.page.get_by_role("application", name="Hex. 1/7 Connect two sides").wait_for()
    first.evaluate("each => (each.isKept = true)")
    tab.page.get_by_role("button", name="Continue").click()
    second = tab.page.locator("#board [role=status]", has_text="2/7")
    second.wait_for()
    assert second.evaluate("each => each.isKept")  # screen readers notice the change


def test_colours_for_colour_blindness(tab, url):
    tab.page.goto(url)
    tab.page.get_by_role("searchbox").fill("hex")
    tab.page.get_by_role("button", name="Colour-blind", pressed=False).click()
    tab.page.locator("img[src*='hex-light_letters.svg']").wait_for()
    assert tab.page.locator(".card[hidden]").count() > 0  # the search still applies
    tab.open(url, "cube:2")
    tab.wait("board.svg.outerHTML.includes('</text>')")
    tab.page.get_by_role("button", name="Colour-blind", pressed=True).click()
    tab.wait("!board.svg.outerHTML.includes('</text>')")


def test_list_of_moves_has_name(tab, url):
    tab.open(url, "pinball#1")
    tab.wait("board.svg")
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Enter")
    tab.wait("view.at == 1")
    assert tab.page.get_by_role("group", name="Moves").get_by_role("button").count() == 1


def test_search_without_matches(tab, url):
    tab.page.goto(url)
    search = tab.page.get_by_role("searchbox")
    search.fill("zzz")
    tab.page.get_by_role("status").filter(has_text="No matches").wait_for()
    search.fill("HÉX")
    tab.page.get_by_role("status").filter(has_text="No matches").wait_for(state="detached")


#: The contrast ratio of a placeholder, and whether the texts of seats fit.
CONTRAST = """() => {
    const input = document.querySelector("#search");
    const light = (style, name) => style[name].match(/[\\d.]+/g).slice(0, 3)
        .map((each) => ((each / 255 + 0.055) / 1.055) ** 2.4)
        .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0.05);
    return light(getComputedStyle(input, "::placeholder"), "color")
        / light(getComputedStyle(input), "backgroundColor");
}"""
SEATS_FIT = """() => {
    const seats = document.querySelector("#board").shadowRoot.querySelectorAll(".seat");
    return [...seats].every((seat) => seat.scrollWidth <= seat.clientWidth + 1);
}"""


def test_zoomed_text_and_dark_theme(chromium, url):
    with chromium.new_context(color_scheme="dark") as context:
        tab = Tab(context)
        tab.page.goto(url)
        assert tab.page.evaluate(CONTRAST) > 4.5
        tab.page.set_viewport_size({"width": 640, "height": 400})
        tab.open(url, "permute:9")
        assert tab.page.evaluate(SEATS_FIT)
        tab.page.set_viewport_size({"width": 320, "height": 256})  # 1280 x 1024 at 400 %
        board, panel = (
            tab.page.locator(f"#board {each}").bounding_box() for each in (".field", ".panel")
        )
        assert panel["y"] >= board["y"] + board["height"]
        assert panel["width"] > 280
        assert tab.page.evaluate("document.documentElement.scrollWidth") == 320
        tab.page.set_viewport_size({"width": 240, "height": 500})
        assert tab.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        dark = tab.evaluate("svg.outerHTML")
        tab.page.emulate_media(color_scheme="light")
        tab.wait("board.svg.outerHTML != given[0]", dark)
        tab.page.goto(url)
        tab.page.locator("img[src$='hex-light.svg']").wait_for()
        tab.page.emulate_media(color_scheme="dark")
        tab.page.locator("img[src$='hex-dark.svg']").wait_for()
        assert tab.faults == []


TINY = """
from puzzlekit import Sliding, grid

class Tiny(Sliding):
    name = "Tiny"

    def __init__(self):
        super().__init__(grid(2, 2), ["1", "2", "3", ""])
"""


def add_plugin(tab, name, text):
    with tab.page.expect_file_chooser() as chooser:
        tab.page.get_by_role("button", name="Add a plugin").click()
    chooser.value.set_files([{"name": name, "mimeType": "text/plain", "buffer": text.encode()}])


def test_plugin_size_limit(tab, url):
    tab.open(url, "pinball")
    tab.page.evaluate("""() => {
        const files = new DataTransfer();
        files.items.add(new File(["#".repeat(2 ** 23)], "huge.py"));
        document.dispatchEvent(new DragEvent("drop", { dataTransfer: files }));
    }""")
    tab.page.get_by_role("dialog", name="Not saved").wait_for()
    assert not tab.page.locator(".card", has_text="huge").count()


def test_user_plugins(tab, url):
    tab.page.goto(url)
    add_plugin(tab, "tiny.py", TINY)
    add_plugin(tab, "wrong.py", "raise ValueError('disk full')")
    card = tab.page.locator(".card", has_text="disk full")
    assert "wrong" in card.inner_text()
    tab.page.get_by_role("link", name="Tiny").wait_for()
    tab.page.reload()
    card.get_by_role("button", name="Remove").click()
    card.wait_for(state="detached")
    tab.page.get_by_role("link", name="Tiny").click()
    tab.wait("view.name == 'Tiny'")


def test_leave_and_remove_hanging_plugin(tab, url):
    tab.page.goto(url)
    add_plugin(tab, "loop.py", "while True: pass")
    card = tab.page.locator(".card", has_text="loop")
    card.get_by_role("link").click()
    tab.page.get_by_text("Loading …").last.wait_for()
    tab.page.get_by_role("link", name="puzzlekit").click()
    tab.page.get_by_role("link", name="Pinball").click()
    tab.wait("view.name == 'Pinball'")
    tab.page.get_by_role("link", name="Pinball").click()
    card.get_by_role("button", name="Remove").click()
    card.wait_for(state="detached")


def test_offline_site(tab, url):
    tab.open(url, "pinball")
    tab.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    tab.page.wait_for_function(IMAGE)
    tab.page.context.set_offline(True)
    tab.page.reload()
    tab.wait("true")
    tab.open(url, "hex")
    tab.page.context.set_offline(False)
    errors = tab.page.context.new_cdp_session(tab.page).send("Page.getInstallabilityErrors")
    assert {each["errorId"] for each in errors["installabilityErrors"]} <= {"in-incognito"}


def test_reconnect_to_silent_server(chromium, start_server):
    server = start_server("hex:3", shared=True)
    with chromium.new_context() as context:
        tab = Tab(context)
        tab.page.clock.install()
        tab.page.goto(server.url)
        tab.wait("true")
        with tab.page.expect_request("**/events/*"):
            tab.page.clock.fast_forward(30_000)
        assert tab.faults == []


def test_page_returns_to_restarted_server(chromium, home):
    arguments = ("hex:3,swap=off", "--lan")
    with chromium.new_context() as context:
        tab = Tab(context)
        with run_web_server(*arguments) as server:
            tab.page.goto(server.url)
            tab.wait("view.seats[0].player == 'You'")
            tab.page.get_by_label("Type a move").fill("b2")
            tab.page.keyboard.press("Enter")
            tab.wait("view.at == 1")
        tab.page.get_by_text("The server is not responding.").wait_for()
        with run_web_server(*arguments):
            tab.page.get_by_text("The server is not responding.").wait_for(state="detached")
            tab.wait("view.at == 1 && view.seats[0].player == 'You'")


def test_back_from_lesson_returns_to_board(chromium, start_server):
    server = start_server("hex:3,swap=off")
    with chromium.new_context() as context:
        tab = Tab(context)
        tab.open(server.url, server.fragment[1:])
        for act in (("type", "b2"), ("go", 0)):
            tab.page.evaluate("act => document.querySelector('#board').act(...act)", act)
        tab.wait("view.moves.length && !view.at")
        tab.page.get_by_role("button", name="Lesson").click()
        tab.wait("view.coach")
        tab.page.go_back()
        tab.wait("!view.coach && view.moves.length")  # the undone move, too
        tab.page.reload()
        tab.wait("view.moves.length")
    assert len(server.boards) == 2


def test_no_seat_without_browser_storage(chromium, start_server):
    server = start_server("hex:3", shared=True)
    with chromium.new_context() as context:
        tab = Tab(context)
        tab.page.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); }")
        tab.page.goto(server.url)
        tab.page.get_by_text("full").wait_for()
    assert not server.shared.seats


def test_trackpad_rotates_tiles_in_steps(chromium, start_server):
    server = start_server("palago", shared=True)
    with chromium.new_context() as context:
        tab = Tab(context)
        tab.page.goto(server.url)
        tab.wait("view.turns")
        tab.page.evaluate("""() => {
            const board = document.querySelector("#board");
            window.turns = [];
            board.act = (name, by) => { if (name === "turn") turns.push(by); };
        }""")
        box = tab.page.locator("#board svg").first.bounding_box()
        tab.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for delta in ((0, 100), (100, 0), *[(0, -10)] * 11, (0, 0.5)):
            tab.page.mouse.wheel(*delta)
        tab.page.wait_for_function("turns.length >= 3")
        assert tab.page.evaluate("turns") == [1, -1, -1]
        assert tab.faults == []


@pytest.mark.parametrize("game", ["permute:3,swap=off", "palago:tiles=8"])
def test_two_devices_play_over_server(chromium, start_server, monkeypatch, game):
    monkeypatch.setattr(server_module, "ALIVE_SECONDS", 0.2)
    server = start_server(game, shared=True)
    contexts = [chromium.new_context(reduced_motion="reduce") for _ in range(2)]
    tabs = [Tab(context) for context in contexts]
    for tab in tabs:
        tab.page.goto(server.url)
        tab.wait("true")
    mirror = Mirror(game)
    rules = mirror.controller.rules
    for ply, move in enumerate(moves_of_game(game), 1):
        seat = rules.turn(mirror.controller.session.state)
        if ply == 4:  # one device is lost and comes back
            state = contexts[0].storage_state()
            contexts[0].close()
            name = tabs[1].page.locator("#board .seat [role=status]").first
            assert tabs[1].evaluate("view.seats[1].player") == "You"
            tabs[1].wait("view.seats[0].side.endsWith(' · away')")
            assert name.inner_text().endswith(" · away")
            contexts[0] = chromium.new_context(storage_state=state, reduced_motion="reduce")
            tabs[0] = Tab(contexts[0])
            tabs[0].page.goto(server.url)
            tabs[0].wait("view.at == 3")
            tabs[1].wait("!view.seats[0].side.includes('·')")
        for x, y, variant in mirror.clicks(move):
            tabs[seat].wait("board.svg.getAttribute('viewBox') == given[0]", mirror.box)
            tabs[seat].click(x, y, variant)
        for tab in tabs:
            tab.wait("view.at == given[0]", ply)
    for tab in tabs:
        assert tab.evaluate("view.moves") == mirror.controller.session.moves
        assert tab.evaluate("view.status") == mirror.view()["status"]
        tab.page.get_by_role("button", name="Rules").click()
        tab.page.wait_for_selector("dialog svg")
        assert tab.faults == []
    for context in contexts:
        context.close()
