export { checkPassphrase } from './archive/seal.js';
export { compareBackup } from './compare/compare-backup.js';
export { checkBackup, isRestored, restoreBackup } from './restore-backup.js';
export { tryRestore } from './try-restore.js';
export { writeBackup } from './write-backup.js';
export { inTurn, isBackupDue, readLastBackup } from './due.js';
export { openBackups } from './open-backups.js';
