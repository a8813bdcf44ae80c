/** @import { Diff, Index, NameOf } from './types.d.ts' */
import { k, quoteIdentifier, quoteLiteral } from '../../postgres/sql/index.js';
import { textOrderOf } from '../../postgres/sql/text-order.js';
import { nameIn, namesIn } from './names.js';
import { alter, build } from './steps.js';

/** @param {Diff} diff @param {string} table its id @param {string} name */
export function dropIndex(diff, table, name) {
  const { steps, interrupts, unbuilt } = diff;
  interrupts.add(table);
  if (!unbuilt.delete(name))
    return build(
      diff,
      k.schema.withSchema('app').alterTable(name, (t) => t.dropIndex([], name)),
    );
  steps.push({ sql: `delete from plinth.index_builds where name = ${quoteLiteral(name)}` });
  // An interrupted build leaves an invalid index.
  steps.push({ sql: `drop index if exists "app".${quoteIdentifier(name)}` });
}

/**
 * An index of a big table is built after the edit, without blocking writers; so is one that may not be possible at all,
 * since nothing else depends on it, and those of all tables for another language.
 *
 * @param {Diff} diff @param {string} table its id @param {string} name @param {Index} index
 */
export function addIndex(diff, table, name, index) {
  const { steps, now, big, trigrams, interrupts, unbuilt } = diff;
  interrupts.add(table);
  const isLater = big.has(table) || ('order' in index && isSortedAnew(diff));
  if (!isLater && (trigrams || index.kind !== 'trigrams')) {
    const columns = indexColumns(index, namesIn(now)).map((column) => k.raw(column));
    return alter(diff, nameIn(now, table), (t) => t.index(columns, name, methodOf(index)));
  }
  unbuilt.add(name);
  steps.push({
    sql: `insert into plinth.index_builds (name, table_id) values (${quoteLiteral(name)}, ${quoteLiteral(table)})`,
  });
}

/** Whether the site has got a language of another order. @param {Diff} diff */
const isSortedAnew = ({ before, after }) => textOrderOf(before.settings.locale) !== textOrderOf(after.settings.locale);

/** Method and columns, as written after the table in `create index`. @param {Index} index @param {NameOf} nameOf */
export function indexSql(index, nameOf) {
  return `using ${methodOf(index)} (${indexColumns(index, nameOf).join(', ')})`;
}

/** @param {Index} index */
const methodOf = ({ kind }) => (kind === 'btree' ? 'btree' : 'gin');

/** @param {Index} index @param {NameOf} nameOf */
function indexColumns(index, nameOf) {
  if (index.kind === 'trigrams') return index.sql(nameOf).map((text) => `(${text}) gin_trgm_ops`);
  if (!('order' in index)) return index.fields.map(nameOf);
  const { fields, texts, order } = index;
  const collate = ` collate "plinth".${quoteIdentifier(order)}`;
  return fields.map((id) => `${nameOf(id)}${texts.includes(id) ? collate : ''}`);
}
