import { editedAt } from '../../builder/edited.js';
import { sampleRows } from '../../expressions/try-expression.js';
import { routed } from '../../frame/index.js';

/** @import { Request, Response } from '../../types.d.ts' */

/** Rows to show a layout with, and people to see it as, found by typing. */
export const screen = {
  path: '/build',
  title: 'admin.builder.title',
  routes: routed({ 'GET /:kind/:name/rows': rows, 'GET /:kind/:name/people': people }),
};

const MOST = 20;
const LONGEST = 200;

/** The newest rows, or those that match. @param {Request} req @param {Response} res */
async function rows(req, res) {
  const { app, actor, locale } = req.ctx;
  const { table } = editedAt(req).subject;
  const text = wordsOf(req);
  if (!table) return res.json([]);
  if (!text) return res.json((await sampleRows(app, req, table.name)).slice(0, MOST));
  const where = { tables: [table.name], perTable: MOST, most: MOST, locale };
  const found = await app.data.rows.searchEverywhere(actor, text, where);
  res.json(
    found.rows.map((/** @type {{ id: unknown, label: string }} */ { id, label }) => ({
      value: String(id),
      label: label || `#${id}`,
    })),
  );
}

/** @param {Request} req @param {Response} res */
async function people(req, res) {
  const { app, actor } = req.ctx;
  editedAt(req);
  const { users } = await app.data.people.users.list(actor, { search: wordsOf(req) || null, limit: MOST });
  res.json(
    users.map((/** @type {{ id: string, name: string, email: string }} */ { id, name, email }) => ({
      value: `user:${id}`,
      label: name ? `${name} (${email})` : email,
    })),
  );
}

/** @param {Request} req */
function wordsOf({ query }) {
  return (query.get('q') ?? '').trim().slice(0, LONGEST);
}
