/** @import { Request } from '../../types.d.ts' */
/** @import { StoredFile } from '../../stored-files/contents.js' */

/** A file as the API tells of it; where it lies and whose it is concerns those who manage files. @param {Request} req @param {StoredFile} file */
export function fileInfo(req, { id, name, mime, size, sha256, width, height, createdAt, folder, owner, roles }) {
  const isManager = req.ctx.isAdmin && !req.ctx.actor.scope;
  return {
    ...{ id, name, mime, size, sha256, width, height, created_at: createdAt, content: `${placeOf(id)}/content` },
    ...(isManager && { folder, owner, roles }),
  };
}

/** @param {string} id */
export const placeOf = (id) => `/api/v1/files/${id}`;
