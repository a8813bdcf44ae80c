/** @import { Values } from '@plinth/plugin' */
/** @import { Draft } from './draft.js' */
/** @import { Edit, EditContext } from '../../types.d.ts' */
import { onlyKeys } from './names.js';

/**
 * Plans an edit after refusing keys that its input doesn't have. One that takes an object itself, such as a table, leaves
 * that to the check of the object.
 *
 * @param {Edit} edit @param {Draft} draft @param {Values} input @param {EditContext} context
 */
export function planEdit(edit, draft, input, context) {
  const { properties } = edit.takes;
  if (properties) onlyKeys(edit.name, input, Object.keys(properties));
  return edit.plan(draft, input, context);
}
