"""Game records: a whole game as a text with headers, numbered moves and comments."""

from .notation import SUFFIX as SUFFIX
from .reader import disagreement as disagreement
from .reader import is_record as is_record
from .reader import play_moves as play_moves
from .reader import read as read
from .reader import read_file as read_file
from .writer import write as write
from .writer import write_file as write_file
from .writer import write_moves as write_moves
