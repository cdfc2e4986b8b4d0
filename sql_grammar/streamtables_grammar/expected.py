"""What could have stood where a statement goes wrong, in words a user would write.

ANTLR reports where its prediction stopped, which may be tokens before the mistake, and what the one rule it was in
could take. So the statement is read again along every way through the grammar at once: the mistake is the first token
that no way can take, and what was expected is what the ways left over could take there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from antlr4.atn.Transition import Transition

from streamtables_grammar.generated.StreamSqlParser import StreamSqlParser

RULE_WORDS = {
    "argument": "an argument",
    "clusterByClause": "CLUSTER BY",
    "commentClause": "COMMENT",
    "condition": "a condition",
    "conditionPart": "a condition",
    "dataClause": "WITH [NO] DATA",
    "identifier": "a name",
    "ifExists": "IF EXISTS",
    "ifNotExists": "IF NOT EXISTS",
    "inSchema": "IN",
    "locationClause": "LOCATION",
    "number": "a number",
    "onStreamTable": "ON STREAM TABLE",
    "orReplace": "OR REPLACE",
    "partitionedByClause": "PARTITIONED BY",
    "propertiesClause": "TBLPROPERTIES",
    "property": "a property",
    "propertyValue": "a value",
    "query": "a query",
    "referencing": "REFERENCING",
    "refreshModeClause": "REFRESH MODE",
    "sample": "SAMPLE",
    "scheduleClause": "SCHEDULE",
    "stringLiteral": "a string",
    "triggerBody": "a statement",
    "wholeNumber": "a whole number",
    "withoutUpstream": "WITHOUT UPSTREAM",
}
_PLURALS = frozenset({"SECONDS", "MINUTES", "HOURS", "DAYS"})
END_OF_STATEMENT = "end of statement"
_SYMBOLS = {
    StreamSqlParser.EOF: END_OF_STATEMENT,
    StreamSqlParser.SEMICOLON: END_OF_STATEMENT,
    StreamSqlParser.INTEGER: "a whole number",
}
_DOT = "'.'"
_FIRST_TOKEN = 1
_LAST_TOKEN: int = StreamSqlParser.atn.maxTokenType


@dataclass(frozen=True, slots=True)
class Mistake:
    """Where a statement goes wrong.

    Attributes:
        position: Index of the first token that cannot stand there.
        expected: What could, in the grammar's order, in words.
    """

    position: int
    expected: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """A place in the grammar: a state, the states to return to, and the first rule with words entered since a token."""

    state: Any
    returns: tuple[Any, ...]
    words: str | None


def find_mistake(token_types: Sequence[int], start_rule: int) -> Mistake | None:
    """Find the first token that no statement could have there.

    Args:
        token_types: The visible tokens' types, the end's included.
        start_rule: Index of the rule that the tokens should match.

    Returns:
        The mistake, or None if there is none.
    """
    ways = _widen([_Way(StreamSqlParser.atn.ruleToStartState[start_rule], (), None)])
    for position, token_type in enumerate(token_types):
        taken = [
            _Way(transition.target, way.returns, None)
            for way in ways
            for transition in way.state.transitions
            if not transition.isEpsilon and transition.matches(token_type, _FIRST_TOKEN, _LAST_TOKEN)
        ]
        if not taken:
            return Mistake(position, _describe(ways))
        ways = _widen(taken)
    return None


def _widen(ways: Iterable[_Way]) -> list[_Way]:
    """Follow every transition that takes no token."""
    seen: dict[_Way, None] = {}
    waiting = list(ways)[::-1]
    while waiting:
        way = waiting.pop()
        if way in seen:
            continue
        seen[way] = None
        waiting.extend(reversed(list(_steps(way))))
    return [way for way in seen if any(not transition.isEpsilon for transition in way.state.transitions)]


def _steps(way: _Way) -> Iterable[_Way]:
    if way.state.stateType == way.state.RULE_STOP:
        if way.returns:
            # A rule left without a token lends its words to nothing behind it.
            yield _Way(way.returns[-1], way.returns[:-1], None)
        return
    for transition in way.state.transitions:
        if hasattr(transition, "followState"):
            name = StreamSqlParser.ruleNames[transition.ruleIndex]
            words = way.words or RULE_WORDS.get(name)
            yield _Way(transition.target, (*way.returns, transition.followState), words)
        elif transition.isEpsilon:
            yield _Way(transition.target, way.returns, way.words)


def _describe(ways: Iterable[_Way]) -> tuple[str, ...]:
    words: dict[str, None] = {}
    for way in ways:
        if way.words is not None:
            words[way.words] = None
            continue
        for transition in way.state.transitions:
            # What may be anything but some tokens helps nobody.
            if not transition.isEpsilon and transition.serializationType != Transition.NOT_SET:
                words.update(dict.fromkeys(_token_words(transition)))
    singular = [word for word in words if word not in _PLURALS and word != END_OF_STATEMENT]
    # A name may always go on; saying so would hide what the user forgot.
    told = [word for word in singular if word != _DOT] or singular
    return (*told, END_OF_STATEMENT) if END_OF_STATEMENT in words else tuple(told)


def _token_words(transition: Any) -> Iterable[str]:
    for token_range in transition.label.intervals:
        for token_type in token_range:
            if token_type in _SYMBOLS:
                yield _SYMBOLS[token_type]
            else:
                literal = StreamSqlParser.literalNames[token_type]
                word = literal.strip("'")
                yield word if word.isalpha() else literal
