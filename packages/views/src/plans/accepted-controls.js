/** @import { Actor, Formats, FormControl, Registry, Table } from '@plinth/plugin' */
/** @import { Posted } from './submission.js' */
import { parseTyped } from '@plinth/plugin';
import { readControl } from './read-control.js';
import { isShown } from './shown-parts.js';

/**
 * The controls of a form, or of one child row in it, whose values are accepted: those shown for the stored row, and
 * those that appeared while others of them were filled in. Saving twice would accept the same.
 *
 * @param {{ table: Table, controls: readonly FormControl[], posted: Posted, actor: Actor, row: Record<string, unknown> |
 *   null,
 *   registry: Registry, formats: Formats, prefix?: string }} form prefix: what its controls' names start with
 * @returns {FormControl[]} in the order of the form
 */
export function acceptedControls({ table, controls, posted, actor, row, registry, formats, prefix = '' }) {
  let accepted = new Set(controls.filter((control) => isShown(control, actor, row)));
  for (;;) {
    const typed = { ...row };
    for (const { field: name, children } of accepted) {
      if (children || !Object.hasOwn(posted, prefix + name)) continue;
      const field = table.field(name);
      typed[name] = parseTyped(registry, field, readControl(posted[prefix + name], field, formats), null);
    }
    const more = controls.filter((control) => accepted.has(control) || isShown(control, actor, typed));
    if (more.length === accepted.size) return more;
    accepted = new Set(more);
  }
}
