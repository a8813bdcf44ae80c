/** @import { Diff } from './types.d.ts' */
import { hex } from '../../postgres/sql/physical.js';
import { quoteIdentifier } from '../../postgres/sql/index.js';

/** No field can have such a name. @param {string} id of the field */
export const shadowName = (id) => `$${hex(id)}`;

/** The second column of a field that is converted, quoted. @param {string} id of the field */
export const shadowColumn = (id) => quoteIdentifier(shadowName(id));

/** What undo will need of its values. @param {string} id of the field */
export const shadowTrash = (id) => `"plinth_trash".${shadowColumn(id)}`;

/** Functions that keep both in step with the first column: before and after a row is written. @param {string} id of the field */
export const syncFunctions = (id) => ['before', 'after'].map((when) => `"plinth"."shadow_${hex(id)}_${when}"`);

/** Triggers of one moment run in the order of their names: this one sees what the others have made of the row. @param {string} id */
export const syncTriggers = (id) =>
  ['before_insert', 'before_update', 'after_insert', 'after_update'].map((when) =>
    quoteIdentifier(`~shadow_${hex(id)}_${when}`),
  );

/** @param {string} id of the field @param {string} table quoted */
export const dropSync = (id, table) => [
  ...syncTriggers(id).map((name) => `drop trigger if exists ${name} on ${table}`),
  ...syncFunctions(id).map((name) => `drop function if exists ${name}()`),
];

/** What an index or constraint is called until the edit takes it. @param {string} name */
export const aheadName = (name) => `$${name}`;

/** The constraint that proves that a field has a value everywhere. @param {string} id of the field */
export const requiredName = (id) => `$field_${hex(id)}_required`;

/** Whether a table has been made ready for the edit. @param {Pick<Diff, 'prepared'>} diff @param {string} table its id */
export const isPrepared = ({ prepared }, table) => prepared?.table === table;

/** Whether an index or constraint has been made ahead. @param {Pick<Diff, 'prepared'>} diff @param {string} name */
export const hasPrepared = ({ prepared }, name) => prepared?.names.has(name) ?? false;
