"""The contract as a test."""

from .contract import check as check
