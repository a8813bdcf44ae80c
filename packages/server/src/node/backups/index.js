/** @typedef {import('./restore-here.js').Wanted} Wanted */
/** @typedef {import('./runner.js').AskRestore} AskRestore */
export { holdPort } from './hold-port.js';
export { makeBackup } from './make-backup.js';
export { readBackup, restoreInto } from './restore.js';
export { restoreHere, settleRestore } from './restore-here.js';
export { noteRestore, restoreState } from './restore-state.js';
export { createBackupRunner, followSchedule } from './runner.js';
export { fileOf, removeBackup, sendBackup } from './send-backup.js';
