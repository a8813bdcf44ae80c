/** @import { Catalog, Workflow } from '@plinth/plugin' */
import { hashOf } from '../../edits/engine/hash-of.js';

/**
 * Whether the workflow differs from the version that the run uses. Its name and whether it is on don't count.
 *
 * @param {Catalog} catalog @param {Workflow} document that the run began with
 * @returns {boolean} false also if it was deleted
 */
export function isOutdated(catalog, document) {
  const newest = catalog.workflows.find(({ id }) => id === document.id);
  return newest !== undefined && hashOf(doneBy(newest)) !== hashOf(doneBy(document));
}

/** @param {Workflow} workflow */
const doneBy = ({ table, as, user, variables, steps, onError }) =>
  /** @type {Workflow} */ ({ table, as, user, variables, steps, onError });
