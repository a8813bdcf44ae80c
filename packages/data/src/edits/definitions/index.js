/** @import { Registry } from '@plinth/plugin' */
/** @import { Edit } from '../types.d.ts' */
import { memoize } from '@plinth/plugin';
import { kindsOf } from '../../catalog/model/kinds.js';
import { editsOfKind } from './base/edits-of-kind.js';
import { edit as addChoices } from './add-choices.js';
import { edit as addConstraint } from './add-constraint.js';
import { edit as addField } from './add-field.js';
import { edit as addIndex } from './add-index.js';
import { edit as addTable } from './add-table.js';
import { edit as batch } from './batch.js';
import { edit as changeField } from './change-field.js';
import { edit as changeMenu } from './change-menu.js';
import { edit as changePlugin } from './change-plugin.js';
import { edit as changeSettings } from './change-settings.js';
import { edit as changeTable } from './change-table.js';
import { edit as generateViews } from './generate-views.js';
import { edit as moveField } from './move-field.js';
import { edit as removeConstraint } from './remove-constraint.js';
import { edit as removeField } from './remove-field.js';
import { edit as removeIndex } from './remove-index.js';
import { edit as removePlugin } from './remove-plugin.js';
import { edit as removeTable } from './remove-table.js';
import { edit as setAccess } from './set-access.js';
import { edit as setConstraints } from './set-constraints.js';
import { edit as setIndexes } from './set-indexes.js';

/** Those that are not of a kind of metadata with a definition. @type {readonly Edit[]} */
const others = [
  addChoices,
  addConstraint,
  addField,
  addIndex,
  addTable,
  batch,
  changeField,
  changeMenu,
  changePlugin,
  changeSettings,
  changeTable,
  generateViews,
  moveField,
  removeConstraint,
  removeField,
  removeIndex,
  removePlugin,
  removeTable,
  setAccess,
  setConstraints,
  setIndexes,
];

/** Every edit, by name. @type {(registry: Registry) => ReadonlyMap<string, Edit>} */
export const editsOf = memoize((registry) => {
  const edits = [...others, ...kindsOf(registry).flatMap(editsOfKind)];
  return new Map(edits.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map((edit) => [edit.name, edit]));
});
