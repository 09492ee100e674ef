"""Sizes and times of a static site and of the local server in Chromium, against their targets.

CPU seconds are those of all processes of the browser. The table also goes to
benchmarks/results/web.txt.
"""

import functools
import gzip
import http.server
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import unquote

from machine import Report, described
from playwright.sync_api import sync_playwright

from puzzlekit import load
from puzzlekit.play.new_game import new_session
from puzzlekit.plugin.discovery import plugins
from puzzlekit.ui.web.site import build_site

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
OWN = Path(__file__).parents[1] / "puzzlekit/ui/web"

#: Code that returns the milliseconds of an act.
TIMED = """async (act) => {
    const element = document.querySelector("#board"), start = performance.now();
    await element.host.act(element.board, ...act);
    return performance.now() - start;
}"""
READY = "() => document.querySelector('#board')?.view?.id"

#: The game on two devices; code that notes when each position is shown, and that plays a move.
GAME = "hex:11,swap=off"
NOTING = """() => {
    window.shown = {};
    document.querySelector("#board").addEventListener("view", ({ detail }) => {
        window.shown[detail.at] ??= performance.timeOrigin + performance.now();
    });
}"""
PLAYING = """(move) => {
    const sent = performance.timeOrigin + performance.now();
    document.querySelector("#board").act("play", move);
    return sent;
}"""


class Handler(http.server.SimpleHTTPRequestHandler):
    extensions_map = {".mjs": "text/javascript", ".js": "text/javascript", ".css": "text/css",
                      ".wasm": "application/wasm", ".html": "text/html", ".svg": "image/svg+xml",
                      ".json": "application/json", "": "application/octet-stream"}  # fmt: skip

    def log_message(self, *_):
        pass


def serve(folder):
    handler = functools.partial(Handler, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/"


def browser_usage(marker):
    """Return the CPU seconds of all processes of the browser, and the megabytes of its tabs."""
    seconds = memory = 0.0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            command = (stat.parent / "cmdline").read_bytes()
            if marker.encode() not in command:
                continue
            fields = stat.read_text().rpartition(")")[2].split()
            pages = (stat.parent / "smaps_rollup").read_text()
        except OSError:
            continue
        seconds += (int(fields[11]) + int(fields[12])) / 100
        if b"--type=renderer" in command:
            memory += int(pages.split("Pss:")[1].split()[0]) / 1000
    return seconds, memory


def first_picture(page, address, marker):
    """Open a game; return wall and CPU seconds until its picture is shown."""
    before, begun = browser_usage(marker)[0], time.monotonic()
    page.goto(address)
    page.wait_for_function(READY, timeout=120_000)
    return time.monotonic() - begun, browser_usage(marker)[0] - before


def act_times(page, url, names):
    """Return the slowest act and the slowest hover of each plugin, and the largest picture."""
    acts, hovers, sizes = {}, {}, {}
    for name in names:
        page.goto(f"{url}#{name}")
        page.wait_for_function(
            f"() => document.querySelector('#board').view?.link?.startsWith('{name}')"
        )
        page.evaluate("document.querySelector('#board').host.stop()")
        for number in range(5):
            link = page.evaluate("document.querySelector('#board').view.link")
            parts = [each for each in link.split("+") if not each.startswith("players=")]
            session = new_session(" ".join(map(unquote, parts)))
            moves = session.rules.legal_moves(session.state)
            elapsed = page.evaluate(TIMED, ["play", moves[len(moves) // 2]])
            page.evaluate("document.querySelector('#board').host.stop()")
            hover = page.evaluate(TIMED, ["hover", 60 + 40 * number, 90])
            if number:  # warm
                acts[name] = max(acts.get(name, 0), elapsed)
                hovers[name] = max(hovers.get(name, 0), hover)
        sizes[name] = page.evaluate("document.querySelector('#board').svg.outerHTML.length / 1e3")
    return acts, hovers, sizes


def worst(values):
    name = max(values, key=values.get)
    return f"{values[name]:.0f} ({name}), median {statistics.median(values.values()):.0f}"


def reply_times(page, url):
    """Return the seconds of the first and of a later reply of a player that thinks a second."""
    page.goto(f"{url}#hex:7")
    page.wait_for_function(READY)
    given = {"game": "hex:7,swap=off", "players": ["human", "mcts:1s"]}
    page.evaluate("given => document.querySelector('#board').open(given)", given)
    seconds = []
    rules = load(given["game"])
    for number in range(1, 4):
        moves = page.evaluate("document.querySelector('#board').view.moves")
        state = functools.reduce(rules.play, moves, rules.start())
        begun = time.monotonic()
        page.evaluate(PLAYING, rules.legal_moves(state)[0])
        page.wait_for_function(
            f"() => document.querySelector('#board').view.moves.length == {2 * number}",
            timeout=60_000,
        )
        seconds.append(time.monotonic() - begun)
    return seconds[0], max(seconds[1:])


def server_latency(browser, players):
    """Return the median and the longest milliseconds until a move is on another device.

    The server is a process of its own, and the clock is that of the two pages.
    """
    command = [sys.executable, "-m", "puzzlekit", "web", GAME, "--players", players]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    link = server.stdout.readline().split()[-1]
    pages = [browser.new_context().new_page() for _ in range(2)]
    for page in pages:
        page.goto(link)
        page.wait_for_function(READY)
    pages[1].evaluate(NOTING)
    rules, times = load(GAME), []
    for _ in range(10):  # too few stones for a win
        moves = pages[0].evaluate("document.querySelector('#board').view.moves")
        state = functools.reduce(rules.play, moves, rules.start())
        sent = pages[0].evaluate(PLAYING, rules.legal_moves(state)[0])
        pages[1].wait_for_function(f"() => window.shown[{len(moves) + 1}]")
        times.append(pages[1].evaluate(f"window.shown[{len(moves) + 1}]") - sent)
        if "mcts" in players:
            pages[0].wait_for_function(
                f"() => document.querySelector('#board').view.at > {len(moves) + 1}"
            )
    server.terminate()
    server.wait()
    return statistics.median(times), max(times)


def lines(*patterns):
    files = (path for pattern in patterns for path in OWN.glob(pattern))
    return sum(len(path.read_text().splitlines()) for path in files)


def main():
    folder = Path(tempfile.mkdtemp())
    build_site(folder)
    report = Report()
    report.say(described("playwright", programs={"Chromium": ["chromium", "--version"]}))
    row = "{:62}{:>34}   {}".format

    def show(what, seen, wanted=""):
        report.say(row(what, seen, wanted).rstrip())

    show("", "seen", "wanted")
    files = [
        path for path in folder.rglob("*") if path.is_file() and path.parent.name != "pictures"
    ]
    image = files.pop(files.index(folder / "image.bin")).stat().st_size / 1e6
    zipped = {path: len(gzip.compress(path.read_bytes(), 9)) / 1e3 for path in files}
    page_size = sum(zipped[path] for path in files if path.suffix in (".html", ".js", ".css"))
    total = sum(zipped.values()) / 1e3
    show("download without pictures and image, MB gzipped", f"{total:.2f}", "6.5")
    show("image of the memory, MB gzipped", f"{image:.2f}")
    show("the page before the first touch, KB gzipped", f"{page_size:.0f}", "60")
    url, profile = serve(folder), tempfile.mkdtemp()
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            profile, executable_path=shutil.which("chromium"), args=ARGUMENTS, headless=True
        )
        page = context.pages[0]
        page.set_default_timeout(120_000)
        for what, wanted in (("first visit", "4"), ("later visit", "2.5")):
            wall, cpu = first_picture(page, f"{url}#pinball", profile)
            show(f"{what}: first picture, wall / CPU s", f"{wall:.1f} / {cpu:.1f}", wanted)
            page.wait_for_timeout(3000)
            page.goto("about:blank")
        first, later = reply_times(page, url)
        show("reply of mcts:1s, first / later, s", f"{first:.2f} / {later:.2f}", "3 / 1.8")
        show("memory of the tab with a computer, MB", f"{browser_usage(profile)[1]:.0f}", "350")
        acts, hovers, sizes = act_times(page, url, sorted(plugins()[0]))
        show("act until its view is shown, all plugins, at most ms", worst(acts), "100")
        show("hover, at most ms", worst(hovers), "20")
        show("picture, at most KB", worst(sizes), "100")
        show("memory of the tab after all plugins, MB", f"{browser_usage(profile)[1]:.0f}")
        context.close()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=ARGUMENTS
        )
        for what, players in (
            ("", "human,human"),
            (", the computer replying", "human,mcts:club"),
        ):
            median, longest = server_latency(browser, players)
            show(
                f"server: move on the other device{what}, ms",
                f"{median:.0f}, at most {longest:.0f}",
                "100",
            )
        browser.close()
    show("lines of Python / JavaScript", f"{lines('*.py')} / {lines('static/*.js')}", "600 / 450")
    report.write("web.txt")
    shutil.rmtree(folder)


if __name__ == "__main__":
    main()
