"""Files of any size: the rows that are worked on, read in memory that does not grow with them."""

from vcei.streams.open import read_pair, read_table

__all__ = ["read_pair", "read_table"]
