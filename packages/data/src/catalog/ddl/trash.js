/** @import { Diff } from './types.d.ts' */
import { hex } from '../../postgres/sql/physical.js';
import { k, quoteIdentifier, quoteLiteral } from '../../postgres/sql/index.js';
import { alter, build } from './steps.js';

/** The name of a dropped table in the trash. @param {string} id */
export const tableTrash = (id) => `t_${hex(id)}`;

/**
 * The name of a dropped many-to-many field's pairs in the trash.
 *
 * @param {string} id @param {number} number of the edit
 */
export const joinTrash = (id, number) => `j_${hex(id)}_${number}`;

/** Where an edit stores the values of a field that it drops or converts. @param {string} id @param {number} number */
export const fieldTrash = (id, number) => `f_${hex(id)}_${number}`;

/** Which rows an edit filled, and which an undo emptied again. @param {string} id @param {number} number */
export const filledTrash = (id, number) => `n_${hex(id)}_${number}`;

/** @param {string} id @param {number} number */
export const unfilledTrash = (id, number) => `m_${hex(id)}_${number}`;

/** @param {string} name */
export const inTrash = (name) => `"plinth_trash".${quoteIdentifier(name)}`;

/** Trashed values are looked up by their row's key. @param {Diff} diff @param {string} name */
export function addTrashKey(diff, name) {
  alter(diff, `plinth_trash.${name}`, (table) => table.primary(['row_key'], { constraintName: `${name}_pkey` }));
}

/** Records what is in the trash. @param {Diff} diff @param {string} name @param {string} label */
export function recordTrash({ steps }, name, label) {
  steps.push({
    sql: `insert into plinth.trash (name, label) values (${quoteLiteral(name)}, ${quoteLiteral(label)}) on conflict (name) do update set kept_at = now()`,
  });
}

/** @param {Diff} diff @param {string} name */
export function noteRestored({ steps }, name) {
  steps.push({ sql: `delete from plinth.trash where name = ${quoteLiteral(name)}` });
}

/** Drops values from the trash that are back in their column. @param {Diff} diff @param {string} name */
export function dropTrash(diff, name) {
  build(diff, k.schema.dropTable(`plinth_trash.${name}`));
  noteRestored(diff, name);
}
