export { makeBackup } from './make-backup.js';
export { readBackup, restoreInto } from './restore.js';
export { createBackupRunner, followSchedule } from './runner.js';
export { removeBackup, sendBackup } from './send-backup.js';
