/** @import { App, Request } from '../../../types.d.ts' */
/** @import { StoredFile } from '../../../pages/stored-files/contents.js' */
/** @import { Call } from '../endpoints.js' */

export const BYTES = Object.freeze({ type: 'string', format: 'binary' });

/** Schema of the public part of `fileInfo`. */
export const FILE = Object.freeze({
  type: 'object',
  required: ['id', 'name', 'mime', 'size', 'content'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    name: { type: 'string' },
    mime: { type: 'string' },
    size: { type: 'integer' },
    sha256: { type: 'string' },
    content: { type: 'string' },
    width: { type: ['integer', 'null'] },
    height: { type: ['integer', 'null'] },
    created_at: { type: 'string', format: 'date-time' },
  },
});

/** The file of the path, if the caller may read it. @param {App} app @param {Call} call */
export async function findFile(app, { req, actor }) {
  return app.files?.find(actor, req.params.id, req.isFresh === true) ?? app.data.files.get(actor, req.params.id);
}

/**
 * A file in the API; its folder and owner are only for those who manage files.
 *
 * @param {Request} req @param {StoredFile} file
 */
export function fileInfo(req, { id, name, mime, size, sha256, width, height, createdAt, folder, owner, roles }) {
  const isManager = req.ctx.isAdmin && !req.ctx.actor.scope;
  return {
    id,
    name,
    mime,
    size,
    sha256,
    width,
    height,
    created_at: createdAt,
    content: `${placeOf(id)}/content`,
    ...(isManager && { folder, owner, roles }),
  };
}

/** @param {string} id */
export const placeOf = (id) => `/api/v1/files/${id}`;
