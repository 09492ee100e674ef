"""Tests for the library: each game has its own entry, even with concurrent writers."""

import json
import os
import sqlite3
import time
from contextlib import closing

import kills
import pytest

from puzzlekit.core.errors import SaveError
from puzzlekit.play import library as library_module
from puzzlekit.play import records, saves
from puzzlekit.play.controller import GameController
from puzzlekit.play.library import Library
from puzzlekit.play.library_entry import LibraryTarget, export_entry, open_entry
from puzzlekit.play.new_game import new_session, rematch


@pytest.fixture
def library(home):
    return Library()


def begun(text, *moves, players=None, place=None):
    """Return a controller of a game in the library, after the given moves."""
    table = GameController(new_session(text, players), place=place or LibraryTarget())
    for move in moves:
        table.play(move)
    return table


def heard(table):
    """Return a list that collects the status messages of the controller from now on."""
    table.show_status = (said := []).append
    return said


def execute(library, *sql):
    with sqlite3.connect(library.path) as games:
        return games.execute(*sql).fetchone()


def numbers(entries):
    return [entry.number for entry in entries]


def test_every_game_is_an_entry_of_its_own(library):
    table = begun("hex:3,swap=off", "b2", players=["human", "greedy"])
    begun("knights", "1-8")
    begun("hex:3,swap=off", "a1")
    found = library.entries()
    assert [(entry.number, entry.title, entry.moves) for entry in found] == [
        (3, "Hex", 1),
        (2, "Knights", 1),
        (1, "Hex", 1),
    ]
    assert found[2].players == ("human", "greedy")
    assert found[2].day == time.strftime("%Y-%m-%d")
    assert table.autosave.save_on_exit() == "Game saved in the library as number 1."


def test_nothing_is_kept_before_a_move(library):
    table = begun("hex:3")
    table.go(0)
    table.restart()
    assert library.entries() == []
    assert table.autosave.save_on_exit() == ""


def test_a_game_with_moves_is_kept_when_it_is_changed(library):
    table = begun("hex:5 c3 c4")
    table.undo()
    assert library.entries() == []  # viewed, not changed
    table.play("a1")
    assert Library().open(1)[0].all_moves == ["c3", "a1"]


def test_a_game_goes_on_in_its_entry(library):
    begun("hex:4", "b2", "a1")
    session, place = open_entry(1)
    assert (session.moves, session.setup.id) == (["b2", "a1"], "hex:size=4")
    again = GameController(session, place=place)
    again.undo()
    assert library.open(1)[0].ply == 1
    again.play("d4")
    assert library.open(1)[0].all_moves == ["b2", "d4"]
    assert numbers(library.entries()) == [1]


def test_new_leaves_the_old_game(library):
    table = begun("hex:3", "b2")
    again = GameController(rematch(table.session), place=LibraryTarget())
    again.play("a1")
    assert numbers(library.entries()) == [2, 1]
    assert library.latest("hex") == 2


def test_two_windows_with_one_game_lose_nothing(library):
    begun("hex:4", "b2")
    first, second = (
        GameController(session, place=place) for session, place in (open_entry(1), open_entry(1))
    )
    first.play("a1")
    second.play("c3")
    second.play("c4")
    first.play("d4")
    assert library.open(1)[0].all_moves == ["b2", "a1", "d4"]
    assert library.open(2)[0].all_moves == ["b2", "c3", "c4"]
    assert first.autosave.save_on_exit() == "Game saved in the library as number 1."
    assert second.autosave.save_on_exit() == "Game saved in the library as number 2."


def test_who_comes_second_is_told(library):
    begun("hex:4", "b2")
    (one, place), (two, other) = open_entry(1), open_entry(1)
    one.play("a1")
    assert place.save(one) == ""
    two.play("c3")
    assert "continued in another window" in other.save(two)
    assert other.version.number == 2


def test_only_looking_at_a_game_that_somebody_goes_on_with_adds_none(library):
    begun("hex:4", "b2", "a1")
    first, second = (
        GameController(session, place=place) for session, place in (open_entry(1), open_entry(1))
    )
    first.play("c3")
    second.go(0)
    second.go(2)
    assert numbers(library.entries()) == [1]
    assert library.open(1)[0].all_moves == ["b2", "a1", "c3"]


def test_finished_games_are_told_from_unfinished_ones(library):
    begun("hex:2,swap=off", "a1", "b1", "a2")
    begun("hex:2,swap=off", "a1")
    begun("knights", "1-8")
    assert [entry.result for entry in library.entries()][:2] == ["", ""]
    assert library.entries()[2].result.startswith("Red wins")
    assert library.unfinished() == {"hex", "knights"}
    assert library.latest("hex") == 2
    assert library.latest("pinball") is None


def test_a_game_looked_back_at_is_as_finished_as_before(library):
    table = begun("hex:2,swap=off", "a1", "b1", "a2")
    table.go(0)
    assert library.entries()[0].result.startswith("Red wins")


def test_a_game_that_was_given_up_in_a_record_is_finished(library):
    session = records.read('[ID "hex:4"] [Result "1-0"] 1. a1 b2 1-0')
    library.add(session)
    assert library.entries()[0].result == "1-0"


def test_games_are_searched_for(library):
    begun("hex:4", "b2", players=["human", "greedy"])
    begun("knights", "1-8")
    begun("shifty:5")
    assert numbers(library.entries("hex")) == [1]
    assert numbers(library.entries("GREEDY size=4")) == [1]
    assert numbers(library.entries("hex knights")) == []
    assert numbers(library.entries(time.strftime("%Y"))) == [2, 1]


def test_what_is_deleted_comes_back(library, monkeypatch):
    begun("hex:4", "b2")
    begun("hex:4", "c2")
    library.delete(1)
    assert numbers(library.entries()) == [2]
    assert numbers(library.entries(deleted=True)) == [1]
    assert library.entry(1).moves == 1
    library.restore(1)
    assert numbers(library.entries()) == [2, 1]
    library.delete(1)
    later = time.time() + library_module.DELETED_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)
    library.delete(2)
    assert numbers(library.entries(deleted=True)) == [2]  # game 1 is gone for good


def test_going_on_with_a_deleted_game_brings_it_back(library):
    table = begun("hex:4", "b2")
    library.delete(1)
    table.play("c3")
    assert numbers(library.entries()) == [1]


def test_a_game_that_is_gone_for_good_is_kept_anew(library):
    table = begun("hex:4", "b2")
    execute(library, "DELETE FROM games")
    table.play("c3")
    assert [entry.number for entry in library.entries()] == [2]  # numbers are never reused


@pytest.mark.parametrize("number", [0, 7, -1, 10**30])
def test_there_is_no_such_game(library, number):
    begun("hex:4", "b2")
    for act in (library.entry, library.open, export_entry):
        with pytest.raises(SaveError, match=f"No game {number} "):
            act(number)


def test_a_game_is_exported_as_a_record(library, home):
    begun("hex:4", "b2", "c3")
    path = export_entry(1)
    assert path == home / "records" / "hex-1.pgn"
    assert records.read_file(path).all_moves == ["b2", "c3"]


def test_a_game_of_a_puzzle_file_is_found_by_its_path(library, tmp_path, monkeypatch):
    (tmp_path / "x.cycles").write_text("L: (1 2 3 4 5 6 7)\n")
    monkeypatch.chdir(tmp_path)
    begun("x.cycles#1", "L")
    assert library.latest("x.cycles") == 1
    monkeypatch.chdir("/")
    assert library.open(1)[0].moves == ["L"]
    assert library.latest(str(tmp_path / "x.cycles")) == 1


def test_older_saves_are_taken_over_once_and_stay(home):
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
    assert sorted(each.name for each in folder.iterdir()) == [
        "hex.json",
        "hex.previous",
        "knights.json",
        "letter.txt",
    ]


@pytest.mark.parametrize(
    "content", [b"no database at all" * 99, b"SQLite format 3\0" + b"x" * 5000]
)
def test_a_damaged_library_is_moved_aside_and_nothing_is_lost(library, content):
    table = begun("hex:4", "b2")
    library.path.write_bytes(content)
    said = heard(table)
    table.play("c3")
    assert "was damaged. It has been moved to" in said[0]
    assert library.path.with_suffix(".damaged").read_bytes() == content
    table.play("c4")
    assert said == said[:1]
    assert library.open(1)[0].all_moves == ["b2", "c3", "c4"]
    library.path.write_bytes(content)
    with pytest.raises(SaveError, match=r"moved to .*damaged-2"):
        library.entries()
    assert library.entries() == []


def test_a_library_of_a_newer_puzzlekit_is_left_alone(library):
    begun("hex:4", "b2")
    execute(library, "PRAGMA user_version = 2")
    table = begun("hex:4")
    said = heard(table)
    table.play("c3")
    assert "install a newer puzzlekit" in said[0]
    assert execute(library, "SELECT count(*) FROM games") == (1,)


def test_a_folder_in_which_nothing_can_be_made(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    library = Library(tmp_path / "file" / "games.sqlite3")
    assert library.entries() == []
    assert library.latest("hex") is None
    with pytest.raises(SaveError, match=r"Cannot use .*games\.sqlite3 "):
        library.add(new_session("hex:3 b2"))


@pytest.mark.parametrize("code", [sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR, 266])
def test_a_library_that_can_only_be_read_is_read(library, monkeypatch, code):
    begun("hex:4", "b2")

    def refused(self):
        error = sqlite3.OperationalError("attempt to write a readonly database")
        error.sqlite_errorcode = code
        raise error

    monkeypatch.setattr(Library, "_connect", refused)
    assert numbers(library.entries()) == [1]
    assert library.open(1)[0].all_moves == ["b2"]
    table = begun("hex:3")
    said = heard(table)
    table.play("b2")
    assert len(said) == 1
    assert said[0].startswith("The game is not saved: ")
    assert f"Cannot use {library.path} (attempt to write a readonly database)" in said[0]


def test_a_full_disk_loses_nothing(library, monkeypatch):
    table = begun("hex:6", "b2")
    connect = Library._connect

    def full(self):
        games = connect(self)
        pages = games.execute("PRAGMA page_count").fetchone()[0]
        games.execute(f"PRAGMA max_page_count = {pages}")
        return games

    monkeypatch.setattr(Library, "_connect", full)
    said = heard(table)
    monkeypatch.setattr(saves, "dump", lambda session: "x" * 10**6)
    table.play("c3")
    assert "disk is full" in said[0]
    monkeypatch.undo()
    assert Library(library.path).open(1)[0].all_moves == ["b2"]


def test_a_save_in_the_library_that_makes_no_sense_is_told_of(library):
    begun("hex:4", "b2")
    execute(library, "UPDATE games SET save = ?, checksum = NULL", (json.dumps({"format": 1}),))
    with pytest.raises(SaveError, match="Game 1 has missing"):
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
def test_a_damaged_row_hides_no_other(library, run, change):
    begun("hex:4", "b2")
    begun("hex:5", "b2", "c3")
    begun("knights", "1-8")
    with sqlite3.connect(library.path) as games:
        if "NULL" in change:
            games.execute("PRAGMA writable_schema = ON")
            games.execute("UPDATE sqlite_master SET sql = replace(sql, ' NOT NULL', '')")
            games.commit()
    execute(library, f"UPDATE games SET {change} WHERE number = 2")
    assert numbers(library.entries()) == [3, 1]
    assert "not listed: 2." in library.damage()
    assert library.latest("hex") == 1
    code, out, err = run("games")
    assert code == 0
    assert "Hex" not in out
    assert "hex:size=4" in out
    assert err.count("not listed: 2.") == 1
    with pytest.raises(SaveError, match="Game 2 is damaged"):
        library.entry(2)
    assert library.open(2)[0].all_moves == ["b2", "c3"]
    library.delete(2)
    library.entries()
    assert library.damage() == ""


def test_a_changed_save_is_not_played_on(library):
    begun("hex:4", "b2")
    execute(library, "UPDATE games SET save = replace(save, 'b2', 'c2')")
    with pytest.raises(SaveError, match="Game 1 is damaged"):
        library.open(1)


def test_control_characters_in_a_row_are_escaped(library, run):
    begun("hex:4", "b2")
    execute(library, "UPDATE games SET result = 'a\x1b[2Jb', game = '\x1b]0;x', checksum = NULL")
    for command in (("games",), ("games", "--json")):
        out = "".join(run(*command)[1:])
        assert "\x1b" not in out
    assert "\\x1b[2J" in str(library.entries()[0])


def test_the_rows_of_an_older_version_are_read_and_checked_from_then_on(library):
    begun("hex:4", "b2")
    execute(library, "ALTER TABLE games DROP COLUMN checksum")
    assert numbers(library.entries()) == [1]
    session, place = open_entry(1)
    GameController(session, place=place).play("c3")
    execute(library, "UPDATE games SET save = replace(save, 'c3', 'c2')")
    with pytest.raises(SaveError, match="damaged"):
        library.open(1)


@pytest.mark.parametrize("page", [0, 1, 2, 4])
def test_the_games_of_a_damaged_library_are_rescued(library, page):
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
    assert sorted(each.name for each in library.path.parent.iterdir()) == [
        "games.damaged",
        "games.sqlite3",
    ]


def test_a_game_that_is_rescued_stays_the_same(library):
    table = begun("hex:4", "b2")
    content = bytearray(library.path.read_bytes())
    content[100:1000] = b"x" * 900
    library.path.write_bytes(content)
    table.play("c3")
    assert library.open(1)[0].all_moves == ["b2", "c3"]
    assert numbers(library.entries()) == [1]


@pytest.mark.slow
def test_whoever_is_killed_has_lost_no_move(library, home):
    lost, moves = kills.run(8)
    assert lost == {}
    assert moves > 8
    assert [each.name for each in home.iterdir()] == ["games.sqlite3"]


def test_a_library_that_another_program_holds_is_waited_for_once(library, monkeypatch):
    monkeypatch.setattr(library_module, "LOCK_SECONDS", 0.2)
    table = begun("hex:3,swap=off", "b2")
    waits = []
    connect = sqlite3.connect

    def connected(*given, **more):
        waits.append(more["timeout"])
        return connect(*given, **more)

    with closing(connect(library.path, isolation_level=None)) as other:
        monkeypatch.setattr(sqlite3, "connect", connected)
        other.execute("BEGIN IMMEDIATE")
        table.play("a1")
        said = table.message
        table.play("a2")
        other.execute("ROLLBACK")
    table.play("c1")
    assert "is locked by another program" in said
    assert waits == [0.2, library_module.RETRY_LOCK_SECONDS, library_module.RETRY_LOCK_SECONDS]
    assert table.message == "Saving works again."
    assert [entry.moves for entry in library.entries()] == [4]
