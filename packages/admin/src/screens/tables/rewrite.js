import { attrs, html } from '@plinth/plugin';
import { partsFor, tries } from '../../frame/index.js';
import { tableOf, tableUrl } from './table-page.js';

/** @import { Html, Table, Translate } from '@plinth/plugin' */
/** @import { Handler, Request } from '../../types.d.ts' */

/** Where the progress of a change of many rows is told, and where it is stopped. @param {Table} table */
export const rewriteUrl = ({ name }) => tableUrl(name, 'rewrite');

/**
 * For assets/import.js, which asks while the answer to the form is awaited, and for the note on the page.
 *
 * @type {Record<string, Handler>}
 */
export const rewriteRoutes = {
  'GET /:table/rewrite': async (req, res) =>
    res.html((await rewriteNote(req, tableOf(req))) ?? html`<div id="table-rewrite"></div>`),
  'GET /:table/rewrite/progress': async (req, res) => {
    const now = await req.ctx.app.data.rewrites.progress(tableOf(req));
    res.json({ text: now && textOf(req.ctx.t, now) });
  },
  'POST /:table/rewrite/cancel': async (req, res) => {
    await req.ctx.app.data.rewrites.stop(tableOf(req));
    res.json({});
  },
  'POST /:table/rewrite/stop': tries(
    async (req) => {
      await req.ctx.app.data.rewrites.stop(tableOf(req));
      return tableUrl(tableOf(req).name, 'fields');
    },
    (req) => tableUrl(tableOf(req).name, 'fields'),
  ),
};

/**
 * Somebody has changed a field of a large table, and its rows are being converted.
 *
 * @param {Request} req @param {Table} table @returns {Promise<Html | null>} null: there is nothing to say
 */
export async function rewriteNote(req, table) {
  const { app, t } = req.ctx;
  const now = await app.data.rewrites.progress(table);
  if (!now) return null;
  const url = rewriteUrl(table);
  const field = table.fields.find(({ id }) => id === now.field);
  const asks = { id: 'table-rewrite', role: 'status', 'hx-get': url, 'hx-trigger': 'every 2s', 'hx-swap': 'outerHTML' };
  const stop = now.stopping ? '' : partsFor(req).post(`${url}/stop`, t('admin.rewrite.stop'));
  return html`<div${attrs({ class: 'alert alert-info d-flex flex-wrap align-items-center gap-2', ...asks })}><div class="flex-fill">
    ${field && html`<strong>${field.label}</strong>: `}${now.stopping ? t('admin.rewrite.stopping') : textOf(t, now)}</div>${stop}</div>`;
}

/** @param {Translate} t @param {{ stage: string, percent: number }} now */
const textOf = (t, { stage, percent }) =>
  stage === 'rows' ? t('admin.rewrite.rows', { percent }) : t(`admin.rewrite.${stage}`);
