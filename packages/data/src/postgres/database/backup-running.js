/** Held by a backup or a restore as long as it runs ("bkup"). */
export const BACKUP_LOCK = 0x626b7570;

export const IS_RUNNING = `
  select exists (
    select from pg_locks
     where locktype = 'advisory' and classid = 0 and objid = ${BACKUP_LOCK} and granted
       and database = (select oid from pg_database where datname = current_database())) as running`;

/** Whether a backup or restore runs now: contents of files are not deleted meanwhile. @param {{ query(text: string): Promise<{ rows: any[] }> }} on */
export async function isBackupRunning(on) {
  const { rows } = await on.query(IS_RUNNING);
  return rows[0].running;
}
