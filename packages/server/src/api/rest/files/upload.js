/** @import { App, Request } from '../../../types.d.ts' */
import { createReadStream } from 'node:fs';
import { AppError } from '@plinth/plugin';
import { bodyCut, contentType, refuseEncoded } from '../../../http/body/read-body.js';
import { confirmSender } from '../../../http/identity/confirm-actor.js';
import { openTable } from '../rows/open-table.js';

/**
 * @typedef {{ name: string, folder?: string, field?: { table: string, field: string }, address: string }} About
 * @typedef {{ about: About, content: AsyncIterable<Buffer> & { destroy?(): unknown } }} Upload
 */

/**
 * An upload: a form with the part `file`, or the content itself with `?name=`. The content is streamed to disk; `table`
 * and `field` in the address or the form say what it is for.
 *
 * @param {App} app @param {Request} req @returns {Promise<Upload>}
 * @throws {AppError} FILE_EXPECTED, QUERY_INVALID (422), BODY_ENCODED (415), those of openTable
 */
export async function readUpload(app, req) {
  // Refused before the upload is read if the caller may not upload at all.
  const early = req.query.get('table');
  if (early !== null) targetOf(app, req, early, req.query.get('field'));
  return contentType(req) === 'multipart/form-data' ? fromForm(app, req) : fromBody(app, req);
}

/** @param {App} app @param {Request} req @returns {Promise<Upload>} */
async function fromForm(app, req) {
  const form = await req.form({ files: 1 });
  const file = form.file('file');
  if (!file) throw fileExpected();
  const given = (/** @type {string} */ name) => req.query.get(name) ?? form.get(name);
  return { about: aboutOf(app, req, given, file.name), content: createReadStream(file.path) };
}

/** @param {App} app @param {Request} req @returns {Upload} */
function fromBody(app, req) {
  refuseEncoded(req);
  const name = req.query.get('name') ?? '';
  if (name === '') throw fileExpected();
  return { about: aboutOf(app, req, (key) => req.query.get(key), name), content: bytesOf(req) };
}

/** The body; its connection stays open for the response even if it is not read to the end. @param {Request} req */
async function* bytesOf(req) {
  try {
    yield* req.iterator({ destroyOnReturn: false });
  } catch (cause) {
    throw bodyCut(cause);
  }
  if (!req.cameWhole) await confirmSender(req);
}

/** @param {App} app @param {Request} req @param {(name: string) => string | null} given @param {string} name @returns {About} */
function aboutOf(app, req, given, name) {
  const [table, field, folder] = ['table', 'field', 'folder'].map(given);
  return {
    name,
    address: req.ctx.address,
    ...(folder !== null && { folder }),
    ...((table ?? field) !== null && { field: targetOf(app, req, table ?? '', field) }),
  };
}

/**
 * The field that a file is for, if the caller may write it; all others give the same error.
 *
 * @param {App} app @param {Request} req @param {string} tableName @param {string | null} name
 */
function targetOf(app, req, tableName, name) {
  const { catalog, actor } = req.ctx;
  const mayCreate = catalog.hasTable(tableName) && app.data.rows.right(actor, catalog.table(tableName), 'create');
  const table = openTable(app, req, mayCreate && mayCreate !== 'none' ? 'create' : 'update', tableName);
  const field = name !== null && table.hasField(name) ? table.field(name) : null;
  if (field?.target === 'files' && app.data.rows.fills(actor, table, field))
    return { table: table.name, field: field.name };
  throw new AppError('QUERY_INVALID', '"field" must name a file field that you can fill in', { status: 422 });
}

const fileExpected = () =>
  new AppError('FILE_EXPECTED', 'No file was sent', {
    status: 422,
    hint: 'Send it as the field "file" of a form, or as the body with ?name=',
  });
