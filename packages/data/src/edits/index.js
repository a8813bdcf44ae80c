/** @import { Edit } from './types.d.ts' */
import { edit as addTable } from './add-table.js';

/** Every edit, by name. @type {ReadonlyMap<string, Edit>} */
export const edits = new Map([addTable].map((edit) => [edit.name, edit]));
