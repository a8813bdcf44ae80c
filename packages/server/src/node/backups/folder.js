/** @import { Config } from '../../types.d.ts' */
import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';

const NAME = /^plinth-[\w.-]+\.tar\.gz(\.enc)?$/;
/** A draft that nobody has written to for so long belongs to a process that was killed, in ms. */
const STALE = 3_600_000;

/** Which folder a backup lies in: that of this machine and data folder. @param {Config} config */
export const nodeOf = (config) => `${hostname()}:${folderOf(config)}`.slice(0, 500);

/** @param {Config} config */
export const folderOf = (config) => config.backupFolder ?? path.join(config.dataDir, 'backups');

/** A new name, which sorts by time. @param {{ encrypted: boolean, now?: Date }} about */
export function newName({ encrypted, now = new Date() }) {
  const time = now.toISOString().slice(0, 23).replace('T', '-').replaceAll(/[:.]/g, '');
  return `plinth-${time}.tar.gz${encrypted ? '.enc' : ''}`;
}

/** @param {Config} config @param {string} name of a backup that is on record */
export function pathOf(config, name) {
  if (!NAME.test(name) || path.basename(name) !== name) throw new TypeError(`"${name}" is not a backup's name`);
  return path.join(folderOf(config), name);
}

/** Removes drafts of processes that were killed. @param {Config} config */
export async function removeDrafts(config) {
  const folder = folderOf(config);
  for (const name of await readdir(folder).catch(() => /** @type {string[]} */ ([]))) {
    if (!/\.\d+\.part$/.test(name)) continue;
    const found = await stat(path.join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > STALE) await rm(path.join(folder, name), { force: true });
  }
}
