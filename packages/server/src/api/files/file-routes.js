/** @import { App, Request } from '../../types.d.ts' */
/** @import { Endpoints } from '../index.js' */
import { AppError, phrase } from '@plinth/plugin';
import { sendFile } from '../../stored-files/send-file.js';
import { loginRequired } from '../rows/open-table.js';
import { fileInfo, placeOf } from './stored-file.js';
import { readUpload } from './upload.js';

/**
 * /files: stored files. A file is put into a row by its id, as the value of a field for files.
 *
 * @param {App} app @returns {Endpoints}
 */
export function fileRoutes(app) {
  const { files } = app.data;
  /** @param {Request} req */
  const find = async (req) => {
    requireOperation(req, 'read');
    const { actor } = req.ctx;
    return app.files?.find(actor, req.params.id, req.isFresh === true) ?? files.get(actor, req.params.id);
  };

  return {
    files: {
      GET: async (req, res) => {
        if (!req.ctx.user) throw loginRequired();
        const { query } = req;
        const [folder, search, after] = ['folder', 'q', 'after'].map((name) => query.get(name) ?? undefined);
        const limit = limitOf(query.get('limit'));
        const found = await files.list(req.ctx.actor, { folder, search, after, limit, all: folder === undefined });
        res.json({
          files: found.files.map((/** @type {import('../../stored-files/contents.js').StoredFile} */ file) =>
            fileInfo(req, file),
          ),
          folders: found.folders,
          next: found.next,
        });
      },
      POST: async (req, res) => {
        const { about, content } = await readUpload(app, req);
        if (!req.ctx.user && !about.field) throw loginRequired();
        const file = await files.add(req.ctx.actor, content, about);
        res.json(fileInfo(req, file), { status: 201, headers: { location: placeOf(file.id) } });
      },
    },
    'files/:id': {
      GET: async (req, res) => res.json(fileInfo(req, await find(req))),
      DELETE: async (req, res) => {
        const { actor, user } = req.ctx;
        if (!user) throw loginRequired();
        requireOperation(req, 'delete');
        const file = await files.get(actor, req.params.id);
        await (req.ctx.isAdmin && !actor.scope ? files.remove(actor, file.id) : files.takeBack(actor, file));
        res.writeHead(204).end();
      },
    },
    'files/:id/content': {
      GET: async (req, res) => sendFile(app, req, res, await find(req)),
    },
  };
}

/** A token that is for other operations only is none for this. @param {Request} req @param {'read' | 'delete'} operation */
function requireOperation({ ctx: { actor } }, operation) {
  if (actor.scope?.operations?.includes(operation) ?? true) return;
  throw new AppError('FORBIDDEN', 'The token does not allow this', {
    status: 403,
    hint: 'Use a token with fewer restrictions',
  });
}

/** @param {string | null} text */
function limitOf(text) {
  const limit = text === null ? 50 : /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= 200) return limit;
  throw new AppError('QUERY_INVALID', phrase`A page can have 1 to 200 files, not ${String(text).slice(0, 20)}`, {
    status: 422,
  });
}
