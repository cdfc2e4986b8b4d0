"""A query's text: reading it, and finding again where in it a part of the tree stands."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

from sqlglot import Token, TokenType, exp
from sqlglot.errors import ParseError, TokenError

from streamtables_grammar.spans import SourceSpan
from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.sql.dialect import FaithfulSpark
from streamtables_rewriter.sql.unread import Rewrite

_SHOWN = 60
_FULL_HINT = "use REFRESH MODE FULL or AUTO"
_QUERY_WORDS = frozenset({"SELECT", "DISTINCT", "WITH"})
_FIRST_WORDS: dict[type[exp.Expr], tuple[frozenset[str], ...]] = {
    exp.Select: (_QUERY_WORDS,),
    exp.Subquery: (_QUERY_WORDS,),
    exp.Exists: (_QUERY_WORDS, frozenset({"EXISTS"})),
    exp.Values: (frozenset({"VALUES"}),),
    exp.Lateral: (_QUERY_WORDS, frozenset({"LATERAL"})),
    exp.QueryTransform: (frozenset({"TRANSFORM"}),),
    exp.Group: (frozenset({"GROUP BY"}),),
    exp.Cast: (frozenset({"CAST", "DATE", "TIMESTAMP"}),),
    exp.TryCast: (frozenset({"CAST", "TRY_CAST"}),),
    exp.Interval: (frozenset({"INTERVAL"}),),
}
"""Words before the first part of a node whose place is known, innermost first."""

_REWRITES = {
    "PIPE": "write it with SELECT and derived tables",
    "STAR": "name the fields",
    "SYNTAX": "write it in plainer SQL",
    "TIME_WINDOW": "compute the window in a query inside of this one",
    "TOO_DEEP": "split it into several stream tables",
    "UNGROUPED_COLUMN": "write the expression in GROUP BY and in the select list alike",
}
"""What to write instead, where that is not obvious."""


@dataclass(frozen=True)
class QueryText:
    """A text with a query.

    Attributes:
        text: The text.
        inlined_at: For a view's text: where in the user's own text the view is named. All errors point there.
        view: For a view's text: the view's name.
        namespace: Catalog and schema of names in it that are not full; None for the session's current ones.
    """

    text: str
    inlined_at: SourceSpan | None = None
    view: str | None = None
    namespace: tuple[str, ...] | None = None

    @cached_property
    def tokens(self) -> list[Token]:
        """The text's tokens."""
        return FaithfulSpark().tokenize(self.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [token.start for token in self.tokens]

    def parse(self) -> exp.Expr:
        """Read the text as one query.

        Returns:
            The tree.

        Raises:
            UnsupportedQueryError: UNSUPPORTED_QUERY.SYNTAX, UNSUPPORTED_QUERY.PIPE.
        """
        try:
            statements = [tree for tree in FaithfulSpark().parse(self.text) if tree is not None]
        except ParseError as error:
            raise self._unread(error) from error
        except TokenError as error:
            raise self.unsupported("SYNTAX", self.span(0, len(self.text))) from error
        if len(statements) != 1:
            raise self.unsupported("SYNTAX", self.span(0, len(self.text)))
        return _balanced(statements[0])

    def _unread(self, error: ParseError) -> UnsupportedQueryError:
        details = error.errors[0] if error.errors else {}
        line, column = details.get("line"), details.get("col")
        said = details.get("description")
        rewrite = said if isinstance(said, Rewrite) else None
        for before, token in zip((None, *self.tokens), self.tokens, strict=False):
            if (token.line, token.col) == (line, column):
                in_stage = before is not None and before.token_type == TokenType.PIPE_GT
                what = "PIPE" if in_stage else "SYNTAX"
                return self.unsupported(what, self.span(token.start, token.end + 1), hint=rewrite)
        return self.unsupported("SYNTAX", self.span(0, len(self.text)), hint=rewrite)

    def span(self, start: int, stop: int) -> SourceSpan:
        """Return the span of ``text[start:stop]``, or where the view is named that this text belongs to."""
        return self.inlined_at or SourceSpan.at(self.text, start, stop)

    def extent(self, node: exp.Expr) -> tuple[int, int] | None:
        """Find where a part of the tree stands: from its first positioned token to its last, brackets closed.

        Args:
            node: A node of the tree that ``parse`` returned.

        Returns:
            Offsets of the first character and behind the last one, or None if no token under the node is known.
        """
        placed = [n for n in node.walk() if n.meta.get("start") is not None]
        if not placed:
            return None
        start, stop = min(n.meta["start"] for n in placed), max(n.meta["end"] for n in placed) + 1
        last_is_call = any(isinstance(n, exp.Func) and n.meta["end"] + 1 == stop for n in placed)
        start, stop = self._closed(start, stop, last_is_call)
        return start, self._past(stop, _unplaced_tokens(node))

    def _past(self, stop: int, count: int) -> int:
        """Return the end of the ``count``-th token behind an offset."""
        index = bisect_left(self._starts, stop)
        behind = self.tokens[index : index + count]
        return behind[-1].end + 1 if behind else stop

    def _closed(self, start: int, stop: int, call: bool = False) -> tuple[int, int]:
        """Extend a range to the right until its brackets are closed, with those of a call right behind it."""
        depth = 0
        for token in self.tokens[bisect_left(self._starts, start) :]:
            opens = token.token_type == TokenType.L_PAREN
            if token.start >= stop and depth <= 0 and not (opens and call):
                break
            call = call and token.start < stop
            depth += opens - (token.token_type == TokenType.R_PAREN)
            stop = max(stop, token.end + 1)
        return start, stop

    def locate(self, node: exp.Expr) -> SourceSpan:
        """Return the span of a node with the keywords before it, or of the nearest node above that has one."""
        current: exp.Expr | None = node
        while current is not None:
            if self.extent(current) is not None:
                return self.clause(frozenset(), current)
            current = current.parent
        return self.span(0, len(self.text))

    def clause(self, keywords: frozenset[str], part: exp.Expr) -> SourceSpan:
        """Return the span of a clause: from the keywords right before a part of it to the part's end.

        Args:
            keywords: Upper-case words the clause begins with.
            part: The clause, or something in it.

        Returns:
            The span.
        """
        place = self.extent(part)
        if place is None:
            return self.locate(part)
        for words in (*_FIRST_WORDS.get(type(part), ()), keywords):
            before = self._words_before(words, place[0])
            place = self._closed(before[0], place[1]) if before else place
        return self.span(*place)

    def words_before(self, keywords: frozenset[str], part: exp.Expr) -> SourceSpan:
        """Return the span of the keywords right before a part of the tree, or of the part if there are none."""
        place = self.extent(part)
        words = self._words_before(keywords, place[0]) if place else None
        return self.span(*words) if words else self.locate(part)

    def _words_before(self, keywords: frozenset[str], offset: int) -> tuple[int, int] | None:
        found: tuple[int, int] | None = None
        for token in reversed(self.tokens[: bisect_left(self._starts, offset)]):
            if " ".join(token.text.upper().split()) in keywords:
                found = (token.start, found[1] if found else token.end + 1)
            elif found or token.token_type != TokenType.L_PAREN:
                break
        return found

    def shown(self, span: SourceSpan) -> str:
        """Return the text of a span on one line, shortened."""
        return f"view {self.view}" if self.view is not None else _shortened(span.of(self.text))

    def _construct(self, where: SourceSpan | exp.Expr, span: SourceSpan) -> str:
        """Return the text of what is not maintained, of what stands in a view with the view's name."""
        if self.view is None or not isinstance(where, exp.Expr):
            return self.shown(span)
        current: exp.Expr | None = where
        while current is not None:
            place = self.extent(current)
            if place is not None:
                return f"{_shortened(self.text[slice(*place)])} in {self.shown(span)}"
            current = current.parent
        return self.shown(span)

    def unsupported(
        self, what: str, where: SourceSpan | exp.Expr, *, hint: str | None = None, **parameters: str
    ) -> UnsupportedQueryError:
        """Build the error for a construct that is not maintained differentially.

        Args:
            what: Sub-condition of UNSUPPORTED_QUERY.
            where: The construct, as a node or a span.
            hint: What to write instead, if there is more to say than what is known of ``what``.
            **parameters: Further parameters of the condition.

        Returns:
            The error, to be raised.
        """
        span = self.locate(where) if isinstance(where, exp.Expr) else where
        rewrite = hint or _REWRITES.get(what)
        return UnsupportedQueryError(
            f"UNSUPPORTED_QUERY.{what}",
            {"construct": self._construct(where, span), **parameters},
            span=span,
            hint=f"{rewrite}, or {_FULL_HINT}" if rewrite else _FULL_HINT,
        )


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 3] + "..."


def _unplaced_tokens(node: exp.Expr) -> int:
    """Count the tokens at a node's end whose places the tree does not hold: an operator and its last operand."""
    placeless = isinstance(node, exp.Binary) and isinstance(node.expression, (exp.Var, exp.Placeholder))
    return 2 if placeless else 0


def _balanced(tree: exp.Expr) -> exp.Expr:
    """Rebuild long chains of AND and OR as balanced trees, so that their depth is no problem for anyone."""
    for kind in (exp.And, exp.Or):
        tops = [n for n in tree.find_all(kind) if not isinstance(n.parent, kind) and isinstance(n.this.this, kind)]
        for top in tops:
            top.replace(_pair(kind, [operand.pop() for operand in list(top.flatten(unnest=False))]))
    return tree


def _pair(kind: type[exp.Connector], operands: list[exp.Expr]) -> exp.Expr:
    if len(operands) == 1:
        return operands[0]
    middle = len(operands) // 2
    return kind(this=_pair(kind, operands[:middle]), expression=_pair(kind, operands[middle:]))
