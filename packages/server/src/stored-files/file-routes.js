/** @import { App, Request, Response } from '../types.d.ts' */
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@plinth/plugin';
import { requireRole } from '../http/require-role.js';
import { createRouter } from '../http/router.js';
import { notFound } from '../http/canonical-path.js';
import { PROTECTION } from './contents.js';
import { sendFile } from './send-file.js';
import { createVariants, isVariant } from './variants.js';

/** /files: stored files, for whom data lets have them. @param {App} app */
export function fileRoutes(app) {
  const router = createRouter();
  const variants = createVariants(app);

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
    const file = await (app.files?.find(actor, id, req.proven === true) ?? app.data.files.get(actor, id));
    if (variant && isRaster(file.mime)) return sendVariant(req, res, await variants.make(actor, file, variant));
    await sendFile(app, req, res, file);
  });

  return router;
}

/** @param {string} mime */
function isRaster(mime) {
  return /^image\/(png|jpeg|gif|webp|avif|tiff)$/.test(mime);
}

/** @param {Request} req @param {Response} res @param {{ path: string, size: number, etag: string }} made */
async function sendVariant(req, res, { path, size, etag }) {
  for (const [name, value] of Object.entries(PROTECTION)) res.setHeader(name, value);
  res.setHeader('etag', etag);
  if (req.headers['if-none-match'] === etag) return void res.writeHead(304).end();
  res.writeHead(200, { 'content-type': 'image/webp', 'content-length': size, 'content-disposition': 'inline' });
  if (req.method === 'HEAD') return void res.end();
  await pipeline(createReadStream(path), res).catch(() => res.destroy());
}
