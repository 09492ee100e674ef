"""Tests for the library: each game has its own entry, even with concurrent writers."""

import gc
import json
import os
import sqlite3
import time
from contextlib import closing

import kills
import pytest
from support import clear_plugin_caches, open_database, play_each, sample_size, twisty_source

from puzzlekit.core.errors import SaveError
from puzzlekit.core.formatting import searchable
from puzzlekit.play import game_database as library_module
from puzzlekit.play import records, saves
from puzzlekit.play.controller import GameController
from puzzlekit.play.game_database import (
    Library,
    LibraryEntry,
    LibraryTarget,
    export_entry,
    open_entry,
)
from puzzlekit.play.new_game import new_session


@pytest.fixture
def library(home):
    return Library()


def start_game(text, *moves, players=None, place=None):
    """Return a controller of a game in the library, after the given moves."""
    controller = GameController(new_session(text, players), target=place or LibraryTarget())
    play_each(controller, *moves)
    return controller


def status_messages(controller):
    """Return a list that collects the status messages of the controller from now on."""
    controller.show_status = (messages := []).append
    return messages


def execute(library, *sql):
    with open_database(library.path) as games:
        return games.execute(*sql).fetchone()


def numbers(entries):
    return [entry.number for entry in entries]


def moves_of(library, number):
    return library.open(number)[0].all_moves


def open_game(number):
    session, place = open_entry(number)
    return GameController(session, target=place)


def test_each_game_is_an_entry(library):
    controller = start_game("hex:3,swap=off", "b2", players=["human", "greedy"])
    start_game("knights", "1-8")
    start_game("hex:3,swap=off", "a1")
    found = library.entries()
    titles = [(entry.number, entry.title, entry.moves) for entry in found]
    assert titles == [(3, "Hex", 1), (2, "Knights", 1), (1, "Hex", 1)]
    assert found[2].players == ("human", "greedy")
    assert found[2].day == time.strftime("%Y-%m-%d")
    assert controller.autosave.save_on_exit() == "Game saved in the library as number 1."


def test_search_ignores_accents():
    entry = LibraryEntry(1, "Échecs", "chess", (), 0.0, 0.0, 9, "Match nul : répétition")
    assert entry.matches(searchable("REPETITION échecs").split())
    assert not entry.matches(["echo"])


def test_number_of_turns(library):
    controller = start_game("cube:2#1", "R", "R", "U")
    assert library.entries()[0].moves == controller.session.move_count == 2


def test_game_is_saved_after_its_first_change(library):
    controller = start_game("hex:3")
    controller.go(0)
    controller.restart()
    assert library.entries() == []
    assert controller.autosave.save_on_exit() == ""
    controller = start_game("hex:5 c3 c4")
    controller.undo()
    assert library.entries() == []  # viewed, not changed
    controller.play("a1")
    assert moves_of(Library(), 1) == ["c3", "a1"]


def test_resumed_game_is_saved_in_its_entry(library):
    start_game("hex:4", "b2", "a1")
    session, place = open_entry(1)
    assert (session.moves, session.setup.id) == (["b2", "a1"], "hex:size=4")
    again = GameController(session, target=place)
    again.undo()
    assert library.open(1)[0].ply == 1
    again.play("d4")
    assert moves_of(library, 1) == ["b2", "d4"]
    assert numbers(library.entries()) == [1]


def test_two_windows_share_a_game(library):
    start_game("hex:4", "b2")
    first, second = open_game(1), open_game(1)
    first.play("a1")
    assert first.message == ""
    second.play("c3")
    assert "continued in another window" in second.message
    second.play("c4")
    first.play("d4")
    assert moves_of(library, 1) == ["b2", "a1", "d4"]
    assert moves_of(library, 2) == ["b2", "c3", "c4"]
    for number, controller in ((1, first), (2, second)):
        saved = f"Game saved in the library as number {number}."
        assert controller.autosave.save_on_exit() == saved


def test_viewing_game_played_elsewhere(library):
    start_game("hex:4", "b2", "a1")
    first, second = open_game(1), open_game(1)
    first.play("c3")
    second.go(0)
    second.go(2)
    assert numbers(library.entries()) == [1]
    assert moves_of(library, 1) == ["b2", "a1", "c3"]


def test_finished_and_unfinished_games(library):
    controller = start_game("hex:2,swap=off", "a1", "b1", "a2")
    start_game("hex:2,swap=off", "a1")
    start_game("knights", "1-8")
    assert [entry.result for entry in library.entries()][:2] == ["", ""]
    assert library.entries()[2].result.startswith("Red wins")
    assert library.unfinished() == {"hex", "knights"}
    assert library.latest_unfinished("hex") == 2
    assert library.latest_unfinished("pinball") is None
    controller.go(0)  # a finished game stays finished
    assert library.entries()[0].result.startswith("Red wins")
    library.add(records.read('[ID "hex:4"] [Result "1-0"] 1. a1 b2 1-0'))  # given up
    assert library.entries()[0].result == "1-0"


def test_search_for_games(library):
    start_game("hex:4", "b2", players=["human", "greedy"])
    start_game("knights", "1-8")
    start_game("shifty:5")
    year = time.strftime("%Y")
    for words, found in (("hex", [1]), ("GREEDY size=4", [1]), ("hex knights", []), (year, [2, 1])):
        assert numbers(library.entries(words)) == found
    assert numbers(library.entries("hex:4")) == [1]  # although its ID is hex:size=4


def test_exported_game_has_its_start_date(library):
    start_game("hex:4", "b2", players=["human", "greedy"])
    execute(library, "UPDATE games SET begun = 1000040000")
    controller = open_game(1)
    controller.play("swap")
    assert '[Date "2001.09.09"]' in records.write(controller.session)
    controller.go(0)
    controller.play("a1")
    assert numbers(library.entries()) == [2, 1]  # a new game
    assert "2001" not in records.write(controller.session)


def test_people_are_listed_by_name(library):
    record = '[ID "hex:4"]\n[Red "Lasker, Emanuel"]\n[Blue "mcts:club"]\n\nc2'
    GameController(records.read(record), target=LibraryTarget()).play("b3")
    (entry,) = library.entries("emanuel lasker")
    assert entry.players == ("Lasker Emanuel", "mcts:club")
    assert "Lasker, Emanuel" in records.write(library.open(entry.number)[0])


def test_deleted_game_can_be_restored(library, monkeypatch):
    start_game("hex:4", "b2")
    start_game("hex:4", "c2")
    library.delete(1)
    assert numbers(library.entries()) == [2]
    assert numbers(library.entries(deleted=True)) == [1]
    assert [entry.moves for entry in library.entries(deleted=True)] == [1]
    library.restore(1)
    assert numbers(library.entries()) == [2, 1]
    library.delete(1)
    later = time.time() + library_module.DELETED_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)
    library.delete(2)
    assert numbers(library.entries(deleted=True)) == [2]  # game 1 is gone for good


@pytest.mark.parametrize(
    ("statement", "number"),
    [
        ("UPDATE games SET deleted = 1", 1),  # moved to the bin
        ("DELETE FROM games", 2),  # gone for good; numbers are never reused
    ],
)
def test_playing_restores_deleted_game(library, statement, number):
    controller = start_game("hex:4", "b2")
    execute(library, statement)
    controller.play("c3")
    assert numbers(library.entries()) == [number]


@pytest.mark.parametrize("number", [0, 7, -1, 10**30])
def test_unknown_number(library, number):
    start_game("hex:4", "b2")
    for act in (library.open, export_entry):
        with pytest.raises(SaveError, match=f"No game {number} "):
            act(number)


def test_export_as_a_record(library, home):
    start_game("hex:4", "b2", "c3")
    path = export_entry(1)
    assert path == home / "records" / "hex-1.pgn"
    assert records.read_file(path).all_moves == ["b2", "c3"]


def test_game_of_puzzle_file_is_found_by_path(library, tmp_path, monkeypatch):
    (tmp_path / "x.cycles").write_text("L: (1 2 3 4 5 6 7)\n")
    monkeypatch.chdir(tmp_path)
    start_game("x.cycles#1", "L")
    assert library.latest_unfinished("x.cycles") == 1
    monkeypatch.chdir("/")
    assert library.open(1)[0].moves == ["L"]
    assert library.latest_unfinished(str(tmp_path / "x.cycles")) == 1


def test_older_saves_are_imported_once(home):
    folder = home / "saves"
    folder.mkdir()
    saves.write(new_session("hex:4 b2"), folder / "hex.json")
    saves.write(new_session("hex:5 c3 c4"), folder / "hex.previous")
    (folder / "knights.json").write_text("{")
    (folder / "letter.txt").write_text("Dear Ann")
    os.utime(folder / "hex.previous", (10**9, 10**9))
    found = Library().entries()
    assert [(entry.game, entry.moves) for entry in found] == [("hex:size=4", 1), ("hex:size=5", 2)]
    assert found[1].changed == 10**9
    assert len(Library().entries()) == 2
    kept = ["hex.json", "hex.previous", "knights.json", "letter.txt"]
    assert sorted(each.name for each in folder.iterdir()) == kept


@pytest.mark.parametrize(
    "content", [b"no database at all" * 99, b"SQLite format 3\0" + b"x" * 5000]
)
def test_damaged_library_is_moved_aside(library, content):
    controller = start_game("hex:4", "b2")
    library.path.write_bytes(content)
    messages = status_messages(controller)
    controller.play("c3")
    assert "was damaged. It has been moved to" in messages[0]
    assert library.path.with_suffix(".damaged").read_bytes() == content
    controller.play("c4")
    assert messages == messages[:1]
    assert moves_of(library, 1) == ["b2", "c3", "c4"]
    del controller
    gc.collect()  # closes the file, whose journal is then empty
    library.path.write_bytes(content)
    with pytest.raises(SaveError, match=r"moved to .*games-2\.damaged"):
        library.entries()
    assert library.entries() == []


def test_journal_is_kept_between_saves(library):
    controller = start_game("hex:4", "b2", "c3")
    journal = library.path.with_name("games.sqlite3-wal")
    written = journal.stat().st_size
    controller.play("c4")
    assert journal.stat().st_size > written
    assert moves_of(library, 1) == ["b2", "c3", "c4"]
    del controller
    gc.collect()
    assert not journal.exists()


def test_library_of_newer_version_is_unchanged(library):
    start_game("hex:4", "b2")
    execute(library, "PRAGMA user_version = 2")
    controller = start_game("hex:4")
    messages = status_messages(controller)
    controller.play("c3")
    assert "install a newer puzzlekit" in messages[0]
    assert execute(library, "SELECT count(*) FROM games") == (1,)


def test_older_saves_of_missing_plugins_are_imported(home, add_plugin):
    path = add_plugin("loops", twisty_source("Loops"))
    folder = home / "saves"
    folder.mkdir()
    saves.write(new_session("loops#3 L"), folder / "loops.json")
    odd = {**json.loads((folder / "loops.json").read_text()), "plugin": "\ud800"}
    (folder / "odd.json").write_text(json.dumps(odd))
    source = path.read_text()
    path.unlink()
    clear_plugin_caches()
    (entry,) = Library().entries()
    assert (entry.game, entry.moves, entry.result) == ("loops#3", 1, "")
    with pytest.raises(SaveError, match="no plugin 'loops'"):
        Library().open(1)
    add_plugin("loops", source)
    assert moves_of(Library(), 1) == ["L"]


def test_folder_that_cannot_be_created(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    library = Library(tmp_path / "file" / "games.sqlite3")
    assert library.entries() == []
    assert library.latest_unfinished("hex") is None
    with pytest.raises(SaveError, match=r"Cannot use .*games\.sqlite3 "):
        library.add(new_session("hex:3 b2"))


@pytest.mark.parametrize("code", [sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, 266])
def test_read_only_library(library, monkeypatch, code):
    start_game("hex:4", "b2")

    def refused(self):
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(Library, "_connect", refused)
    assert numbers(library.entries()) == [1]
    assert moves_of(library, 1) == ["b2"]
    controller = start_game("hex:3")
    messages = status_messages(controller)
    controller.play("b2")
    assert len(messages) == 1
    assert messages[0].startswith("The game is not saved: ")
    assert f"Cannot use {library.path} (attempt to write a readonly database)" in messages[0]


def test_full_disk_keeps_saved_moves(library, monkeypatch):
    controller = start_game("hex:6", "b2")
    connect = Library._connect

    def full(self):
        games = connect(self)
        pages = games.execute("PRAGMA page_count").fetchone()[0]
        games.execute(f"PRAGMA max_page_count = {pages}")
        return games

    monkeypatch.setattr(Library, "_connect", full)
    messages = status_messages(controller)
    monkeypatch.setattr(saves, "dump", lambda session: "x" * 10**6)
    controller.play("c3")
    assert "disk is full" in messages[0]
    monkeypatch.undo()
    assert Library(library.path).open(1)[0].all_moves == ["b2"]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("save = '{\"format\": 1}', checksum = NULL", "Game 1 has missing"),
        ("save = replace(save, 'b2', 'c2')", "Game 1 is damaged"),
    ],
)
def test_damaged_save_is_refused(library, change, message):
    start_game("hex:4", "b2")
    execute(library, f"UPDATE games SET {change}")
    with pytest.raises(SaveError, match=message):
        library.open(1)


@pytest.mark.parametrize(
    "change",
    [
        "changed = 1e300",
        "moves = 'many'",
        "title = x'00ff'",
        "title = CAST(x'c328' AS TEXT)",
        "players = NULL",
        "result = 'Blue wins'",
    ],
)
def test_damaged_row_does_not_hide_others(library, run, change):
    start_game("hex:4", "b2")
    start_game("hex:5", "b2", "c3")
    start_game("knights", "1-8")
    with open_database(library.path) as games:
        if "NULL" in change:
            games.execute("PRAGMA writable_schema = ON")
            games.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
            games.commit()
    execute(library, f"UPDATE games SET {change} WHERE number = 2")
    assert numbers(library.entries()) == [3, 1]
    assert "not listed: 2." in library.damage_notice()
    assert library.latest_unfinished("hex") == 1
    code, out, err = run("games")
    assert code == 0
    assert "Hex" not in out
    assert "hex:size=4" in out
    assert err.count("not listed: 2.") == 1
    assert library.open(2)[0].all_moves == ["b2", "c3"]
    library.delete(2)
    library.entries()
    assert library.damage_notice() == ""


def test_control_characters_are_escaped(library, run):
    start_game("hex:4", "b2")
    execute(library, "UPDATE games SET result = 'a\x1b[2Jb', game = '\x1b]0;x', checksum = NULL")
    for command in (("games",), ("games", "--json")):
        out = "".join(run(*command)[1:])
        assert "\x1b" not in out
    assert "\\x1b[2J" in str(library.entries()[0])


def test_rows_of_older_version_get_checksums(library):
    start_game("hex:4", "b2")
    execute(library, "ALTER TABLE games DROP COLUMN checksum")
    assert numbers(library.entries()) == [1]
    open_game(1).play("c3")
    execute(library, "UPDATE games SET save = replace(save, 'c3', 'c2')")
    with pytest.raises(SaveError, match="damaged"):
        library.open(1)


@pytest.mark.slow
@pytest.mark.parametrize("page", [0, 1, 2, 4])
def test_rescue_games_of_damaged_library(library, page):
    session = new_session("hex:4 b2 c3")
    for _ in range(60):
        library.add(session)
    content = bytearray(library.path.read_bytes())
    content[4096 * page : 4096 * page + 2000] = b"x" * 2000
    library.path.write_bytes(content)
    with pytest.raises(SaveError, match=r"was damaged. It has been moved to .*games were rescued"):
        library.add(session) if library.entries() else None
    found = library.entries()
    assert len(found) >= (60 if page < 3 else 40)
    assert all(library.open(entry.number)[0].all_moves == ["b2", "c3"] for entry in found)
    assert library.add(session).number == max(numbers(found)) + 1
    files = {each.name for each in library.path.parent.iterdir()}
    assert files == {"games.damaged", "games.sqlite3"}


def test_rescued_game_is_unchanged(library):
    controller = start_game("hex:4", "b2")
    content = bytearray(library.path.read_bytes())
    content[100:1000] = b"x" * 900
    library.path.write_bytes(content)
    controller.play("c3")
    assert moves_of(library, 1) == ["b2", "c3"]
    assert numbers(library.entries()) == [1]


@pytest.mark.slow
def test_killed_process_loses_no_move(library, home):
    rounds = sample_size(8, 3)
    lost, moves = kills.run(rounds)
    assert lost == {}
    assert moves > rounds
    assert [each.name for each in home.iterdir()] == ["games.sqlite3"]


def test_locked_library_delays_once(library, monkeypatch):
    monkeypatch.setattr(library_module, "LOCK_SECONDS", 0.2)
    controller = start_game("hex:3,swap=off", "b2")
    waits = []
    connect = sqlite3.connect

    def connected(*given, **more):
        waits.append(more["timeout"])
        return connect(*given, **more)

    with closing(connect(library.path, isolation_level=None)) as other:
        monkeypatch.setattr(sqlite3, "connect", connected)
        other.execute("BEGIN IMMEDIATE")
        controller.play("a1")
        messages = controller.message
        controller.play("a2")
        other.execute("ROLLBACK")
    controller.play("c1")
    assert "is locked by another program" in messages
    assert waits == [0.2, library_module.RETRY_LOCK_SECONDS, library_module.RETRY_LOCK_SECONDS]
    assert controller.message == "Saving works again."
    assert [entry.moves for entry in library.entries()] == [4]


def test_queries_of_launcher_check_few_games(library, monkeypatch):
    for _ in range(3):
        start_game("hex:3,swap=off", "b2")
        start_game("knights", "1-8")
    checked, check = [], library_module._entry_of_row
    monkeypatch.setattr(
        library_module, "_entry_of_row", lambda row: checked.append(1) or check(row)
    )
    assert library.unfinished() == {"hex", "knights"}
    assert library.latest_unfinished("hex") == 5
    assert library.last_played_plugin() == "knights"
    assert len(checked) == 2 + 1 + 1


def test_path_that_the_library_cannot_store(library):
    assert library.latest_unfinished("/home/\udcff/ring.gap") is None


def test_queries_of_launcher_skip_damaged_games(library):
    start_game("hex:3,swap=off", "b2")
    start_game("hex:3,swap=off", "a1")
    start_game("knights", "1-8")
    execute(library, "UPDATE games SET title = 'Hey' WHERE number > 1")
    assert library.unfinished() == {"hex"}
    assert library.latest_unfinished("hex") == 1
    assert library.last_played_plugin() == "hex"
