import { columnPictures } from '../../builder/column-pictures.js';
import { editedAt } from '../../builder/edited.js';
import { seenAs } from '../../builder/seen-as.js';
import { routed } from '../../frame/index.js';

/** @import { Request, Response } from '../../types.d.ts' */

/** How the values of a list's column would look in each format. */
export const screen = {
  path: '/build',
  title: 'admin.builder.title',
  routes: routed({ 'POST /:kind/:name/formats': formats }),
};

/** @param {Request} req @param {Response} res */
async function formats(req, res) {
  const { subject } = editedAt(req);
  const { field, as, row } = await req.json();
  const { actor, timeZone } = await seenAs(req, typeof as === 'string' ? as : null);
  const place = { table: subject.table, row: typeof row === 'string' && row ? row : null, actor, timeZone };
  res.json({ formats: await columnPictures(req, String(field ?? ''), place) });
}
