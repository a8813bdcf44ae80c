// Cells of a table that are edited in place.

import type { ElementCompiler, RowModel } from './elements.d.ts';
import type { CellKind, FieldType } from './field-types.d.ts';
import type { Formats } from './formats.d.ts';
import type { Html } from './html.d.ts';
import type { Field } from './tables.d.ts';

/** How a cell of a table edits a field; null where only the row's form can. */
export function cellKind(type: FieldType, field: Pick<Field, 'auto' | 'formula'>): CellKind | null;
/** A value as the text that its cell is edited with. `label`: what a related row is called. */
export function cellText(
  type: FieldType,
  field: Field,
  kind: CellKind,
  value: any,
  reader: { formats: Formats; label?: unknown },
): string;
/** What a cell holds beside its text: the key of the related row, and of a local time that comes twice the instant. */
export function cellKey(kind: CellKind, value: any, formats: Pick<Formats, 'timeZone'>): any;
/** Whether the clock shows the local time of an instant twice, since it is set back in between. */
export function isRepeated(instant: string, timeZone: string): boolean;
/** The attributes by which a cell's script knows what it holds, with a space ahead. `shown`: by the cell. */
export function cellAttributes(kind: CellKind, text: string, key: string | number | null, shown: Html): string;
/**
 * How the values of a field are edited where they stand: who may, and the attributes of each cell; null where only the row's
 * form can. What they need is added to the view's statement.
 */
export function editedCell(
  c: Pick<ElementCompiler, 'table' | 'registry' | 'select'>,
  field: string,
): {
  kind: CellKind;
  /** Lists of roles: one of each is needed. */
  writers: (readonly string[])[];
  print(m: RowModel, shown: Html): string;
} | null;
/** Kinds whose values stand below each other by their last digit. */
export const NUMBER_CELLS: ReadonlySet<CellKind>;
