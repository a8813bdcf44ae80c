/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { FileCache, StoredFile } from '../fast-path/files/index.js' */

/**
 * Sends a stored file to a user who may read it: completely or a range, small ones from memory.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {StoredFile} file
 */
export async function sendFile(app, req, res, file) {
  const { contents } = /** @type {FileCache} */ (app.files);
  (await contents.read(file)).send(req, res);
}
