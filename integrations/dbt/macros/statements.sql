{#- The clauses of the statements, and what is asked of the database. -#}

{#- Run a statement; returns its rows, by column. -#}
{% macro ask(statement_text) %}
  {%- call statement('streamtables', fetch_result=true, auto_begin=false) -%}
    {{ statement_text }}
  {%- endcall -%}
  {%- do return(load_result('streamtables').table.rows) -%}
{% endmacro %}


{#- Whether a relation of dbt's cache is a stream table: a view that says so of itself. -#}
{% macro is_stream_table(relation) %}
  {%- do return(relation is not none and relation.is_view and 'streamtables.id=' in (relation.information or '')) -%}
{% endmacro %}


{#- With --empty or --sample, ref() and source() give a few rows: as a definition, they would stay. -#}
{% macro require_whole_inputs() %}
  {%- if flags.EMPTY or flags.SAMPLE -%}
    {%- do exceptions.raise_compiler_error(
      "a stream table cannot be built with --empty or --sample: its definition would read a part of its sources") -%}
  {%- endif -%}
{% endmacro %}


{% macro clauses() %}
  {%- set comment = streamtables.table_comment() %}
  {%- if comment %} comment {{ streamtables.quoted(comment) }}{% endif %}
  {{- streamtables.columns_clause('partitioned by', config.get('partition_by')) }}
  {{- streamtables.columns_clause('cluster by', config.get('cluster_by')) }}
  {{- ' ' ~ location_clause() }} {{ streamtables.properties_clause() }}
  refresh mode {{ streamtables.refresh_mode() }} schedule {{ streamtables.schedule() }}
{%- endmacro %}


{% macro refresh_mode() %}
  {%- do return(config.get('refresh_mode', 'auto') | string | upper) -%}
{% endmacro %}


{% macro schedule() %}
  {%- do return((config.get('schedule') or 'none') | string | trim) -%}
{% endmacro %}


{% macro properties_clause() %}
  {%- set pairs = [] -%}
  {%- for name, value in (config.get('properties') or {}).items() -%}
    {%- set text = (value | string | lower) if value is boolean else value | string -%}
    {%- do pairs.append(streamtables.quoted(name) ~ ' = ' ~ streamtables.quoted(text)) -%}
  {%- endfor -%}
  {%- do return('tblproperties (' ~ pairs | join(', ') ~ ')' if pairs else '') -%}
{% endmacro %}


{% macro columns_clause(words, columns) %}
  {%- set listed = [columns] if columns is string else columns or [] -%}
  {%- do return(' ' ~ words ~ ' (' ~ listed | join(', ') ~ ')' if listed else '') -%}
{% endmacro %}


{% macro table_comment() %}
  {%- do return(config.get('comment') or (model.description if config.persist_relation_docs() else '')) -%}
{% endmacro %}


{#- The column list of CREATE, where the project keeps the columns' descriptions in the database. -#}
{% macro column_comments(query) %}
  {%- if not (config.persist_column_docs() and model.columns) -%}
    {%- do return('') -%}
  {%- endif -%}
  {%- set listed = [] -%}
  {%- for name in get_columns_in_query(query) -%}
    {%- set text = (model.columns.get(name) or {}).get('description') -%}
    {%- do listed.append(adapter.quote(name) ~ (' comment ' ~ streamtables.quoted(text) if text else '')) -%}
  {%- endfor -%}
  {%- do return(' (' ~ listed | join(', ') ~ ')') -%}
{% endmacro %}


{% macro quoted(text) %}
  {%- do return("'" ~ text | string | replace('\\', '\\\\') | replace("'", "\\'") ~ "'") -%}
{% endmacro %}


{#- A query without the comments and blanks around it, which no definition keeps. -#}
{% macro bare(query) %}
  {%- do return(modules.re.sub('^(\\s|--[^\\n]*(\\n|$)|/\\*(?s:.*?)\\*/)+', '', query) | trim) -%}
{% endmacro %}
