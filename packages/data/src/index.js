/** @typedef {import('./create-data.js').Data} Data */
/** @typedef {import('./exchange/backup/compare/compare-backup.js').Comparison} Comparison */
/** @typedef {import('./catalog/limits/limits.js').Limits} Limits */
/** @typedef {import('./automation/workflow-runs/tasks/task-list.js').Task} Task */
/** @typedef {import('./automation/workflow-runs/run-list.js').ListedWorkflowRun} ListedWorkflowRun */
/** @typedef {import('./automation/workflow-runs/run-list.js').WorkflowState} WorkflowState */
/** @typedef {import('./automation/workflow-runs/run-list.js').ListedStep} ListedStep */
/** @typedef {import('./automation/outbox/types.d.ts').ClaimedMail} ClaimedMail */
/** @typedef {import('./automation/outbox/types.d.ts').Composed} Composed */
/** @typedef {import('./catalog/lists/planned-lists.js').FindList} FindList */
/** @typedef {import('./catalog/lists/planned-lists.js').FindDetail} FindDetail */
/** @typedef {import('./people/notifications/notifications.js').Notification} Notification */
/** @typedef {import('./people/notifications/to-mail.js').Compose} ComposeNotice */
/** @typedef {import('./automation/outbox/types.d.ts').ListedMail} ListedMail */
/** @typedef {import('./automation/runs/run-list.js').ListedRun} ListedRun */
/** @typedef {import('./automation/triggers/trigger-states.js').TriggerState} TriggerState */
/** @typedef {import('./automation/triggers/hooks/hook-admin.js').HookState} HookState */
/** @typedef {import('./automation/triggers/mailboxes/create-mailboxes.js').MailboxState} MailboxState */
/** @typedef {import('./automation/outbox/types.d.ts').MailBlock} MailBlock */
/** @typedef {import('./automation/outbox/types.d.ts').MailContent} MailContent */
/** @typedef {import('./automation/outbox/outbox.js').Outbox} Outbox */
/** @typedef {import('./people/accounts/password-resets.js').ResetMade} ResetMade */
/** @typedef {import('./automation/secrets/secrets.js').ListedSecret} ListedSecret */
/** @typedef {import('./automation/functions/function-runs.js').FunctionRun} FunctionRun */
export { jsonExcess } from './catalog/schema/json-excess.js';
export { requireReview } from './edits/apps/review.js';
export { SORTED_LANGUAGES } from './postgres/sql/text-order.js';
export { createData } from './create-data.js';
export { dataPlugin } from './core-plugin.js';
export { openDatabase } from './postgres/database/embedded/open-database.js';
export { createSameTable } from './catalog/model/same-table.js';
export { choicesAttribute } from './catalog/choices/choices-from.js';
export {
  accessLevel,
  isUnlimited,
  readableField,
  readablePath,
  rightsKey,
  sameRights,
  inSiteZone,
  isTableVisible,
} from './rules/rights/index.js';
export { EVENT_GROUPS, EVENT_KINDS } from './gate/security/event-kinds.js';
export { readSecretKey } from './postgres/sealing/secret-key.js';
export { givesRights } from './gate/security/gives-rights.js';
export { cursorsByKey } from './gate/rows/compile/cursor.js';
export { createReading, watchedActor } from './gate/reads/reading.js';
export { translate } from './postgres/database/errors.js';
export { isNear } from './gate/rows/everywhere/near-words.js';
export { exists as referenceExists, namesWithin } from './catalog/model/references.js';
export { readPluginStates } from './catalog/model/read-plugin-states.js';
export {
  createChangeStream,
  createFreshnessBarrier,
  createRelayedStream,
  createRelaySource,
  tableVersionsOf,
} from './postgres/changes/index.js';
export { parseCursor } from './gate/feed/cursor.js';
export { commentsTopic } from './gate/feed/topics.js';
export { asStorageFull } from './gate/files/errors.js';
export { missingContents } from './gate/files/missing-contents.js';
export { sniffType } from './gate/files/sniff-type.js';
export { createFittingPages } from './gate/rows/fitting-pages.js';
export { createFairness, personOf } from './postgres/fairness/index.js';
export { LARGE_BYTES } from './postgres/fairness/figures.js';
export { inAllowance } from './postgres/heavy/allowance.js';
export { readTar } from './exchange/backup/archive/tar.js';
export { LIMITS } from './catalog/limits/limits.js';
export { createRoom } from './gate/files/room.js';
export { LEASE_KEPT_MS } from './gate/presses/presses.js';
export { readSource, sourcePart, writeSource } from './edits/source/index.js';
export { INVITATION_DAYS } from './people/accounts/invitations.js';
export { MAIL_STATES } from './automation/outbox/outbox-list.js';
export { checkAddress } from './automation/outbox/mail-input.js';
export { verifyCall } from './automation/triggers/hooks/verify-call.js';
export { createLocalReader } from './catalog/local-values/local-reader.js';
export {
  checkBackup,
  compareBackup,
  checkPassphrase,
  inTurn,
  isBackupDue,
  isRestored,
  openBackups,
  readLastBackup,
  restoreBackup,
  tryRestore,
  writeBackup,
} from './exchange/backup/index.js';
/** @typedef {import('./postgres/fairness/person.js').Person} Person */
/** @typedef {import('./postgres/fairness/turns.js').Entry} Place */
