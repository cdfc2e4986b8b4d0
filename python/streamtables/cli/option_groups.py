"""Options that several sub-commands have in common: a group is a dataclass, and a command takes it as one value."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from typing import Any, get_type_hints


@dataclass(frozen=True, slots=True)
class OptionGroup:
    """Base of the groups; their fields are options, annotated as Typer wants them, each with a default."""


def with_option_groups(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of the groups that it takes.

    Args:
        command: A function for Typer; parameters whose type is an ``OptionGroup`` are keyword-only and become the
            options that are the group's fields.

    Returns:
        A function for Typer that takes the options, and calls the command with the groups.
    """
    signature = inspect.signature(command, eval_str=True)
    groups = {
        name: parameter.annotation
        for name, parameter in signature.parameters.items()
        if _is_group(parameter.annotation)
    }
    parameters = [parameter for name, parameter in signature.parameters.items() if name not in groups]
    for group in groups.values():
        parameters += _parameters(group)

    def run(**given: Any) -> None:
        made = {
            name: group(**{field.name: given.pop(field.name) for field in fields(group)})
            for name, group in groups.items()
        }
        command(**given, **made)

    run.__name__, run.__doc__ = command.__name__, command.__doc__
    run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    vars(run)["__signature__"] = inspect.Signature(parameters, return_annotation=None)
    return run


def _is_group(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, OptionGroup)


def _parameters(group: type[OptionGroup]) -> list[inspect.Parameter]:
    annotations = get_type_hints(group, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
            annotation=annotations[field.name],
        )
        for field in fields(group)
    ]
