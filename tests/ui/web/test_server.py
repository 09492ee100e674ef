"""The local server: links, seats, agreed takebacks, wrong requests, and the computer's moves."""

import http.client
import json
import os
import random
import socket
import struct
import sys
from contextlib import contextmanager
from functools import partial

import pytest
from support import run_web_server

from puzzlekit.play.clock import parse
from puzzlekit.play.game_database import Library, LibraryTarget
from puzzlekit.play.new_game import new_session
from puzzlekit.ui.web import server as server_module
from puzzlekit.ui.web import shared_game
from puzzlekit.ui.web.server import MAX_REQUEST, WebServer
from puzzlekit.ui.web.shared_game import SharedGame, unfinished_games


def request(server, path, body=None, *, key=None, **headers):
    """Send a request and return the status and the text of the response."""
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    method = "GET" if body is None else "POST"
    connection.request(method, f"/{key or server.key}/{path}", body, headers)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, text


def post(server, name, *arguments, **more):
    status, text = request(server, name, json.dumps(arguments), **more)
    assert status == 200, text
    return json.loads(text)


@contextmanager
def open_device(server, **given):
    """Open a board on a device; yield a function that acts, one that reads, and the token."""
    opened = post(server, "open", {"link": server.fragment[1:], **given})
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
    connection.request("GET", f"/{server.key}/events/{opened['board']}")
    events = connection.getresponse()

    def read(until=lambda view: True):
        signs_of_life = 0
        while signs_of_life < 20:
            line = events.readline()
            signs_of_life += b"alive" in line[:15]
            if line.startswith(b"data: {") and until(view := json.loads(line[6:])):
                return view
        pytest.fail("no such view arrives")

    def act(*act):
        post(server, "act", opened["board"], *act)

    first = read()
    assert first["svg"]
    yield act, read, opened["token"]
    events.close()
    connection.close()


def test_no_name_lookup_and_no_shared_port(start_server, monkeypatch):
    lookups = []
    monkeypatch.setattr(socket, "getfqdn", lookups.append)
    server = start_server()
    assert not lookups
    with pytest.raises(OSError, match=r"in use|Only one usage"):  # on Windows
        WebServer(("127.0.0.1", server.server_port))


def test_only_valid_links_are_served(start_server):
    server = start_server()
    status, text = request(server, "")
    assert status == 200
    assert '"id": "hex"' in text
    assert request(server, "board.js")[0] == 200
    assert request(server, "pictures/hex-dark.svg")[1].startswith("<svg")
    for key in ("wrong", server.key[:-1], server.key + "x", ".."):
        status, text = request(server, "", key=key)
        assert status == 403
        assert text.endswith(">This link is not valid. Ask for a new one.")
    for path in (
        "nothing",
        "../page.py",
        "%2e%2e/page.py",
        "events/none",
        "pictures/none-dark.svg",
    ):
        assert request(server, path)[0] in (400, 404, 410)
    for scheme in ("http", "https"):  # a proxy may add encryption
        own = f"{scheme}://127.0.0.1:{server.server_port}"
        assert request(server, "rules", '["hex:3", "light"]', Origin=own)[0] == 200
    for origin in ("http://elsewhere.example", "https://127.0.0.1", "null"):
        assert request(server, "rules", "[]", Origin=origin)[0] == 403


def test_moves_reach_other_device_and_are_saved(start_server):
    server = start_server("hex:3,swap=off", shared=True)
    with open_device(server) as (act, read, token), open_device(server) as (act_2, read_2, token_2):
        assert token != token_2
        act("play", "b2")
        assert read_2(lambda view: view["moves"] == ["b2"])["at"] == 1
        act("play", "a1")  # not this seat's turn
        assert read(lambda view: "not your turn" in view.get("message", ""))
        act_2("play", "a1")
        view = read(lambda view: len(view["moves"]) == 2)
        assert (view["moves"], view["message"]) == (["b2", "a1"], "Place a stone")
    assert Library().unfinished() == {"hex"}
    with open_device(server, token=token) as (act, read, again):
        assert again == token
        act("play", "c1")
        read(lambda view: len(view["moves"]) == 3)


def test_seats_requests_and_prompts_of_devices(start_server):
    server = start_server("hex:3 b2", shared=True)
    with open_device(server) as (act, read, _), open_device(server) as (act_2, read_2, _):
        act("look")
        act_2("look")
        first, second = read(), read_2()
        assert [seat["player"] for seat in first["seats"]] == ["You", "Human"]
        assert [seat["player"] for seat in second["seats"]] == ["Human", "You"]
        assert (first["answers"], second["answers"]) == ([], [["Swap", "swap"]])
        assert (first["message"], second["message"]) == ("", "Place a stone")
        act("undo")
        assert read(lambda view: view["message"])["message"] == "Waiting for an answer…"
        assert read_2(has_button("accept"))["message"] == "Red asks to take back a move"
        act_2("type", "c9")  # which does not hide the request
        assert read_2()["message"] == "Red asks to take back a move"
        act_2("decline")
        view = read(lambda view: not view["message"].startswith("Wait"))
        assert (view["message"], view["types"]) == ("Declined", True)
    opened = post(server, "open", {}, key=server.spectator_key)
    view = server.boards[opened["board"]].view()
    assert (view["message"], view["types"]) == ("You are watching this game.", False)


@pytest.mark.slow
def test_devices_see_who_is_missing(start_server, monkeypatch):
    monkeypatch.setattr(server_module, "ALIVE_SECONDS", 0.05)
    server = start_server("hex:2,swap=off a1 b1", shared=True)

    def shows(*sides):
        return lambda view: [each["side"] for each in view.get("seats", ())] == [*sides]

    with open_device(server) as (act, read, token):
        act("look")
        read(shows("Red", "Blue · waiting for a player"))
        with open_device(server) as (act_2, read_2, _), open_device(server, token=token) as (*_, t):
            assert t == token
            read(shows("Red", "Blue"))
            act("play", "a2")
            act_2("rematch")
            read_2(shows("Red", "Blue"))
        read(shows("Red · away", "Blue"))  # after the connections of both others have failed
        if sys.platform == "linux":  # a sleeping device does not close its connection
            option = socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT
            assert any(each.getsockopt(*option) == 100 for each in list(server._connections))


def test_rematch(start_server):
    server = start_server("hex:2,swap=off a1 b1", shared=True)
    with open_device(server) as (act, read, token), open_device(server) as (act_2, read_2, _):
        act("rematch")
        read(lambda view: view.get("message") == "You can do this after the game.")
        act("play", "a2")
        read(has_button("rematch"))
        act("go", 1)  # both look at the game together
        act_2("go", 2)
        assert read_2(lambda view: view["at"] == 2)["buttons"]
        act_2("rematch")
        assert read_2(lambda view: not view["moves"])["seats"][0]["player"] == "You"
        act_2("play", "a1")
        assert read(lambda view: view["moves"] == ["a1"])["message"] == "Place a stone"
    assert [entry.moves for entry in Library().entries()] == [1, 3]
    with open_device(server, token=token) as (act, read, _):
        act("play", "b1")
        assert read(lambda view: view["moves"] == ["a1", "b1"])


def test_same_command_resumes_shared_game(home):
    arguments = ("hex:3,swap=off", "--lan", "--clock", "5+3")
    with (
        run_web_server(*arguments) as first,
        open_device(first) as (act, read, token),
        open_device(first) as (act_2, read_2, other),
    ):
        act("play", "b2")
        read_2(lambda view: view["moves"])
        with run_web_server(*arguments) as second:  # another table, because the port is in use
            assert second.keys != first.keys
        act_2("play", "a1")
        read(lambda view: len(view["moves"]) == 2)
    with run_web_server("hex:3", "--lan") as another:
        assert another.keys != first.keys
    with run_web_server(*arguments) as again:
        assert (again.server_port, again.keys) == (first.server_port, first.keys)
        with open_device(again, token=other) as (act_2, read_2, _):
            act_2("look")
            view = read_2()
            assert [seat["player"] for seat in view["seats"]] == ["Human", "You"]
            assert view["seats"][0]["clock"] == "5:00"
            assert view["seats"][0]["side"] == "Red · away"
            with open_device(again, token=token) as (act, read, _):
                act("play", "b1")
                read_2(lambda view: len(view["moves"]) == 3)
                act("resign")
                read_2(lambda view: view["status"].startswith("Blue wins"))
    with run_web_server(*arguments) as new:
        assert new.keys != first.keys
    assert [entry.moves for entry in Library().entries()] == [3]


def test_clock_of_resumed_game_waits_for_player_to_move(start_server):
    session = new_session("hex:3,swap=off b2", control=parse("5+3"))
    target = LibraryTarget()
    target.save(session)
    shared = SharedGame(seats={"red": 0, "blue": 1})
    server = start_server(session, shared=shared, saved=target)
    with open_device(server, token="red"):
        assert session.clock.seat is None
    with open_device(server, token="blue"):
        assert session.clock.seat == 1


def test_devices_choose_seats_again_at_another_address(home, monkeypatch):
    target = LibraryTarget()
    target.save(new_session("hex:3 b2"))
    shared = SharedGame(["hex:3", None, None], "192.0.2.1", 80, seats={"red": 0})
    shared.save(1, 0)
    find = partial(unfinished_games, shared.command)
    assert list(find("192.0.2.1", 0)) == list(find("192.0.2.1", 80)) == [(1, shared)]
    assert not list(find("192.0.2.1", 81))
    [(number, other)] = find("192.0.2.2", 0)
    assert (number, other.seats, other.port) == (1, {}, 80)
    assert other.key != shared.key
    path = home / "shared" / "80.json"
    if os.name == "posix":
        assert path.stat().st_mode & 0o77 == 0
    text = path.read_text()
    for damaged in (
        "[]",
        "{",
        text.replace("80", '"80"'),
        text.replace("80", "99999"),
        text.replace("{", '{"more": 1, ', 1),
    ):
        path.write_text(damaged)
        assert not list(find("192.0.2.1", 0))
    path.write_text(text)
    with monkeypatch.context() as patch:
        patch.setattr(shared_game, "MAX_AGE", 0.0)
        assert not list(find("192.0.2.1", 0))
    Library().delete(1)
    assert not list(find("192.0.2.1", 0))


def test_takebacks_and_draws_need_consent(start_server):
    server = start_server("permute:4,swap=off", shared=True)
    with open_device(server) as (act, read, _), open_device(server) as (act_2, read_2, _):
        rules = server.table.controller.rules
        act("play", rules.legal_moves(rules.start())[0])
        read_2(lambda view: len(view["moves"]) == 1)
        act("undo")
        labels = [each["act"] for each in read_2(has_button("decline"))["buttons"]]
        assert labels == ["accept", "decline"]
        act_2("decline")
        read(lambda view: has_button("undo")(view) and len(view["moves"]) == 1)
        act("undo")
        act("accept")  # one cannot accept one's own wish
        assert len(read_2(has_button("accept"))["moves"]) == 1
        act_2("accept")
        assert read(lambda view: view["at"] == 0)["at"] == 0


def test_takeback_of_turn_with_several_moves(start_server):
    server = start_server(
        "catchup:3 b3 b1 d2", shared=True
    )  # the second player has placed two stones
    session = server.table.controller.session
    assert [session.rules.turn(session.state_at(ply)) for ply in range(4)] == [0, 1, 1, 0]
    with open_device(server) as (act, read, _), open_device(server) as (act_2, _, _):
        act("undo")
        act_2("accept")
        assert read(lambda view: not view["at"])["moves"]


@pytest.mark.parametrize("act", [("go", 0), ("restart",), ("redo",), ("hint",), ("type", "c1 a2")])
def test_seat_cannot_act_for_the_other(start_server, act):
    server = start_server("hex:3,swap=off b2 a1", shared=True)
    session = server.table.controller.session
    with open_device(server) as (act_1, read, _):
        act_1(*act)
        message = read(lambda view: view["message"])["message"]
        assert "after the game" in message or "c1 a2" in message
    assert (session.moves, session.ply) == (["b2", "a1"], 2)
    assert server.table.controller.request is None


def test_takeback_against_computer(start_server):
    server = start_server("hex:3,swap=off", ["human", "random"], shared=True)
    with open_device(server) as (act, read, _):
        act("play", "b2")
        read(lambda view: len(view["moves"]) == 2)
        act("undo")
        assert read(lambda view: view["at"] == 0)


def test_game_link_also_opens_gallery_and_new_games(start_server):
    server = start_server("hex:3,swap=off b2", ["human", "random"])
    assert server.fragment == "#hex:size=3,swap=off+players=human,random+b2"
    assert '"id": "pinball"' in request(server, "")[1]
    for given, game in (({}, "hex:size=3,swap=off"), ({"link": "", "game": "pinball"}, "pinball")):
        with open_device(server, **given) as (act, read, _):
            act("look")
            assert read()["id"].startswith(game)


def test_connections_share_board(start_server):
    server = start_server("hex:3,swap=off")
    with (
        open_device(server) as (act, read, _),
        open_device(server, save=next(iter(server.boards))) as (_, read_2, _),
    ):
        act("play", "b2")
        for read_one in (read, read_2):
            assert "svg" in read_one(lambda view: view["moves"])


def test_reloaded_page_gets_its_board(start_server):
    server = start_server()
    opened = post(server, "open", {"game": "hex:3", "players": ["human", "random"]})
    post(server, "act", opened["board"], "go", 0)
    given = {"game": "hex:3", "save": opened["board"]}
    assert post(server, "open", given)["board"] == opened["board"]
    assert post(server, "open", {**given, "save": "none"})["board"] != opened["board"]


def has_button(act):
    return lambda view: any(each["act"] == act for each in view["buttons"])


def test_spectators_and_extra_devices(start_server):
    server = start_server("hex:3,swap=off", shared=True)
    with open_device(server), open_device(server), open_device(server) as (act, read, _):
        act("play", "b2")
        assert read(lambda view: "watching" in view.get("message", ""))
    opened = post(server, "open", {}, key=server.spectator_key)
    post(server, "act", opened["board"], "play", "b2", key=server.spectator_key)
    post(server, "act", opened["board"], "resign", key=server.spectator_key)
    assert server.table.controller.session.moves == []
    assert server.table.controller.session.ending is None


def test_each_gallery_page_has_its_board(start_server):
    server = start_server()
    with (
        open_device(server, game="pinball"),
        open_device(server, game="fifteen:3") as (act, read, _),
    ):
        act("hover", 100, 100)
        assert "svg" not in read()
        act("hint")
        assert read(lambda view: view.get("message"))["id"].startswith("fifteen")
    status, text = request(server, "open", json.dumps([{"game": "hxe"}]))
    assert status == 400
    assert "Did you mean 'hex'?" in text


def test_files_are_not_opened(start_server, tmp_path):
    secret = tmp_path / "secret.toml"
    secret.write_text("the secret")
    server = start_server()
    for name, arguments in (
        ("open", [{"game": str(secret)}]),
        ("open", [{"game": str(secret), "lesson": True}]),
        ("rules", [str(secret), "light"]),
        ("variants", [str(secret)]),
    ):
        status, text = request(server, name, json.dumps(arguments))
        assert status == 400
        assert "in another folder and was not opened" in text


def test_shared_game_creates_no_others(start_server):
    # Creating them can take seconds, which a spectator could repeat.
    server = start_server("hex:3,swap=off", shared=True)
    own, other = (
        post(server, "rules", game, "light", key=server.spectator_key)
        for game in ("hex:3,swap=off", "solid:i v 0.1 v 0.2 f 0.3 e 0.1")
    )
    assert own == other
    assert own[0]["sections"][0]["pictures"]
    for name, *arguments in (("variants", '["hex"]'), ("pictures/hex-light.svg",)):
        assert request(server, name, *arguments, key=server.spectator_key)[0] == 404


@pytest.mark.slow
def test_malformed_requests(start_server):
    server = start_server("hex:3,swap=off", shared=True)
    with open_device(server) as (act, read, _):
        board = next(iter(server.boards))
        rng = random.Random(1)
        values = [None, True, -1, 1e300, "press", "x" * 5000, [], {}, [[[]]], board, "play", "b2\n"]
        connection = http.client.HTTPConnection("127.0.0.1", server.server_port, timeout=20)
        for number in range(1000):
            name = rng.choice(["open", "act", "act", "rules", "variants", "none", "act/x"])
            given = [board] * (name == "act") + rng.choices(values, k=rng.randrange(4))
            body = json.dumps(given)[: rng.choice([5, 9_999])]
            if number % 50 == 0:
                body = "[" * 3_000
            connection.request("POST", f"/{server.key}/{name}", body)
            response = connection.getresponse()
            text = response.read().decode()
            assert response.status in (200, 400, 404, 410), text
            assert "Traceback" not in text
        huge = {"Content-Length": str(MAX_REQUEST + 1)}
        assert request(server, "act", "", **huge)[0] == 413
        assert server.table.controller.session.moves == []
        act("play", "b2")
        assert read(lambda view: view["moves"])["moves"] == ["b2"]


def test_boards_in_use_are_kept(start_server, monkeypatch):
    monkeypatch.setattr(server_module, "MAX_BOARDS", 2)
    server = start_server("hex:3,swap=off", shared=True)
    with open_device(server) as (act, read, _):
        for _ in range(5):
            post(server, "open", {}, key=server.spectator_key)
        assert len(server.boards) == 3
        act("play", "b2")
        assert read(lambda view: view["moves"])["moves"] == ["b2"]


def test_broken_connections_are_ignored(start_server, capsys):
    server = start_server()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        connection, address = listener.accept()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()  # with a reset
    server.process_request_thread(connection, address)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("limit", ["MAX_CONNECTIONS", "MAX_DEVICE_CONNECTIONS"])
def test_connection_limit(start_server, monkeypatch, limit):
    server = start_server()
    with monkeypatch.context() as patch:
        patch.setattr(server_module, limit, 0)
        with pytest.raises(ConnectionError):
            request(server, "")
    for _ in range(server_module.MAX_DEVICE_CONNECTIONS + 1):  # closed connections do not count
        assert request(server, "")[0] == 200


def test_connection_limit_per_device(start_server, monkeypatch):
    server = start_server()
    monkeypatch.setattr(server_module, "MAX_DEVICE_CONNECTIONS", 2)
    connections = [socket.socket() for _ in range(5)]
    accepted = [server.verify_request(each, ("192.0.2.1", 80)) for each in connections[:4]]
    assert accepted == [True, True, False, False]
    assert server.verify_request(connections[4], ("192.0.2.2", 80))
    for each in connections:
        server.shutdown_request(each)
    assert server.verify_request(connections[0], ("192.0.2.1", 80))


def test_server_survives_failing_plugin(start_server, monkeypatch):
    server = start_server("hex:3,swap=off", ["human", "random"])
    kind = type(server.table.controller.rules.unwrapped)
    with open_device(server) as (act, read, _):
        with monkeypatch.context() as patch:
            patch.setattr(kind, "status", lambda *_: 1 / 0)
            act("play", "b2")
            read(lambda view: "ZeroDivisionError" in view["message"])
            read(lambda view: "ZeroDivisionError" in view["message"])  # after the reply
        act("look")
        assert len(read(lambda view: len(view["moves"]) == 2)["moves"]) == 2
        act("undo")
        assert read(lambda view: not view["at"])
