import { columnSql, tableSql } from '../../../postgres/sql/physical.js';
import { builtSearchIndex, folded, searchedText } from '../../../catalog/schema/searched-text.js';
import { fixed, ident, join, sql, whole } from '../../../postgres/sql/index.js';
import { hasColumn } from './formula.js';
import { displayOf } from './label.js';
import { around, escapeLike, likePattern } from './literal.js';
import { createScope, readable } from './scope.js';
import { asText, searchTexts, searchWords } from './search.js';
import { hasTrigram, textAskedFor } from './text-filter.js';
import { typedMatch } from './search-typed.js';
import { sqlTypeOf } from './values.js';

/** @import { Field, Table, Values } from '@plinth/plugin' */
/** @import { Fragment } from '../../../postgres/sql/index.js' */
/** @import { Run } from '../../types.d.ts' */
/** @import { Scope } from './scope.js' */
/** @import { Search } from './search-typed.js' */
/** @import { Segment } from './seek.js' */
/** @import { TextFilter } from './text-filter.js' */

/** If a page is among this many first rows of the order, reading in order finds it sooner than the index. */
const READ_FIRST = 2000;
/** This many rows with the word can be checked one by one; if an index has the order, reading on is soon cheaper. */
const MOST_FOUND = 50_000;
const MOST_FOUND_ORDERED = 10_000;
const KEY_TYPE = { identity: 'bigint', uuid: 'uuid' };

/** The most selective word, of those that an index can find. @param {Pick<Run, 'params'>} run @param {string} param */
export function longestWord(run, param) {
  const words = searchWords(run, param).filter(hasTrigram);
  return words.length > 0 ? words.reduce((a, b) => (b.length > a.length ? b : a)) : null;
}

/** Whether an index contains all of the row's own texts that this reader's search covers. @param {Scope} scope */
function hasSearchIndex(scope) {
  const { c, table } = scope;
  const index = builtSearchIndex(table, /** @type {Values} */ (c.catalog));
  if (!index) return false;
  const own = searchTexts(scope).filter(({ display }) => display === null);
  return own.length > 0 && own.every(({ field }) => index.fields.includes(field.name) && hasColumn(c, table, field));
}

/**
 * Keys of rows that the search index finds for a word of a search; null if there is no such index.
 *
 * @param {Scope} scope @param {Search} search @param {boolean} typed whether it may also be a number or a day
 * @returns {Fragment[] | null}
 */
export function foundByWord(scope, search, typed) {
  if (!hasSearchIndex(scope)) return null;
  const s = scope.c.alias('s');
  const same = typed ? typedMatch(scope, search, s) : null;
  const typedKeys = same
    ? [sql`select ${ident(s, 'id')} as id from ${tableSql(scope.table)} ${ident(s)} where ${same}`]
    : [];
  return [...branches(scope, search.param), ...typedKeys];
}

/**
 * The same for a condition on the text of a field.
 *
 * @param {Scope} scope @param {TextFilter} filter @returns {Fragment[] | null}
 */
export function foundByText({ c, table }, filter) {
  const index = builtSearchIndex(table, /** @type {Values} */ (c.catalog));
  const field = readable(c, table, filter.field);
  if (!field || !index?.fields.includes(field.name) || !isPlainText(c, table, field)) return null;
  const pattern = c.slot((run) => likePattern(filter.op, textAskedFor(filter, run) ?? ''));
  const s = c.alias('s');
  const like = sql`${indexed(c.registry, table, field, s)} like ${around(folded('\u0001'), sql`${pattern}::text`)}`;
  return [sql`select ${ident(s, 'id')} as id from ${tableSql(table)} ${ident(s)} where ${like}`];
}

/** One text in a column of its own. @param {Scope['c']} c @param {Table} table @param {Field} field */
const isPlainText = (c, table, field) => sqlTypeOf(c, field) === 'text' && hasColumn(c, table, field);

/**
 * How the rows of a search are found: `found` is part of the `with` clause and returns their keys, or null if it is
 * better (or no slower) to read all rows in order: for a common word the page is soon full, while the index would first
 * collect an entry for each row. `some` and `all` are the conditions for the two cases. The rows found are a superset,
 * since only one word and no rights are checked.
 *
 * @param {Scope} scope @param {readonly Fragment[]} keysFound of foundByWord or foundByText
 * @param {{ conditions: Fragment[], parts: Segment[], limit: number, ordered: boolean }} plan `ordered`: an index has
 *   the order
 */
export function foundByIndex(scope, keysFound, { conditions, parts, limit, ordered }) {
  const most = ordered ? MOST_FOUND_ORDERED : MOST_FOUND;
  const keys = sql`select c.id from (${join([...keysFound], '\n    union all\n    ')}) c limit ${whole(most + 1)}`;
  const few = sql`(select case when count(*) <= ${whole(most)} then coalesce(array_agg(k.id), '{}') end from (${keys}) k)`;
  const [{ where, order }] = parts;
  const isFull = sql`(select count(*) from (
    select from (
      select (${join(conditions, ' and ')}) as hit
      from ${scope.from()}
      ${where ? sql`where ${where}` : sql``}
      order by ${order}
      limit ${whole(READ_FIRST)}) r
    where r.hit limit ${whole(limit + 1)}) w) > ${whole(limit)}`;
  const found = ident('$found');
  const ids = sql`(select ids from ${found})`;
  return {
    found: sql`${found} as materialized (select ${ordered ? sql`case when ${isFull} then null else ${few} end` : few} as ids)\n`,
    some: sql`${scope.id} = any (${ids}::${fixed(KEY_TYPE[scope.table.key])}[])`,
    all: sql`${ids} is null`,
  };
}

/**
 * Keys of rows that contain the word in their own texts or in the label of a row that one of their fields refers to.
 *
 * @param {Scope} scope @param {string} param
 */
function branches(scope, param) {
  const { c, table } = scope;
  const word = c.slot((run) => `%${escapeLike(longestWord(run, param) ?? '')}%`);
  const like = sql`like ${around(folded('\u0001'), sql`${word}::text`)}`;
  const texts = searchTexts(scope);
  const s = c.alias('s');
  const own = texts.filter(({ display }) => display === null);
  const inRow = own.map(({ field }) => sql`${indexed(c.registry, table, field, s)} ${like}`);
  return [
    sql`select ${ident(s, 'id')} as id from ${tableSql(table)} ${ident(s)} where ${join(inRow, ' or ')}`,
    ...texts.flatMap(({ field, display }) => (display ? [byLabel(scope, field, like)] : [])),
  ];
}

/**
 * If no label contains the word, as is usual, the table is not read at all.
 *
 * @param {Scope} scope @param {Field} field @param {Fragment} like
 */
function byLabel({ c, table }, field, like) {
  const target = /** @type {Table} */ (c.targetOf(field));
  const inner = createScope(c, target, { via: 'pointed' });
  const display = /** @type {NonNullable<ReturnType<typeof displayOf>>} */ (
    displayOf(inner, target, inner.alias, field.attributes.label)
  );
  const text =
    indexed(c.registry, target, display.field, inner.alias) ??
    around(folded('\u0001'), asText(c, display.field, display.column));
  const s = c.alias('s');
  return sql`select ${ident(s, 'id')}
      from (select array(select ${inner.id} from ${inner.from()} where ${text} ${like}) as ids offset 0) l
      join ${tableSql(table)} ${ident(s)} on ${columnSql(table, field, s)} = any (l.ids)
      where cardinality(l.ids) > 0`;
}

/**
 * A text as a search index writes it.
 *
 * @param {import('@plinth/plugin').Registry} registry @param {Table} table @param {Field} field @param {string} alias
 */
function indexed(registry, table, field, alias) {
  const text = searchedText('\u0001', field, registry);
  return text === null ? null : around(text, columnSql(table, field, alias));
}
