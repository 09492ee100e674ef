"""The camera that follows the moves on an unbounded board."""

from puzzlekit import hexagon_plane
from puzzlekit.ui.screen_layout import BoardCamera

BOX = (0, 0, 800, 600)


def test_camera_moves_only_if_needed():
    board = hexagon_plane(20)
    camera = BoardCamera(board)
    near = [board.index["0,0"], board.index["3,0"]]
    camera.follow(near, BOX)
    view = camera.view
    camera.follow([*near, board.index["1,1"]], BOX)
    assert camera.view == view
    camera.follow([*near, board.index["9,0"]], BOX)
    assert camera.view.unit < view.unit
    camera.zoom(0.5)
    zoomed = camera.view
    camera.follow([board.index["-15,0"]], BOX)
    assert camera.view == zoomed
    camera.scroll(1e6, 0)
    assert camera.view == zoomed  # scrolling must not lose the board
