"""Data: simulators of cause-effect pairs, and the example that the package carries."""
