"""``vcei app``: the page in the browser."""

from __future__ import annotations

import click

from vcei.errors import require

PORT = 8765


@click.command("app")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=PORT,
    show_default=True,
    help="Where to serve the page; 0 takes any free port.",
)
@click.option("--open", "open_page", is_flag=True, help="Open the page in the browser.")
def command(port: int, open_page: bool) -> None:
    """Ask about a file on a page in the browser.

    Drop a CSV or Parquet file on it, choose two columns and a method, read the verdict with its
    pictures, save the report and the numbers. Files stay in memory and are forgotten when the
    page moves on or the command ends; nothing leaves this machine, nothing is written to disk, and
    the page is served to this machine only.
    The page takes files up to 50 MB; vcei identify has no limit. Needs pip install 'vcei[app]'.

    \b
    Examples:
      vcei app
      vcei app --port 0 --open
      ssh -L 8765:localhost:8765 SERVER vcei app   (through a tunnel)

    Ctrl-C ends it. Exit codes: 0 ended, 2 wrong usage or the port is taken.
    """
    for needed in ("starlette", "uvicorn", "jinja2"):
        require(needed, "app")
    from vcei.app.server import listen, server

    with listen(port) as bound:
        address = f"http://127.0.0.1:{bound.getsockname()[1]}"
        click.echo(f"The page is at {address}  (Ctrl-C ends it)")
        if open_page:
            click.launch(address)
        try:
            server().run(sockets=[bound])
        except KeyboardInterrupt:
            click.echo("Ended; nothing was kept.")
