"""Who may call back into this process: the JVM, which knows a secret.

Py4j's callback server listens on a port of this machine, and by itself answers whoever connects: any user's process
could run statements through it. PySpark starts it without a secret, for streams too, so it is given one here, whoever
started it.
"""

from __future__ import annotations

import hmac
import secrets
from typing import Any

_ATTRIBUTE = "_streamtables_callback_secret"
_BYTES = 32


def secret_of(gateway: Any) -> str:
    """Return the secret of a gateway, made at the first call.

    Args:
        gateway: PySpark's gateway.

    Returns:
        Hexadecimal digits.
    """
    known: str = gateway.__dict__.setdefault(_ATTRIBUTE, secrets.token_hex(_BYTES))
    return known


def is_secret(gateway: Any, given: object) -> bool:
    """Return whether a caller knows the secret, in the same time whatever it gives.

    Args:
        gateway: PySpark's gateway.
        given: What the caller gave.

    Returns:
        Whether that is the secret.
    """
    return isinstance(given, str) and hmac.compare_digest(given.encode(), secret_of(gateway).encode())


def protect_callbacks(gateway: Any, bridge: Any) -> None:
    """Start the callback server, if need be, and have it close the connections that do not begin with the secret.

    Args:
        gateway: PySpark's gateway.
        bridge: The Java half, which makes the JVM's own connections begin with it.
    """
    from py4j.java_gateway import JavaObject
    from pyspark.java_gateway import ensure_callback_server_started

    running = gateway.__dict__.get("_callback_server")
    parameters = [gateway.callback_server_parameters]
    if running is not None and running.callback_server_parameters is not parameters[0]:
        parameters.append(running.callback_server_parameters)
    for one in parameters:
        one.auth_token = secret_of(gateway)
    ensure_callback_server_started(gateway)  # type: ignore[no-untyped-call]
    bridge.setCallbackSecret(JavaObject("GATEWAY_SERVER", gateway._gateway_client), secret_of(gateway))
