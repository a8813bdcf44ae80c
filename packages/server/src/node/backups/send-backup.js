/** @import { Actor } from '@plinth/plugin' */
/** @import { Config, Request, Response } from '../../types.d.ts' */
import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@plinth/plugin';
import { byteRange } from '../../http/requests/byte-range.js';
import { nodeOf, pathOf } from './folder.js';

/** @typedef {import('../../types.d.ts').App['data']['backups']} Backups */

/**
 * Sends a backup that lies on this machine, all of it or a range, so that a download that broke off can be continued.
 *
 * @param {{ config: Config, backups: Backups, actor: Actor, id: string, req: Request, res: Response }} options
 * @throws {AppError} BACKUP_NOT_FOUND
 */
export async function sendBackup({ config, backups, actor, id, req, res }) {
  const { backup, path, found } = await fileOf({ config, backups, actor, id });
  const etag = `"${backup.sha256}"`;
  const ifRange = req.headers['if-range'];
  const range = ifRange === undefined || ifRange === etag ? byteRange(req.headers.range, found.size) : null;
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename="${backup.file}"`,
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag,
  };
  if (range === 'unsatisfiable') {
    res.writeHead(416, { 'content-range': `bytes */${found.size}`, 'cache-control': 'private, no-store' });
    return void res.end();
  }
  const { start, end } = range ?? { start: 0, end: found.size - 1 };
  if (start === 0) await backups.downloaded(actor, backup);
  const part = range ? { 'content-range': `bytes ${start}-${end}/${found.size}` } : {};
  res.writeHead(range ? 206 : 200, { ...headers, ...part, 'content-length': end - start + 1 });
  // Whoever goes away in the middle is no error of ours.
  await pipeline(createReadStream(path, { start, end }), res).catch(() => {});
}

/**
 * A good backup whose file lies on this machine.
 *
 * @param {{ config: Config, backups: Backups, actor: Actor, id: string }} options
 * @throws {AppError} BACKUP_NOT_FOUND
 */
export async function fileOf({ config, backups, actor, id }) {
  const backup = await backups.get(actor, id);
  const isGood = backup.finishedAt !== null && backup.error === null && backup.reason !== 'command';
  const path = isGood && backup.node === nodeOf(config) ? pathOf(config, backup.file) : null;
  const found = path && (await stat(path).catch(() => null));
  if (!path || !found) throw elsewhere();
  return { backup, path, found };
}

/** Deletes a backup and its file. @param {{ config: Config, backups: Backups, actor: Actor, id: string }} options */
export async function removeBackup({ config, backups, actor, id }) {
  const backup = await backups.get(actor, id);
  if (backup.reason !== 'command' && backup.node === nodeOf(config))
    await rm(pathOf(config, backup.file), { force: true });
  await backups.removed(actor, [backup.id]);
}

const elsewhere = () =>
  new AppError('BACKUP_NOT_FOUND', 'The file of this backup is not on this machine', {
    status: 404,
    hint: 'Look on the machine that made it, or make a new one',
  });
