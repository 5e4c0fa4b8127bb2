"""Data: labelled collections, simulators of cause-effect pairs, the example vcei carries."""
