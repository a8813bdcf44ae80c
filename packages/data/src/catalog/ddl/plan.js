/** @import { DdlInput, DdlPlan, Diff } from './types.d.ts' */
import { addConstraints, dropConstraints } from './constraints.js';
import { changeColumns } from './columns.js';
import { checkStorageChanges } from './convert-storage.js';
import { createTables } from './create.js';
import { dropTables } from './drop.js';
import { addForeignKeys } from './foreign-keys.js';
import { physicalModel } from './model.js';
import { planRewrite } from './rewrite.js';
import { renameAll } from './rename.js';

/**
 * Derives what PostgreSQL must do to get from one Catalog to the next, without running anything. The order: whatever
 * refers to columns is removed first, then objects are dropped (into the trash), then renamed. From there on only new
 * names are used: create and restore, change columns, and last, add what refers to columns.
 *
 * @param {DdlInput} input
 * @returns {DdlPlan}
 */
export function planDdl(input) {
  /** @type {Diff} */
  const diff = {
    ...input,
    old: physicalModel(input.before, input.registry, input.concerned),
    now: physicalModel(input.after, input.registry, input.concerned),
    locks: new Set(),
    interrupts: new Set(),
    unbuilt: new Set(input.before.unbuilt),
    early: [],
    steps: [],
  };
  const rewrite = planRewrite(diff);
  checkStorageChanges(diff);
  dropConstraints(diff);
  dropTables(diff);
  renameAll(diff);
  createTables(diff);
  changeColumns(diff);
  addConstraints(diff);
  addForeignKeys(diff);
  return {
    rewrite,
    locks: [...diff.locks].sort(),
    interrupts: input.before.unbuilt.length > 0 ? [...diff.interrupts] : [],
    unbuilt: [...diff.unbuilt],
    early: diff.early,
    steps: diff.steps,
    policies: [],
  };
}
