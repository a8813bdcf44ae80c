/** @import { Table } from '@plinth/plugin' */
/** @import { Change, StoredCatalog } from '../../../catalog/types.d.ts' */
/** @import { Rules } from '../../../rules/rights/rules.js' */
import { isDeepStrictEqual } from 'node:util';
import { AppError, inputInvalid } from '@plinth/plugin';

/**
 * Refuses access rules that are invalid in the Catalog with all changes. Existing rules stay even if a change removes
 * something that they name: they then grant nothing, and show up as a problem.
 *
 * @param {StoredCatalog} catalog @param {readonly Change[]} changes
 * @throws {AppError} INPUT_INVALID with the position in the access list
 */
export function checkRules(catalog, changes) {
  for (const { kind, before, after } of changes) {
    if (kind !== 'table' || !after || isDeepStrictEqual(before?.body.access, after.body.access)) continue;
    const table = /** @type {Table & { rules: Rules }} */ (catalog.table(after.name));
    for (const [role, access] of Object.entries(after.body.access ?? {})) {
      for (const [right, level] of Object.entries(access)) {
        if (typeof level?.rule === 'string') checkRule(table, level.rule, `access.${role}.${right}`);
      }
    }
  }
}

/** @param {Table & { rules: Rules }} table @param {string} source @param {string} at */
function checkRule(table, source, at) {
  try {
    table.rules.read(table, source);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    throw inputInvalid({ [at]: error.phrases.message });
  }
}
