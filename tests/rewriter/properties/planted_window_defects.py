"""Rules about windows broken on purpose: those of window functions, and those that merge sessions."""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.operators import sessions, window
from streamtables_rewriter.templates.placeholders import PlaceholderKind


def forget_what_windows_gave(patch):
    def windowed(node, rows, partitions, context, original=window.WindowRule._windowed):
        query = original(node, rows, partitions, context)
        if partitions is not None and context.kind is PlaceholderKind.OLD:
            return query.where(exp.false())
        return query

    patch.setattr(window.WindowRule, "_windowed", staticmethod(windowed))


def forget_what_sessions_were(patch):
    def merged(node, rows, scopes, context, original=sessions._merged):
        query = original(node, rows, scopes, context)
        return query.where(exp.false()) if context.kind is PlaceholderKind.OLD else query

    patch.setattr(sessions, "_merged", merged)


def part_sessions_that_touch(patch):
    def opens(session, keys, original=sessions._opens):
        case = original(session, keys)
        touches = case.args["ifs"][0].this
        touches.replace(exp.LT(this=touches.this, expression=touches.expression))
        return case

    patch.setattr(sessions, "_opens", opens)


WINDOW_DEFECTS = [forget_what_windows_gave, forget_what_sessions_were, part_sessions_that_touch]
