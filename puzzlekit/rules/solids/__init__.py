"""Puzzles on solids: shapes, cuts, turns and nets, all derived from geometry."""

from .build import solid as solid
from .cubes import FACE_COLOURS as FACE_COLOURS
from .cubes import cube_board as cube_board
from .cubes import cube_keys as cube_keys
from .cubes import cube_turns as cube_turns
from .cubes import even_cube as even_cube
from .cubes import read_facelets as read_facelets
