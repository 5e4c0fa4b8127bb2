"""``vcei demo``: the main job on the example that the package carries."""
from __future__ import annotations
