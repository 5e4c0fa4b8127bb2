"""``vcei``: the group of commands, and what they share."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

import click

from vcei._version import __version__
from vcei.errors import VceiError

COMMANDS: Mapping[str, str] = {
    "app": "vcei.cli.app",
    "bench": "vcei.cli.bench",
    "data": "vcei.cli.data",
    "demo": "vcei.cli.demo",
    "identify": "vcei.cli.identify",
    "methods": "vcei.cli.methods",
    "reproduce": "vcei.cli.reproduce",
    "scan": "vcei.cli.scan",
    "series": "vcei.cli.series",
    "simulate": "vcei.cli.simulate",
}
"""Where each command lives; loaded when it is called, so that ``vcei --help`` is quick."""


class Commands(click.Group):
    """The commands, each loaded from its own file when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Load a command."""
        from importlib import import_module

        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="vcei %(version)s")
def vcei() -> None:
    """Say which of two columns drives the other, and how sure that is.

    \b
    Start here:
      vcei demo                                  see it work on an example
      vcei identify data.csv                     ask about its first two columns
      vcei identify data.csv --x age --y income  ask about two columns by name
      vcei scan data.csv                         ask about all its columns

    Exit codes: 0 answered, 2 wrong usage or unusable input, 130 interrupted.
    """


def main() -> None:
    """Run the command line; errors made for people end it with a sentence and exit code 2."""
    try:
        # None leaves it to click: colours on a terminal, none elsewhere
        colours = False if os.environ.get("NO_COLOR") else None
        vcei.main(prog_name="vcei", standalone_mode=False, color=colours)
    except click.exceptions.Exit as stop:
        sys.exit(stop.exit_code)
    except click.ClickException as error:
        error.show()
        sys.exit(2)
    except VceiError as error:
        click.echo(f"Error: {error}", err=True)
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        click.echo("Interrupted.", err=True)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()  # whoever read our output has gone; there is no one left to tell
        sys.exit(0)
