/** @import { PhysicalModel } from './types.d.ts' */

const REFERENCE = /"@([0-9a-f-]{36})"/g;

/** A column or table in the texts of a model: its id in place of its name. @param {string} id */
export function byId(id) {
  return `"@${id}"`;
}

/**
 * Puts the names of a model into a text.
 *
 * @param {string} text @param {PhysicalModel} model
 */
export function withNames(text, model) {
  return text.replace(REFERENCE, (_, id) => {
    const name = model.names.get(id);
    if (!name) throw new Error(`The schema model has no object ${id}`);
    return name;
  });
}
