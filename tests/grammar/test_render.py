from __future__ import annotations

from tests.grammar.reading import read

from streamtables_grammar.render import render_create


def test_canonical_form_orders_clauses_one_a_line() -> None:
    sql = """create or replace stream table `s`.t (a, `b b` comment 'it''s') with no data
        schedule every 1 hours tblproperties (k = 1) refresh mode full location '/l' cluster by (a) comment "c"
        as
        select 1,
               2 -- two
        from t -- gone
        ;"""
    assert render_create(read(sql)) == (
        "CREATE OR REPLACE STREAM TABLE s.t (a, `b b` COMMENT 'it\\'s')\n"
        "COMMENT 'c'\n"
        "CLUSTER BY (a)\n"
        "LOCATION '/l'\n"
        "TBLPROPERTIES ('k' = '1')\n"
        "REFRESH MODE FULL\n"
        "SCHEDULE EVERY 1 HOUR\n"
        "WITH NO DATA\n"
        "AS\n"
        "select 1,\n"
        "               2 -- two\n"
        "        from t"
    )


def test_defaults_are_left_out_except_the_mode() -> None:
    assert render_create(read("CREATE STREAM TABLE t SCHEDULE NONE WITH DATA AS TABLE u")) == (
        "CREATE STREAM TABLE t\nREFRESH MODE AUTO\nAS\nTABLE u"
    )
