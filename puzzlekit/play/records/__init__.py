"""Game records: text files with headers, numbered moves and comments."""

from .collection import SUFFIX as SUFFIX
from .collection import Collection as Collection
from .collection import Heading as Heading
from .collection import contents as contents
from .collection import is_record as is_record
from .collection import open_file as open_file
from .collection import read_file as read_file
from .collection import sessions as sessions
from .reader import disagreement as disagreement
from .reader import is_link as is_link
from .reader import play_moves as play_moves
from .reader import read as read
from .writer import write as write
from .writer import write_file as write_file
from .writer import write_moves as write_moves
