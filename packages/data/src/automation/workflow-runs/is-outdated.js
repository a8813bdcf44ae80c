/** @import { Catalog, Workflow } from '@plinth/plugin' */
import { hashOf } from '../../edits/engine/hash-of.js';

/**
 * Whether a workflow does something else by now than the version that a run began with. Its name or its being off doesn't count.
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
