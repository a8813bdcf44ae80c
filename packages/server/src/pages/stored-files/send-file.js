/** @import { App, Request, Response } from '../../types.d.ts' */
/** @import { StoredFile } from './contents.js' */

/**
 * Sends a stored file to a user who may read it: completely or a range, small ones from memory.
 *
 * @param {App} app @param {Request} req @param {Response} res @param {StoredFile} file
 */
export async function sendFile(app, req, res, file) {
  const { contents } = /** @type {{ contents: ReturnType<typeof import('./contents.js').createContents> }} */ (
    app.files
  );
  (await contents.read(file)).send(req, res);
}
