"""The contract as a test."""

from .apart import check as check
from .suspicions import suspicions as suspicions
