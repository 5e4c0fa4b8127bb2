"""The app: a page in the browser, served to this machine only. Needs the extra ``app``.

What is dropped on the page stays in memory and is worked on in a process of its own, which can be
stopped; nothing is written to disk, and nothing is left when the app ends.
"""
