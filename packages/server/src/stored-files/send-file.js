/** @import { App, Request, Response } from '../types.d.ts' */
/** @import { StoredFile } from './contents.js' */
import { pipeline } from 'node:stream/promises';
import { byteRange } from '../assets/byte-range.js';
import { sendPrepared, tagMatches } from '../assets/prepared.js';
import { PROTECTION, disposition } from './contents.js';

/**
 * The content of a stored file, for who was found to be allowed it: whole or a range, small ones from memory.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {StoredFile} file
 */
export async function sendFile(app, req, res, file) {
  const prepared = await app.files?.contents.read(file);
  if (prepared) return sendPrepared(prepared, req, res);
  for (const [name, value] of Object.entries(PROTECTION)) res.setHeader(name, value);
  const etag = `"${file.sha256 ?? file.id}"`;
  res.setHeader('etag', etag);
  const known = req.headers['if-none-match'];
  if (known !== undefined && tagMatches(known, etag)) return void res.writeHead(304).end();
  const ifRange = req.headers['if-range'];
  const range = byteRange(ifRange === undefined || ifRange === etag ? req.headers.range : undefined, file.size);
  res.setHeader('accept-ranges', 'bytes');
  if (range === 'unsatisfiable') return void res.writeHead(416, { 'content-range': `bytes */${file.size}` }).end();
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  res.statusCode = range ? 206 : 200;
  res.setHeader('content-type', file.mime);
  res.setHeader('content-length', end - start + 1);
  res.setHeader('content-disposition', disposition(file.name));
  if (range) res.setHeader('content-range', `bytes ${start}-${end}/${file.size}`);
  if (req.method === 'HEAD' || file.size === 0) return void res.end();
  const stream = await app.data.files.content(file, range ? { range } : {});
  await pipeline(stream, res).catch(() => res.destroy());
}
