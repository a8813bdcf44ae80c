import { plain } from '../objects/references.js';

/** @import { Draft } from './draft.js' */
/** @import { Edited } from './object-screen.js' */

/**
 * The edit that makes a draft the stored object.
 *
 * @param {Edited} edited @param {Draft} draft
 * @returns {{ edit: string, input: Record<string, any> & { changes: Record<string, any> } }}
 */
export function editOf({ subject: { kind, name }, bodyOf, fixed }, draft) {
  const changes = /** @type {any} */ (plain(bodyOf(draft)));
  for (const key of fixed) delete changes[key];
  return { edit: `change-${kind}`, input: { [kind]: name, changes } };
}
