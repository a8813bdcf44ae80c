/** @import { Select, SelectInput } from '@plinth/plugin' */
import { createHash } from 'node:crypto';

/**
 * The columns of one statement. The same column is selected only once. Names are derived from the column's definition,
 * so that the columns of two views can share a statement without clashes.
 */
export function createSelectList() {
  /** @type {Map<string, Select>} */
  const byName = new Map();

  return {
    /** @param {SelectInput} select @returns {string} name of the column in the rows */
    add(select) {
      const name = nameOf(select);
      if (name !== 'id') byName.set(name, /** @type {Select} */ ({ as: name, ...select }));
      return name;
    },
    /** @param {readonly Select[]} selects columns that another view registered */
    adopt(selects) {
      for (const select of selects) byName.set(select.as, select);
    },
    list: () => [...byName.values()],
  };
}

/** @param {SelectInput} select */
function nameOf(select) {
  const plain = 'field' in select && !('aggregate' in select) && !select.label;
  if (plain && !select.field.includes('.')) return select.field;
  const readable = saidOf(select)
    .replace(/[^a-z0-9_]/g, '_')
    .slice(0, 40);
  // The hash keeps names of different columns apart, and from fields of the same name.
  return `${readable}_${createHash('sha1').update(JSON.stringify(select)).digest('hex').slice(0, 8)}`;
}

/** A readable part for the column's name. @param {SelectInput} select */
function saidOf(select) {
  if ('choices' in select) return select.choices;
  if ('may' in select) return `may_${select.may}`;
  if ('expression' in select) return 'expression';
  if ('rows' in select) return select.rows;
  return 'aggregate' in select ? select.relation : select.field;
}
