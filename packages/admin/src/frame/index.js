export { changedChecks, control, shownChecks } from './controls.js';
export { deletion } from './deletion.js';
export { ALERT } from './form-alert.js';
export { inputs } from './inputs.js';
export { renderAdmin } from './page.js';
export { pageOf } from './paging.js';
export { partsFor } from './parts.js';
export { roleChoices, roleLabel, roleLabels } from './role-labels.js';
export { does, routed, saves, shows, tries } from './routes.js';
export {
  changedEntries,
  expectField,
  formErrors,
  mayEdit,
  noErrors,
  refusal,
  revisionId,
  wrongFields,
} from './run-edit.js';
export { actionProblems, settingProblem } from './setting-problem.js';
export { checked, readChecked, readSettings, settingsControls } from './settings.js';
export { withDone } from './toast.js';
