"""What a sub-command works on: a warehouse, with a Spark of its own, or a server that runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import typer

from streamtables.cli.option_groups import OptionGroup
from streamtables.spark.sessions.remote_session import shown_address

_PANEL = "Where"
RemoteOption = Annotated[
    str | None,
    typer.Option(
        "--remote",
        metavar="sc://HOST:PORT",
        help="A running server (Spark Connect); no Spark is started here.",
        rich_help_panel=_PANEL,
    ),
]


@dataclass(frozen=True, slots=True)
class Warehouse(OptionGroup):
    """A warehouse, and how Spark is started on it; what is None or empty is for Spark's own settings to say.

    Attributes:
        warehouse: Directory or URI.
        metastore: URI of a metastore service, JDBC URL of its database, or directory of an embedded one.
        master: Where Spark runs.
        conf: Settings of Spark, each ``key=value``.
    """

    warehouse: Annotated[
        str | None,
        typer.Option(
            "--warehouse",
            "-w",
            help="Directory or URI of the tables; a directory holds their metastore, too. By default what "
            "spark.sql.warehouse.dir says, or ./warehouse.",
            show_default=False,
            rich_help_panel=_PANEL,
        ),
    ] = None
    metastore: Annotated[
        str | None,
        typer.Option(
            "--metastore",
            help="thrift://host:port of a metastore, a JDBC URL of its database, or a directory for an embedded one.",
            rich_help_panel=_PANEL,
        ),
    ] = None
    master: Annotated[
        str | None,
        typer.Option(
            "--master", help="Where Spark runs; local[*] unless Spark's settings say otherwise.", rich_help_panel=_PANEL
        ),
    ] = None
    conf: Annotated[
        list[str] | None,
        typer.Option(
            "--conf", "-c", metavar="KEY=VALUE", help="A setting of Spark; may be repeated.", rich_help_panel=_PANEL
        ),
    ] = None

    @property
    def settings(self) -> Mapping[str, str]:
        """The settings of Spark.

        Raises:
            typer.BadParameter: One has no ``=``.
        """
        pairs = [setting.partition("=") for setting in self.conf or ()]
        for key, equals, _ in pairs:
            if not (key.strip() and equals):
                raise typer.BadParameter(f"{key!r} is no setting: write --conf key=value")
        return {key.strip(): value for key, _, value in pairs}


@dataclass(frozen=True, slots=True)
class Target(Warehouse):
    """A warehouse, or a server that runs.

    Attributes:
        remote: Address of the server; None for a warehouse.
    """

    remote: RemoteOption = None

    def __post_init__(self) -> None:
        """Refuse what cannot be told a server.

        Raises:
            typer.BadParameter: There is an option of a warehouse beside ``--remote``.
        """
        given = {
            "--warehouse": self.warehouse,
            "--metastore": self.metastore,
            "--master": self.master,
            "--conf": self.conf,
        }
        beside = [option for option, value in given.items() if value]
        if self.remote is not None and beside:
            raise typer.BadParameter(
                f"--remote names a server that runs; {', '.join(beside)} is for starting Spark here"
            )

    @property
    def shown(self) -> str:
        """What messages call it."""
        if self.remote is not None:
            return shown_address(self.remote)
        return self.warehouse or "this warehouse"
