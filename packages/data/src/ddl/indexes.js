/** @import { Diff } from './types.d.ts' */
import { quoteIdentifier, quoteLiteral } from '../sql/index.js';
import { byId, withNames } from './names.js';

/** @param {Diff} diff @param {string} table its id @param {string} name */
export function dropIndex({ steps, interrupts, unbuilt }, table, name) {
  interrupts.add(table);
  const isMissing = unbuilt.delete(name);
  if (isMissing) steps.push({ sql: `delete from plinth.index_builds where name = ${quoteLiteral(name)}` });
  // A build that broke off leaves an index that serves nobody.
  steps.push({ sql: `drop index ${isMissing ? 'if exists ' : ''}"app".${quoteIdentifier(name)}` });
}

/**
 * An index of a big table is built after the edit, while people go on writing; so is one that may not be possible at
 * all, since nothing else hangs on it.
 *
 * @param {Diff} diff @param {string} table its id @param {string} name @param {string} text
 */
export function addIndex({ steps, now, big, trigrams, interrupts, unbuilt }, table, name, text) {
  interrupts.add(table);
  if (!big.has(table) && (trigrams || !isTrigram(text)))
    return void steps.push({ sql: withNames(`create index ${quoteIdentifier(name)} on ${byId(table)} ${text}`, now) });
  unbuilt.add(name);
  steps.push({
    sql: `insert into plinth.index_builds (name, table_id) values (${quoteLiteral(name)}, ${quoteLiteral(table)})`,
  });
}

/** Whether the extension pg_trgm is needed. @param {string} text of an index */
export const isTrigram = (text) => text.includes('gin_trgm_ops');
