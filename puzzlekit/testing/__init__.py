"""The contract as a test."""

from .apart import check as check
