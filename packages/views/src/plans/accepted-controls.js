/** @import { Actor, FormControl, Registry, Table } from '@plinth/plugin' */
/** @import { Posted } from './submission.js' */
import { isShown } from './shown-parts.js';

/**
 * The controls of a form whose values are taken: those that are there for the row as it is stored, and those that came
 * to be there while others of them were filled in. Saving twice would do the same.
 *
 * @param {{ table: Table, controls: readonly FormControl[], posted: Posted, actor: Actor, row: Record<string, any> | null,
 *   read: (posted: string | string[], field: import('@plinth/plugin').Field) => string | string[], registry: Registry }} form
 * @returns {FormControl[]} in the order of the form
 */
export function acceptedControls({ table, controls, posted, actor, row, read, registry }) {
  let accepted = new Set(controls.filter((control) => isShown(control, actor, row)));
  for (;;) {
    const typed = { ...row };
    for (const { field: name, children } of accepted) {
      if (children || !Object.hasOwn(posted, name)) continue;
      const field = table.field(name);
      typed[name] = parsed(read(posted[name], field), field, registry);
    }
    const more = controls.filter((control) => accepted.has(control) || isShown(control, actor, typed));
    if (more.length === accepted.size) return more;
    accepted = new Set(more);
  }
}

/** @param {string | string[]} text @param {import('@plinth/plugin').Field} field @param {Registry} registry */
function parsed(text, field, registry) {
  try {
    return registry.fieldType(field.type).parse(text, field);
  } catch {
    return null;
  }
}
