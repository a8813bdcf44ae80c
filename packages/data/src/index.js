/** @typedef {import('./limits/limits.js').Limits} Limits */
/** @typedef {import('./workflow-runs/tasks/task-list.js').Task} Task */
/** @typedef {import('./workflow-runs/run-list.js').ListedWorkflowRun} ListedWorkflowRun */
/** @typedef {import('./workflow-runs/run-list.js').WorkflowState} WorkflowState */
/** @typedef {import('./workflow-runs/run-list.js').ListedStep} ListedStep */
/** @typedef {import('./outbox/types.d.ts').ClaimedMail} ClaimedMail */
/** @typedef {import('./outbox/types.d.ts').Composed} Composed */
/** @typedef {import('./lists/planned-lists.js').FindList} FindList */
/** @typedef {import('./lists/planned-lists.js').FindDetail} FindDetail */
/** @typedef {import('./notifications/notifications.js').Notification} Notification */
/** @typedef {import('./notifications/to-mail.js').Compose} ComposeNotice */
/** @typedef {import('./outbox/types.d.ts').ListedMail} ListedMail */
/** @typedef {import('./automation/runs.js').ListedRun} ListedRun */
/** @typedef {import('./automation/runs.js').TriggerState} TriggerState */
/** @typedef {import('./automation/hooks/hook-admin.js').HookState} HookState */
/** @typedef {import('./automation/mailboxes/create-mailboxes.js').MailboxState} MailboxState */
/** @typedef {import('./outbox/types.d.ts').MailBlock} MailBlock */
/** @typedef {import('./outbox/types.d.ts').MailContent} MailContent */
/** @typedef {import('./outbox/outbox.js').Outbox} Outbox */
/** @typedef {import('./people/password-resets.js').ResetMade} ResetMade */
/** @typedef {import('./secrets/secrets.js').ListedSecret} ListedSecret */
/** @typedef {import('./functions/function-runs.js').FunctionRun} FunctionRun */
export { requireReview } from './apps/review.js';
export { createData } from './create-data.js';
export { dataPlugin } from './core-plugin.js';
export { openDatabase } from './postgres/embedded/open-database.js';
export { choicesAttribute } from './choices/choices-from.js';
export { FORMULA_TYPES } from './edits/base/formulas.js';
export {
  accessLevel,
  isUnlimited,
  readableField,
  readablePath,
  rightsKey,
  sameRights,
  inSiteZone,
  isTableVisible,
} from './rights/index.js';
export { EVENT_GROUPS, EVENT_KINDS } from './security/event-kinds.js';
export { readSecretKey } from './sealing/secret-key.js';
export { givesRights } from './security/gives-rights.js';
export { cursorsByKey } from './rows/compile/cursor.js';
export { createReading, watchedActor } from './reads/reading.js';
export { translate } from './postgres/errors.js';
export { exists as referenceExists } from './catalog/references.js';
export { readPluginStates } from './catalog/read-plugin-states.js';
export {
  createChangeStream,
  createFreshnessBarrier,
  createRelayedStream,
  createRelaySource,
  tableVersionsOf,
} from './changes/index.js';
export { parseCursor } from './feed/cursor.js';
export { commentsTopic } from './feed/topics.js';
export { asStorageFull } from './files/errors.js';
export { missingContents } from './files/missing-contents.js';
export { sniffType } from './files/sniff-type.js';
export { createFittingPages } from './rows/fitting-pages.js';
export { createFairness, personOf } from './fairness/index.js';
export { inAllowance } from './heavy/allowance.js';
export { LIMITS } from './limits/limits.js';
export { createRoom } from './files/room.js';
export { LEASE_KEPT_MS } from './presses/presses.js';
export { readSource, sourcePart, writeSource } from './source/index.js';
export { INVITATION_DAYS } from './people/invitations.js';
export { MAIL_STATES } from './outbox/outbox-list.js';
export { checkAddress } from './outbox/mail-input.js';
export { verifyCall } from './automation/hooks/verify-call.js';
export { createLocalReader } from './local-values/local-reader.js';
export {
  checkBackup,
  checkPassphrase,
  inTurn,
  isBackupDue,
  openBackups,
  readLastBackup,
  restoreBackup,
  tryRestore,
  writeBackup,
} from './backup/index.js';
/** @typedef {import('./fairness/person.js').Person} Person */
/** @typedef {import('./fairness/turns.js').Entry} Place */
