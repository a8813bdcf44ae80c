import { deleteRow } from './delete-row.js';
import { duplicateRow } from './duplicate-row.js';
import { goTo } from './go-to.js';
import { insertRow } from './insert-row.js';
import { toggleField } from './toggle-field.js';
import { updateRow } from './update-row.js';

/** What a button can do; one file each. */
export const actions = Object.freeze([deleteRow, duplicateRow, goTo, insertRow, toggleField, updateRow]);
