/** @import { Diff } from './types.d.ts' */
import { quoteIdentifier } from '../sql/index.js';
import { checkChecks, checkUnique } from './checks.js';
import { addIndex, dropIndex } from './indexes.js';
import { byId, withNames } from './names.js';
import { keptTables, lock } from './pairs.js';
import { sameForeignKey } from './foreign-keys.js';

/** Drops constraints, foreign keys and indexes that are gone or different. @param {Diff} diff */
export function dropConstraints(diff) {
  const { old, now, steps } = diff;
  for (const table of old.tables.values()) {
    const next = now.tables.get(table.id);
    const name = /** @type {string} */ (old.names.get(table.id));
    const drop = (/** @type {string} */ constraint) => {
      lock(diff, table.id);
      steps.push({ sql: `alter table ${name} drop constraint ${quoteIdentifier(constraint)}` });
    };
    for (const [key, foreignKey] of table.foreignKeys)
      if (!sameForeignKey(foreignKey, next?.foreignKeys.get(key))) drop(key);
    // A dropped table takes its other constraints along into the trash.
    if (!next) continue;
    for (const [key, text] of table.constraints) if (text !== next.constraints.get(key)) drop(key);
    for (const [key, text] of table.indexes) {
      if (text !== next.indexes.get(key)) dropIndex(diff, table.id, key);
    }
  }
}

/** Adds the constraints and indexes that are new or different; new tables and changed ones alike. @param {Diff} diff */
export function addConstraints(diff) {
  const { old, now, steps, kept } = diff;
  for (const table of now.tables.values()) {
    const before = old.tables.get(table.id);
    if (!before && kept.has(`t_${table.id.replaceAll('-', '')}`)) continue;
    for (const [key, text] of table.constraints) {
      if (text === before?.constraints.get(key)) continue;
      lock(diff, table.id);
      steps.push({
        sql: withNames(`alter table ${byId(table.id)} add constraint ${quoteIdentifier(key)} ${text}`, now),
      });
    }
    for (const [key, text] of table.indexes) {
      if (text !== before?.indexes.get(key)) addIndex(diff, table.id, key, text);
    }
  }
  for (const pair of keptTables(diff)) {
    checkUnique(diff, pair);
    checkChecks(diff, pair);
  }
}
