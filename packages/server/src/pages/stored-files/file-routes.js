/** @import { App } from '../../types.d.ts' */
import { createReadStream } from 'node:fs';
import { AppError } from '@plinth/plugin';
import { requireRole } from '../../http/requests/require-role.js';
import { createRouter } from '../../http/requests/router.js';
import { notFound } from '../../http/requests/canonical-path.js';
import { Answer } from '../../http/requests/answer.js';
import { protectedHead } from './contents.js';
import { sendFile } from './send-file.js';
import { createVariants, isVariant } from './variants.js';

/** /files: stored files, for users with the right to read them. @param {App} app */
export function fileRoutes(app) {
  const router = createRouter();
  const variants = createVariants(app);
  const head = [...protectedHead(app.secure), 'content-disposition', 'inline'];

  router.post('/upload', requireRole('user'), async (req, res) => {
    const form = await req.form({ files: 1 });
    const file = form.file('file');
    if (!file) {
      throw new AppError('FILE_EXPECTED', 'No file was sent', { status: 422, hint: 'Send it as the field "file"' });
    }
    const table = form.get('table');
    const field = form.get('field');
    const stored = await app.data.files.add(req.ctx.actor, createReadStream(file.path), {
      name: file.name,
      mime: file.mime,
      ...(table && field ? { field: { table, field } } : {}),
    });
    const { id, name, mime, size } = stored;
    res.json({ id, name, mime, size, url: req.ctx.env.fileUrl({ id, name }) }, { status: 201 });
  });

  router.get('/:id/:name', async (req, res) => {
    const variant = req.query.get('variant');
    if (variant !== null && !isVariant(variant)) throw notFound();
    const { actor } = req.ctx;
    const { id } = req.params;
    const file = await (app.files?.find(actor, id, req.isFresh === true) ?? app.data.files.get(actor, id));
    if (!variant || !isRaster(file.mime)) return sendFile(app, req, res, file);
    const { path, size, tag } = await variants.make(actor, file, variant);
    const open = (/** @type {{ start: number, end: number } | null} */ range) => createReadStream(path, range ?? {});
    new Answer({ head, type: 'image/webp', tag, size, open }).send(req, res);
  });

  return router;
}

/** @param {string} mime */
function isRaster(mime) {
  return /^image\/(png|jpeg|gif|webp|avif|tiff)$/.test(mime);
}
