-- What an edit did, said in any language: the English text with placeholders and its values beside the finished sentence.
-- Null: typed by somebody.
alter table plinth.revisions add column phrase jsonb;
alter table plinth.security_events add column phrase jsonb;

-- The sentences that were stored until now, taken apart for the last time. `parts`: the last value lists names of parts.
with kinds (label, name) as (values
  ('app', 'app'), ('function', 'function'), ('mail template', 'mail'), ('page', 'page'), ('piece', 'piece'), ('role', 'role'),
  ('secret', 'secret'), ('trigger', 'trigger'), ('view', 'view'), ('workflow', 'workflow')
), sentences (rank, key, parts) as (values
  (1, 'Add table "{0}"', false), (1, 'Change table "{0}" ({1})', true), (1, 'Remove table "{0}"', false),
  (1, 'Add field "{0}" to "{1}"', false), (1, 'Add choices "{0}" to "{1}" of "{2}"', false),
  (1, 'Change field "{0}" of "{1}" ({2})', true), (1, 'Move field "{0}" of "{1}"', false),
  (1, 'Remove field "{0}" of "{1}"', false), (1, 'Change who may use "{0}"', false), (1, 'Add a rule to "{0}"', false),
  (1, 'Change the rules of "{0}"', false), (1, 'Remove a rule of "{0}"', false), (1, 'Add an index on {0} to "{1}"', false),
  (1, 'Change the indexes of "{0}"', false), (1, 'Remove an index of "{0}"', false),
  (1, 'Add list, show and edit views of "{0}"', false), (1, 'Change the menu', false),
  (1, 'Change the site''s settings ({0})', true), (1, 'Change plugin "{0}" ({1})', true), (1, 'Remove plugin "{0}"', false),
  (1, 'Remove app "{0}" with its tables, views and pages', false), (1, 'Install app "{0}" ({1})', true),
  (2, 'Install app "{0}"', false), (1, 'Move trigger "{0}"', false),
  (0, '{0} changes', false), (3, 'Add {0} "{1}"', false), (3, 'Change {0} "{1}" ({2})', true), (3, 'Remove {0} "{1}"', false)
), patterns as (
  select rank, key, parts, '^' || regexp_replace(
    case rank when 0 then replace(escaped, '{0}', '(\d+)')
      when 3 then replace(escaped, '{0}', '(' || (select string_agg(label, '|') from kinds) || ')') else escaped end,
    '\{\d\}', '(.*)', 'g') || '$' as pattern
  from sentences, lateral (select regexp_replace(key, '([()])', '\\\1', 'g') as escaped) as e
), said as (
  select id, substring(summary from '^(Undo|Redo): ') as step, regexp_replace(summary, '^(Undo|Redo): ', '') as sentence
  from plinth.revisions
), phrases as (
  select distinct on (s.id) s.id, s.step, s.sentence, p.key, (
    select coalesce(jsonb_object_agg(n - 1, case
      when p.rank = 3 and n = 1 then jsonb_build_object('key', value, 'params',
        jsonb_build_object('kind', (select name from kinds where label = value)))
      when p.parts and n = cardinality(v.values) then (
        select jsonb_build_object('key', string_agg('{' || i - 1 || '}', ', ' order by i), 'params',
          jsonb_object_agg(i - 1, jsonb_build_object('key', part, 'params', jsonb_build_object('part', part))))
        from unnest(string_to_array(value, ', ')) with ordinality as parts (part, i))
      else to_jsonb(value) end), '{}')
    from unnest(v.values) with ordinality as one (value, n)) as params
  from said s
  left join patterns p on s.sentence ~ p.pattern
  left join lateral regexp_match(s.sentence, p.pattern) as v (values) on true
  order by s.id, p.rank
), whole as (
  select id, step, sentence, case when key is not null then jsonb_build_object('key', key, 'params', params) end as phrase
  from phrases
)
update plinth.revisions r
   set phrase = case when step is null then w.phrase
     else jsonb_build_object('key', step || ': {0}', 'params', jsonb_build_object('0', coalesce(w.phrase, to_jsonb(sentence)))) end
  from whole w
 where w.id = r.id and (w.phrase is not null or step is not null);
