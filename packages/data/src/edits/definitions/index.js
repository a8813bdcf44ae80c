/** @import { Edit } from '../types.d.ts' */
import { edit as addApp } from './add-app.js';
import { edit as addChoices } from './add-choices.js';
import { edit as addConstraint } from './add-constraint.js';
import { edit as addField } from './add-field.js';
import { edit as addFunction } from './add-function.js';
import { edit as addIndex } from './add-index.js';
import { edit as addMail } from './add-mail.js';
import { edit as addPage } from './add-page.js';
import { edit as addPiece } from './add-piece.js';
import { edit as addRole } from './add-role.js';
import { edit as addSecret } from './add-secret.js';
import { edit as addTable } from './add-table.js';
import { edit as addTrigger } from './add-trigger.js';
import { edit as addView } from './add-view.js';
import { edit as addWorkflow } from './add-workflow.js';
import { edit as batch } from './batch.js';
import { edit as changeApp } from './change-app.js';
import { edit as changeField } from './change-field.js';
import { edit as changeFunction } from './change-function.js';
import { edit as changeMail } from './change-mail.js';
import { edit as changeMenu } from './change-menu.js';
import { edit as changePage } from './change-page.js';
import { edit as changePiece } from './change-piece.js';
import { edit as changePlugin } from './change-plugin.js';
import { edit as changeRole } from './change-role.js';
import { edit as changeSecret } from './change-secret.js';
import { edit as changeSettings } from './change-settings.js';
import { edit as changeTable } from './change-table.js';
import { edit as changeTrigger } from './change-trigger.js';
import { edit as changeView } from './change-view.js';
import { edit as changeWorkflow } from './change-workflow.js';
import { edit as generateViews } from './generate-views.js';
import { edit as moveField } from './move-field.js';
import { edit as moveTrigger } from './move-trigger.js';
import { edit as removeApp } from './remove-app.js';
import { edit as removeConstraint } from './remove-constraint.js';
import { edit as removeField } from './remove-field.js';
import { edit as removeFunction } from './remove-function.js';
import { edit as removeIndex } from './remove-index.js';
import { edit as removeMail } from './remove-mail.js';
import { edit as removePage } from './remove-page.js';
import { edit as removePiece } from './remove-piece.js';
import { edit as removePlugin } from './remove-plugin.js';
import { edit as removeRole } from './remove-role.js';
import { edit as removeSecret } from './remove-secret.js';
import { edit as removeTable } from './remove-table.js';
import { edit as removeTrigger } from './remove-trigger.js';
import { edit as removeView } from './remove-view.js';
import { edit as removeWorkflow } from './remove-workflow.js';
import { edit as setAccess } from './set-access.js';
import { edit as setConstraints } from './set-constraints.js';
import { edit as setIndexes } from './set-indexes.js';

/** @type {readonly Edit[]} */
const all = [
  addApp,
  addChoices,
  addConstraint,
  addField,
  addFunction,
  addIndex,
  addMail,
  addPage,
  addPiece,
  addRole,
  addSecret,
  addTable,
  addTrigger,
  addView,
  addWorkflow,
  batch,
  changeApp,
  changeField,
  changeFunction,
  changeMail,
  changeMenu,
  changePage,
  changePiece,
  changePlugin,
  changeRole,
  changeSecret,
  changeSettings,
  changeTable,
  changeTrigger,
  changeView,
  changeWorkflow,
  generateViews,
  moveField,
  moveTrigger,
  removeApp,
  removeConstraint,
  removeField,
  removeFunction,
  removeIndex,
  removeMail,
  removePage,
  removePiece,
  removePlugin,
  removeRole,
  removeSecret,
  removeTable,
  removeTrigger,
  removeView,
  removeWorkflow,
  setAccess,
  setConstraints,
  setIndexes,
];

/** Every edit, by name. @type {ReadonlyMap<string, Edit>} */
export const edits = new Map(all.map((edit) => [edit.name, edit]));
