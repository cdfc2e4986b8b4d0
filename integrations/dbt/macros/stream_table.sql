{#- The materialization: creates, alters or refreshes a stream table, and never computes it anew without need. -#}

{% materialization stream_table, adapter='spark', supported_languages=['sql'] %}

  {%- set target = this.incorporate(type='view') -%}
  {%- set existing = load_cached_relation(this) -%}
  {%- set is_there = streamtables.is_stream_table(existing) -%}
  {%- do streamtables.require_whole_inputs() -%}

  {{ run_hooks(pre_hooks) }}

  {%- if existing is not none and not is_there -%}
    {%- do log(existing ~ ": the " ~ existing.type ~ " of this name is dropped for the stream table", info=true) -%}
    {%- do adapter.drop_relation(existing) -%}
  {%- endif -%}

  {%- if not is_there -%}
    {%- set done = streamtables.create(target, sql, replace=false) -%}
  {%- elif should_full_refresh() -%}
    {%- set done = streamtables.create(target, sql, replace=true) -%}
  {%- else -%}
    {%- set done = streamtables.alter_and_refresh(target, sql) -%}
  {%- endif -%}
  {%- do store_raw_result('main', message=done.message, code=done.code, rows_affected=done.rows) -%}

  {%- set revoke = should_revoke(existing, full_refresh_mode=should_full_refresh()) -%}
  {%- do apply_grants(target, config.get('grants'), revoke) -%}

  {{ run_hooks(post_hooks) }}

  {{ return({'relations': [target]}) }}

{% endmaterialization %}


{#- CREATE [OR REPLACE] STREAM TABLE; returns what dbt tells of it. -#}
{% macro create(relation, query, replace) %}
  {%- set columns = streamtables.column_comments(query) -%}
  {%- set statement_text -%}
    create {{ 'or replace ' if replace }}stream table {{ relation }}{{ columns }}
    {{ streamtables.clauses() }}
    as
    {{ query }}
  {%- endset -%}
  {%- do return(streamtables.told(relation, streamtables.ask(statement_text), [])) -%}
{% endmacro %}


{#- Carry out what the model changes, as `on_configuration_change` says, then refresh; returns what dbt tells of it. -#}
{% macro alter_and_refresh(relation, query) %}
  {%- set wanted = config.get('on_configuration_change', 'apply') | string -%}
  {%- if wanted not in ['apply', 'continue', 'fail'] -%}
    {%- do exceptions.raise_compiler_error("on_configuration_change is apply, continue or fail, not " ~ wanted) -%}
  {%- endif -%}
  {%- set actions = streamtables.actions(relation, query) -%}
  {%- if wanted != 'apply' -%}
    {%- set changes = streamtables.changes(relation, actions) -%}
    {%- if changes -%}
      {%- set said = relation ~ " differs from its model (" ~ changes | join('; ') ~ ")" -%}
      {%- if wanted == 'fail' -%}
        {%- do exceptions.raise_fail_fast_error(said ~ ", and on_configuration_change is fail") -%}
      {%- endif -%}
      {%- do exceptions.warn(said ~ ", and stays as it is: on_configuration_change is continue") -%}
      {%- do return({'message': 'left as it is', 'code': 'CONTINUE', 'rows': 0}) -%}
    {%- endif -%}
    {%- set actions = [] -%}
  {%- endif -%}

  {%- set kinds = [] -%}
  {%- for action in actions -%}
    {%- set row = streamtables.ask('alter stream table ' ~ relation ~ ' ' ~ action)[0] -%}
    {%- if row['change'] != 'NONE' -%}
      {%- do log(relation ~ ": " ~ row['change'] ~ ", " ~ row['reason'], info=true) -%}
      {%- do kinds.append(row['change']) -%}
    {%- endif -%}
  {%- endfor -%}

  {%- if not config.get('refresh', true) -%}
    {%- set message = (kinds + ['not refreshed']) | join(', ') -%}
    {%- do return({'message': message, 'code': 'NOT_REFRESHED', 'rows': 0}) -%}
  {%- endif -%}
  {%- set upstream = '' if config.get('refresh_upstream', false) else ' without upstream' -%}
  {%- set rows = streamtables.ask('refresh stream table ' ~ relation ~ upstream) -%}
  {%- do return(streamtables.told(relation, rows, kinds)) -%}
{% endmacro %}


{#- What an ALTER STREAM TABLE for each part of the model would say; each is NONE where the table is so already.

A strict mode is set last, when the query fits it; and IMMEDIATE is left first, since it admits no schedule. -#}
{% macro actions(relation, query) %}
  {%- set stored = {} -%}
  {%- for row in streamtables.ask('describe stream table ' ~ relation) -%}
    {%- do stored.update({row['col_name']: row['data_type']}) -%}
  {%- endfor -%}
  {%- set mode = streamtables.refresh_mode() -%}
  {%- set is_other_mode = mode != stored['Refresh mode'] -%}
  {%- set is_strict = mode in ['DIFFERENTIAL', 'IMMEDIATE'] -%}
  {%- set properties = streamtables.properties_clause() -%}
  {%- set found = [] -%}
  {%- if is_other_mode -%}
    {%- do found.append('set refresh mode ' ~ ('auto' if is_strict else mode)) -%}
  {%- endif -%}
  {%- if properties -%}
    {%- do found.append('set ' ~ properties) -%}
  {%- endif -%}
  {%- if streamtables.bare(query) != streamtables.bare(stored['Query']) -%}
    {%- do found.append('as\n' ~ query) -%}
  {%- endif -%}
  {%- if streamtables.schedule() | upper != stored['Schedule'].split(';')[0] | upper -%}
    {%- do found.append('set schedule ' ~ streamtables.schedule()) -%}
  {%- endif -%}
  {%- if is_other_mode and is_strict -%}
    {%- do found.append('set refresh mode ' ~ mode) -%}
  {%- endif -%}
  {%- do return(found) -%}
{% endmacro %}


{#- Which of these actions would change something, by the table's own word, and what. -#}
{% macro changes(relation, actions) %}
  {%- set found = [] -%}
  {%- for action in actions -%}
    {%- set rows = streamtables.ask('explain alter stream table ' ~ relation ~ ' ' ~ action) -%}
    {%- if not rows[0]['value'].startswith('NONE') -%}
      {%- do found.append(rows[1]['value']) -%}
    {%- endif -%}
  {%- endfor -%}
  {%- do return(found) -%}
{% endmacro %}


{#- What dbt tells of a refresh: the model's own row is the last one, behind those of what it reads. -#}
{% macro told(relation, rows, kinds) %}
  {%- set row = rows[-1] -%}
  {%- set mode = row['mode'] -%}
  {#- A refresh that learns of no count on its way tells none. -#}
  {%- set known = [row['rows_inserted'], row['rows_updated'], row['rows_deleted']] | reject('none') | list -%}
  {%- set counted = (known | sum | int) if known else none -%}
  {%- if mode == 'FAILED' -%}
    {%- do exceptions.raise_database_error(relation ~ ": " ~ row['reason']) -%}
  {%- endif -%}
  {%- do log(relation ~ ": " ~ mode ~ ", " ~ row['reason'], info=mode not in ['DIFFERENTIAL', 'NO_CHANGE']) -%}
  {%- set parts = kinds + [mode] -%}
  {%- if counted is not none and mode not in ['NO_CHANGE', 'SKIPPED'] -%}
    {%- do parts.append(counted ~ (' row' if counted == 1 else ' rows')) -%}
  {%- endif -%}
  {%- do return({'message': parts | join(', '), 'code': row['reason_code'], 'rows': counted}) -%}
{% endmacro %}
