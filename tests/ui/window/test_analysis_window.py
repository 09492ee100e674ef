"""Tests for the analysis in the window: graph, mistakes and engine lines."""

import pygame
import pytest
from support import send_replies

from puzzlekit.core.errors import PuzzlekitError
from puzzlekit.play.engine import Evaluation
from puzzlekit.players.player import SearchResult
from puzzlekit.ui.window.game.workers import Workers


@pytest.fixture
def open_analysed_game(app, monkeypatch):
    """Return a function that opens a game whose analysis has received `REPLIES`."""
    monkeypatch.setattr(Workers, "analyse", lambda self, nodes: setattr(self, "_nodes", nodes))

    def start(**settings):
        window = app("hex:4,swap=off a1 a2 a3 a4", ["human", "human"], **settings)
        send_replies(window.screen.workers.analysis, window.screen.session.tree.main_line())
        return window

    return start


@pytest.mark.parametrize("size", [(1280, 800), (480, 360)])
def test_game_analysis(open_analysed_game, size):
    window = open_analysed_game(size=size)
    session = window.screen.session
    window.press(pygame.K_F9)
    graph = window.widget("graph")
    assert graph.chances == [0.6, 0.5, 0.9, None, 0.3]
    assert graph.mistakes == {2}
    window.click(graph._column(3).center)
    assert session.ply == 3
    window.press(pygame.K_LEFT)
    assert session.ply == 2
    window.press(pygame.K_RIGHT)
    window.click("row 1… a2")
    assert session.ply == 2
    window.click("add")
    assert [node.move for node in session.tree.node.parent.children] == ["a2", "c1"]
    assert session.tree.node.mark == "?"
    window.press(pygame.K_ESCAPE)
    assert not window.dialogs
    assert window.screen.workers.analysed_line == ()


def test_graph_follows_first_player_after_swap(app, monkeypatch):
    monkeypatch.setattr(Workers, "analyse", lambda self, nodes: None)
    window = app("hex:4 a1 swap b2", ["human", "human"])
    analysis, nodes = window.screen.workers.analysis, window.screen.session.tree.main_line()
    while (request := analysis.next_request(nodes, [200])) is not None:
        chance = (0.8, 0.2, 0.8, 0.2)[len(request.moves)]  # always 80% for the first player
        analysis.receive(request, Evaluation((SearchResult("d4", ("d4",), chance, 200),)))
    window.press(pygame.K_F9)
    graph = window.widget("graph")
    columns = [graph._column(ply) for ply in range(4)]
    bottom = [window.surface.get_at((each.centerx, each.bottom - 5)) for each in columns]
    red, _, _, blue = bottom
    assert bottom == [red, red, blue, blue]
    assert red != blue
    assert window.dialogs[-1].description.startswith("Blue: 80% to win")


def test_engine_lines(open_analysed_game):
    window = open_analysed_game(think=True)
    window.screen.controller.go(2)
    window.draw()
    lines = window.widget("engine-lines").moves
    assert [(each.move, each.chance) for each in lines] == [("b2", 0.9), ("d3", None)]
    with_mark = window.pixels()
    window.screen.window.change_setting("think", False)
    window.draw()
    assert "engine-lines" not in window.widget_keys()
    assert window.pixels() != with_mark


def test_no_analysis_of_unfinished_game_against_computer(app):
    window = app("hex:3,swap=off a1 b3", ["human", "greedy"], think=True)
    assert "engine-lines" not in window.widget_keys()
    assert not window.widget("analysis").enabled
    window.press(pygame.K_F9)
    assert not window.dialogs
    window.screen.controller.arbiter.resign()
    window.draw()
    assert window.widget("analysis").enabled


@pytest.mark.parametrize("size", [(1280, 800), (480, 360)])
def test_failing_search_is_reported(app, monkeypatch, size):
    monkeypatch.setattr(Workers, "analyse", lambda self, nodes: None)
    window = app("hex:4,swap=off a1 a2", ["human", "human"], size=size)
    analysis, nodes = window.screen.workers.analysis, window.screen.session.tree.main_line()
    window.press(pygame.K_F9)
    assert window.dialogs[-1].description == "no mistakes found"
    for text in ("Hex (hex.py, line 12): legal_moves(state) raises ValueError: disk full.", "no"):
        analysis.receive(analysis.next_request(nodes), PuzzlekitError(text))
    window.step()
    window.draw()
    assert window.dialogs[-1].description.endswith("raises ValueError: disk full.")
    assert "no mistakes" not in window.dialogs[-1].description
    assert not window.dialogs[-1].fault


@pytest.mark.slow
def test_analysis_stops_when_closed(app):
    window = app("hex:3,swap=off a1 c3", ["human", "human"])
    window.press(pygame.K_F9)
    analysis, root = window.screen.workers.analysis, window.screen.session.tree.root
    while analysis.chance(root) is None:
        window.step(wait=True)
    window.click("prove")
    while "wins in" not in window.dialogs[-1].message:
        window.step(wait=True)
    assert window.dialogs[-1].message == "Red wins in 3 turns."
    assert window.screen.session.tree.node.comment.startswith("Red wins in 3 turns: ")
    replies = analysis.replies
    window.press(pygame.K_ESCAPE)
    window.wait()
    assert not window.screen.needs_poll()
    assert analysis.replies == replies
