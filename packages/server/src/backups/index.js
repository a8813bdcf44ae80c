export { makeBackup } from './make-backup.js';
export { readBackup, restoreInto } from './restore.js';
