/** @import { CellKind, ElementCompiler, Html, RowModel } from '../index.d.ts' */
import { writersOf } from '../views/readers.js';
import { cellAttributes } from './cell-attributes.js';
import { cellKind } from './cell-kind.js';
import { cellKey, cellText } from './cell-text.js';

/**
 * How the values of a field are edited where they stand: who may, and the attributes that say what a cell holds. What they
 * need is added to the view's statement.
 *
 * @param {Pick<ElementCompiler, 'table' | 'registry' | 'select'>} c @param {string} name
 * @returns {{ kind: CellKind, writers: (readonly string[])[], print: (m: RowModel, shown: Html) => string } | null} null:
 *   only the row's form can
 */
export function editedCell({ table, registry, select }, name) {
  if (!table || table.system) return null;
  const field = table.field(name);
  const type = registry.fieldType(field.type);
  const kind = cellKind(type, field);
  if (!kind) return null;
  const own = select({ field: name });
  const label = kind === 'lookup' ? select({ field: name, label: true }) : null;
  return {
    kind,
    writers: writersOf(field),
    print({ row, env }, shown) {
      /** @type {any} */
      const value = row?.[own] ?? null;
      const text = cellText(type, field, kind, value, { formats: env.formats, label: label ? row?.[label] : null });
      return cellAttributes(
        kind,
        text,
        /** @type {string | number | null} */ (cellKey(kind, value, env.formats)),
        shown,
      );
    },
  };
}
