{#- What dbt-spark does when a stream table gives way to another materialization. A project switches it on by

    dispatch:
      - macro_namespace: dbt
        search_order: [<project>, streamtables, dbt]
-#}

{% macro spark__drop_relation(relation) %}
  {%- if relation.type == 'view' and streamtables.is_stored_stream_table(relation) -%}
    {%- do log(relation ~ ": the stream table of this name is dropped", info=true) -%}
    {%- call statement('drop_relation', auto_begin=false) -%}
      drop stream table if exists {{ relation }}
    {%- endcall -%}
  {%- else -%}
    {%- do dbt.spark__drop_relation(relation) -%}
  {%- endif -%}
{% endmacro %}


{#- Whether a view is a stream table, by its properties. dbt has taken it from its cache by now, but not the table with
its rows: without one, nothing is asked. -#}
{% macro is_stored_stream_table(relation) %}
  {%- set rows_path = {'identifier': relation.identifier ~ '__stream'} -%}
  {%- if load_cached_relation(relation.incorporate(path=rows_path, type='table')) is none -%}
    {%- do return(false) -%}
  {%- endif -%}
  {%- set keys = [] -%}
  {%- for row in streamtables.ask('show tblproperties ' ~ relation) -%}
    {%- do keys.append(row['key']) -%}
  {%- endfor -%}
  {%- do return('streamtables.id' in keys) -%}
{% endmacro %}


{#- CREATE OR REPLACE VIEW drops nothing, and a stream table is no view that it could replace. -#}
{% macro spark__create_view_as(relation, sql) %}
  {%- set existing = load_cached_relation(relation) -%}
  {%- if streamtables.is_stream_table(existing) -%}
    {%- do adapter.drop_relation(existing) -%}
  {%- endif -%}
  {{ return(dbt.spark__create_view_as(relation, sql)) }}
{% endmacro %}
