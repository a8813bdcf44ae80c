/** @import { App, Request, Response } from '../../types.d.ts' */
import { pipeline } from 'node:stream/promises';
import { disposition } from './disposition.js';

const TYPES = /** @type {const} */ ({
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pdf: 'application/pdf',
});

/** @typedef {keyof typeof TYPES} ExportFormat */

/**
 * Sends a stream of rows as a file. An error halfway closes the connection, so that nobody takes the file for complete.
 *
 * @param {App} app @param {Request} req @param {Response} res
 * @param {{ stream: import('node:stream').Readable, name: string, format: ExportFormat }} file
 */
export async function sendExport(app, req, res, { stream, name, format }) {
  res.setHeader('content-type', TYPES[format]);
  res.setHeader('content-disposition', disposition(`${name}.${format}`));
  res.setHeader('cache-control', 'private, no-store');
  if (req.method === 'HEAD') {
    stream.destroy();
    return void res.end();
  }
  await pipeline(stream, res).catch((error) => {
    app.log.info('export interrupted', { request: req.ctx.id, file: name, error: String(error) });
    res.destroy();
  });
}
