/** @import { Diff, Index, NameOf } from './types.d.ts' */
import { k, quoteIdentifier, quoteLiteral } from '../sql/index.js';
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
 * since nothing else depends on it.
 *
 * @param {Diff} diff @param {string} table its id @param {string} name @param {Index} index
 */
export function addIndex(diff, table, name, index) {
  const { steps, now, big, trigrams, interrupts, unbuilt } = diff;
  interrupts.add(table);
  if (!big.has(table) && (trigrams || index.kind !== 'trigrams')) {
    const columns = indexColumns(index, namesIn(now)).map((column) => k.raw(column));
    return alter(diff, nameIn(now, table), (t) => t.index(columns, name, methodOf(index)));
  }
  unbuilt.add(name);
  steps.push({
    sql: `insert into plinth.index_builds (name, table_id) values (${quoteLiteral(name)}, ${quoteLiteral(table)})`,
  });
}

/** Method and columns, as written after the table in `create index`. @param {Index} index @param {NameOf} nameOf */
export function indexSql(index, nameOf) {
  return `using ${methodOf(index)} (${indexColumns(index, nameOf).join(', ')})`;
}

/** @param {Index} index */
const methodOf = ({ kind }) => (kind === 'btree' ? 'btree' : 'gin');

/** @param {Index} index @param {NameOf} nameOf */
function indexColumns(index, nameOf) {
  if (index.kind === 'trigrams') return index.sql(nameOf).map((text) => `(${text}) gin_trgm_ops`);
  return index.fields.map(nameOf);
}
