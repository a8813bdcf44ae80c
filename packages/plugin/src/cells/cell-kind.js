/** @import { CellKind, Field, FieldType } from '../index.d.ts' */

/** Kinds whose values stand below each other by their last digit. */
export const NUMBER_CELLS = new Set(/** @type {CellKind[]} */ (['number', 'duration']));

/**
 * How a cell of a table edits a field; null where only the row's form can.
 *
 * @param {FieldType} type @param {Pick<Field, 'auto' | 'formula'>} field
 * @returns {CellKind | null}
 */
export function cellKind(type, field) {
  if (field.auto || field.formula) return null;
  if (type.cell !== undefined) return type.cell;
  if (type.storage === 'join' || type.group === 'file') return null;
  if (type.group === 'relation') return 'lookup';
  return type.group === 'number' ? 'number' : 'text';
}
