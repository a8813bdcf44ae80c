/** @import { Values } from '@plinth/plugin' */
/** @import { Config, Log } from '../../types.d.ts' */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { inAllowance, openBackups, tryRestore, writeBackup } from '@plinth/data';
import { giveToOwnerOf } from '@plinth/data/embedded';
import { VERSION } from '../operations/read-facts.js';
import { folderOf, newName, nodeOf, pathOf, removeDrafts } from './folder.js';
import { chooseKept } from './keep.js';

/** Of the time to work, while a server answers requests. */
const GENTLE = 0.4;

/**
 * @typedef {object} Job
 * @property {Config} config
 * @property {any} connection
 * @property {'scheduled' | 'admin' | 'command' | 'restore'} reason
 * @property {import('@plinth/plugin').Actor} actor who wants it
 * @property {string} [file] its path, elsewhere than in the folder of backups
 * @property {string | null} [passphrase] default: BACKUP_PASSPHRASE
 * @property {boolean} [test] whether it is restored for a test
 * @property {boolean} [hurry] whether it may use all of the machine
 * @property {() => void} [waits] is told if another heavy job has to end first
 */

/**
 * Makes a backup, puts it on record, restores it for a test and removes those that need not be kept any longer.
 *
 * @param {Job} job @param {Log} log @param {(bytes: number) => void} [told]
 * @returns {Promise<{ file: string, bytes: number, sha256: string, encrypted: boolean, missing: number, leftOut: string[],
 *   tested: boolean, untested: string | null }>}
 */
export async function makeBackup(job, log, told) {
  const { config, connection, reason, actor, passphrase = config.backupPassphrase ?? null, test = true } = job;
  const record = await openBackups(connection, log);
  const encrypted = passphrase !== null;
  const file = job.file ?? path.join(folderOf(config), newName({ encrypted }));
  const isOurs = job.file === undefined;
  try {
    await removeDrafts(config);
    const node = isOurs ? nodeOf(config) : path.dirname(file);
    const id = await record.begin(actor, { reason, node, file: path.basename(file), encrypted });
    const share = job.hurry ? 1 : GENTLE;
    const secret = passphrase ?? undefined;
    try {
      const write = () => writeAndTest({ config, connection, file, passphrase: secret, share, test, isOurs, told });
      const { made, result } = await inAllowance(connection, write, {
        waits: job.waits,
        places: config.memory?.heavyJobs,
      });
      const { missing } = made.manifest;
      if (result) await record.tested(actor, id, result);
      await record.finish(actor, id, { ...made, missing });
      log.info('backup made', { file, bytes: made.bytes, tested: result?.tried === true, missing });
      if (isOurs) await removeOld(record, job, log);
      const untested = result?.tried === false ? result.reason : null;
      const { bytes, sha256, head } = made;
      return {
        file,
        bytes,
        sha256,
        encrypted,
        missing,
        leftOut: head.leftOut,
        tested: result?.tried === true,
        untested,
      };
    } catch (error) {
      // Somebody else is making one: that is no failure of this site's backups.
      if (/** @type {any} */ (error).code === 'BACKUP_RUNNING') await record.removed(actor, [id]);
      else await record.failed(actor, id, error);
      throw error;
    }
  } finally {
    await record.close();
  }
}

/**
 * @param {{ config: Config, connection: any, file: string, passphrase: string | undefined, share: number, test: boolean,
 *   isOurs: boolean, told: ((bytes: number) => void) | undefined }} options
 */
async function writeAndTest({ config, connection, file, passphrase, share, test, isOurs, told }) {
  const { dataDir } = config;
  const made = await writeBackup({ connection, dataDir, file, plinth: VERSION, passphrase, share, told });
  if (isOurs) giveToOwnerOf(path.dirname(file), file);
  const superuser = superuserOf(config, connection);
  const result = test ? await tryRestore({ connection, superuser, file, passphrase, share }) : null;
  return { made, result };
}

/**
 * The built-in database has a superuser who makes the database for the test; elsewhere the role needs the right to.
 *
 * @param {Config} config @param {Values} connection
 */
const superuserOf = (config, connection) => (config.databaseUrl ? undefined : { ...connection, user: 'postgres' });

/** @param {Awaited<ReturnType<typeof openBackups>>} record @param {Job} job @param {Log} log */
async function removeOld(record, { config, actor }, log) {
  const { schedule, timeZone } = await record.summary(actor);
  const { remove } = chooseKept(await record.scheduled(actor, nodeOf(config)), schedule, timeZone);
  for (const { file } of remove) await rm(pathOf(config, file), { force: true });
  await record.removed(
    actor,
    remove.map(({ id }) => id),
  );
  if (remove.length > 0) log.info('old backups removed', { count: remove.length });
}
