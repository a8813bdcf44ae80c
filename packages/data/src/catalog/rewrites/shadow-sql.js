/** @import { Rewrite, Shadow } from '../ddl/types.d.ts' */
import { columnType } from '../ddl/column-type.js';
import { dropSync, shadowName, shadowTrash, syncFunctions, syncTriggers } from '../ddl/shadow-names.js';
import { quoteIdentifier, quoteLiteral } from '../../postgres/sql/index.js';

/**
 * The second column of a field, what undo will need of the first, and triggers that keep both in step with it, whoever writes.
 *
 * @param {Rewrite} rewrite @param {Shadow} shadow @param {string} settings of the functions
 * @returns {string[]} statements
 */
export function addShadow({ name, key }, shadow, settings) {
  const { field, column, type, was } = shadow;
  const trash = shadowTrash(field);
  const index = (/** @type {string} */ suffix) => quoteIdentifier(`${shadowName(field)}_${suffix}`);
  return [
    `alter table ${name} add column ${column} ${type}`,
    `create table ${trash} (row_key ${key} constraint ${index('pkey')} primary key, value ${columnType(was)}, converted ${type}, failed boolean not null)`,
    `create index ${index('failed')} on ${trash} (row_key) where failed`,
    ...functionsOf(shadow, settings),
    ...triggersOf(name, shadow),
  ];
}

/**
 * Converts the next rows of a table, those after `$1`, `$2` of them. Each is locked before it is read, so it is converted as
 * the last writer has left it, and the next one waits.
 *
 * @param {Rewrite} rewrite @param {Shadow} shadow @param {{ isFirst: boolean }} options
 */
export function fillSql({ name, key }, { field, from, column, joined, converted, restored, kept }, { isFirst }) {
  const after = isFirst ? '$1::text is null' : `s."id" > $1::${key}`;
  return `with batch as materialized (
  select s."id" as "id", s.${from} as ${from} from ${name} as s where ${after} order by s."id" limit $2 for no key update
), made as materialized (
  select t."id" as row_key, t.${from} as value, ${converted} as converted, ${restored} as restored from batch as t${joined} where ${kept}
), written as (
  update ${name} as s set ${column} = m.converted from made as m where s."id" = m.row_key and m.converted is not null
), kept as (
  insert into ${shadowTrash(field)} (row_key, value, converted, failed)
  select m.row_key, m.value, m.converted, ${failed('m.value', 'm.converted', 'm.restored')} from made as m ${REPLACE}
)
select count(*)::int as rows, (select id::text from batch order by id desc limit 1) as last from batch`;
}

/**
 * Takes away what a rewrite has made and its edit has not taken.
 *
 * @param {string} name of the table, quoted @param {{ field: string | null, made: { indexes: string[], constraints: string[] } }} rewrite
 * @returns {string[]} statements
 */
export const removeSql = (name, { field, made }) => [
  ...(field ? dropSync(field, name) : []),
  ...made.indexes.map((index) => `drop index if exists "app".${quoteIdentifier(index)}`),
  ...made.constraints.map((one) => `alter table ${name} drop constraint if exists ${quoteIdentifier(one)}`),
  ...(field
    ? [
        `alter table ${name} drop column if exists ${quoteIdentifier(shadowName(field))}`,
        `drop table if exists ${shadowTrash(field)}`,
      ]
    : []),
];

const REPLACE =
  'on conflict (row_key) do update set value = excluded.value, converted = excluded.converted, failed = excluded.failed';

/** @param {string} value @param {string} converted @param {string} restored */
const failed = (value, converted, restored) => `(${value} is not null and ${converted} is null and not ${restored})`;

/** @param {Shadow} shadow @param {string} settings */
function functionsOf({ field, from, column, joined, converted, restored, kept }, settings) {
  const [before, after] = syncFunctions(field);
  const source = `(select new."id" as "id", new.${from} as ${from}) as t${joined}`;
  const made = (/** @type {string} */ name, /** @type {string} */ body) =>
    `create function ${name}() returns trigger language plpgsql security definer ${settings} as ${quoteLiteral(`#variable_conflict use_column\n${body}`)}`;
  return [
    made(
      before,
      `begin
  new.${column} := (select ${converted} from ${source});
  return new;
end`,
    ),
    made(
      after,
      `begin
  if tg_op <> 'INSERT' then delete from ${shadowTrash(field)} k where k.row_key = old."id"; end if;
  if tg_op <> 'DELETE' then
    insert into ${shadowTrash(field)} (row_key, value, converted, failed)
    select t."id", t.${from}, new.${column}, ${failed(`t.${from}`, `new.${column}`, restored)} from ${source} where ${kept}
    ${REPLACE};
  end if;
  return null;
end`,
    ),
  ];
}

/** @param {string} name of the table @param {Shadow} shadow */
function triggersOf(name, { field, from }) {
  const functions = syncFunctions(field);
  const [beforeInsert, beforeUpdate, afterInsert, afterUpdate] = syncTriggers(field);
  const isOther = `old.${from} is distinct from new.${from} or old."id" is distinct from new."id"`;
  return [
    `create trigger ${beforeInsert} before insert on ${name} for each row execute function ${functions[0]}()`,
    `create trigger ${beforeUpdate} before update on ${name} for each row when (${isOther}) execute function ${functions[0]}()`,
    `create trigger ${afterInsert} after insert or delete on ${name} for each row execute function ${functions[1]}()`,
    `create trigger ${afterUpdate} after update on ${name} for each row when (${isOther}) execute function ${functions[1]}()`,
  ];
}
