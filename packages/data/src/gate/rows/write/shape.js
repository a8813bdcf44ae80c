import { joinTable, keyType } from '../../../postgres/sql/physical.js';
import { asCondition, predicate, readableField } from '../../../rules/rights/index.js';
import { empty, fixed, ident, join, sql } from '../../../postgres/sql/index.js';
import { fieldSql } from '../compile/formula.js';
import { links } from '../compile/relation.js';
import { createScope } from '../compile/scope.js';
import { readValue, sqlTypeOf } from '../compile/values.js';
import { writable } from './input.js';
import { fieldName } from './payload.js';
import { GIVEN_USER } from './row-user.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Image } from '../../../rules/expressions/visible-rows.js' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Compilation } from '../compile/compilation.js' */
/** @typedef {ReturnType<typeof tableShape>} Shape */

/** The fields of a table that store values, in columns or in join tables. @param {Compilation} c @param {Table} table */
export function tableShape(c, table) {
  const fields = table.fields.filter((field) => writable(c, table, field.name));
  return {
    table,
    fields,
    columns: fields.filter((field) => c.type(field).storage === 'column'),
    links: fields.filter((field) => c.type(field).storage === 'join' && c.targetOf(field) !== null),
  };
}

/** The payload as rows: number, key, values, expectations, user, change; of deletions also what the history notes them as. @param {Compilation} c @param {Table} table @param {{ deleting?: boolean }} [options] */
export function payloadRows(c, table, { deleting = false } = {}) {
  const noted = deleting ? sql`, (o.e->>'d')::uuid as ${ident('$d')}, (o.e->>'h')::uuid as ${ident('$h')}` : empty;
  const key = fixed(keyType(table));
  return sql`select o.n as ${ident('$n')}, (o.e->>'k')::${key} as ${ident('$key')}, o.e->'v' as ${ident('$v')}, o.e->'x' as ${ident('$x')},
    (o.e->>'u')::uuid as ${ident(GIVEN_USER)}, (o.e->>'c')::uuid as ${ident('$c')}${noted}
  from jsonb_array_elements(${c.slot((run) => run.payload)}::text::jsonb) with ordinality o(e, n)`;
}

/**
 * The row as returned to the caller: the fields that they may read, or only the key if they can't see the new image. It
 * has exactly the form of a read row, with fields in the same order, because versions are compared by it.
 *
 * @param {Compilation} c @param {Shape} shape @param {string} alias of the written row @param {(field: Field) => Fragment} linkValue
 * @param {Image} image of the written row
 */
export function returned(c, { table, columns, links: joined }, alias, linkValue, image) {
  const show = asCondition(predicate(c.actor, table, 'read', alias, 'direct', image));
  /** @param {Field} field @returns {Fragment | null} null: it has no value */
  const valueOf = (field) => {
    if (joined.includes(field)) return linksInOrder(c, field, linkValue(field));
    if (columns.includes(field)) return readValue(c.registry, field, ident(alias, field.name));
    if (!field.formula || !c.registry.has('fieldType', field.type)) return null;
    return readValue(c.registry, field, fieldSql(c, table, field, alias));
  };
  const fields = [table.field('id'), ...table.fields.filter(({ name }) => name !== 'id')];
  const values = fields.flatMap((field) => {
    const value = readableField(c.actor, table, field) ? valueOf(field) : null;
    return value === null ? [] : [sql`${value} as ${ident(field.name)}`];
  });
  return join([sql`${show} as ${ident('$show')}`, ...values]);
}

/** The keys of a list as stored: without duplicates, in order. @param {Compilation} c @param {Field} field @param {Fragment} list */
export function linksInOrder(c, field, list) {
  const key = fixed(sqlTypeOf(c, field));
  return sql`(select coalesce(jsonb_agg(distinct one::${key} order by one::${key}), '[]'::jsonb) from jsonb_array_elements_text(${list}) one)`;
}

/** The keys in a join table before the statement, those to be seen by the actor. @param {Compilation} c @param {Table} table @param {Field} field @param {Fragment} id */
export function storedLinks(c, table, field, id) {
  const type = c.type(field);
  const found = { field, type, table, alias: '', column: id, own: true };
  const readable = links(createScope(c, table), found);
  return sql`(select coalesce(jsonb_agg(k.target order by k.target), '[]'::jsonb) from (${readable}) k)`;
}

/** All keys in a join table before the statement, for the history. @param {Table} table @param {Field} field @param {Fragment} id */
export function allLinks(table, field, id) {
  return sql`(select coalesce(jsonb_agg(l.target order by l.target), '[]'::jsonb) from ${joinTable(table, field).name} l where l.source = ${id})`;
}

/**
 * The parts of a statement that store the pairs of a many-to-many field.
 *
 * @param {Compilation} c @param {Shape} shape @param {{ rows: string, replace: boolean }} options `rows`: the part that gives id and new lists
 */
export function linkParts(c, { table, links: joined }, { rows, replace }) {
  return joined.flatMap((field, i) => {
    const { name } = joinTable(table, field);
    const key = fixed(sqlTypeOf(c, field));
    const list = ident('w', field.name);
    const add = sql`${ident(`$l${i}`)} as (
  insert into ${name} (source, target)
  select w.id, one::${key} from ${ident(rows)} w cross join lateral jsonb_array_elements_text(${list}) one
  on conflict do nothing
)`;
    if (!replace) return [add];
    const readable = links(createScope(c, table), {
      field,
      type: c.type(field),
      table,
      alias: 'w',
      column: ident('w', 'id'),
      own: true,
    });
    const remove = sql`${ident(`$d${i}`)} as (
  delete from ${name} d using ${ident(rows)} w
  where d.source = w.id and w.${ident('$v')} ? ${fieldName(field)}
    and d.target in (${readable})
    and not d.target in (select one::${key} from jsonb_array_elements_text(${list}) one)
)`;
    return [remove, add];
  });
}
