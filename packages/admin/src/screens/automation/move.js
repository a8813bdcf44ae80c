import { html } from '@plinth/plugin';
import { partsFor, revisionId, routed, tries, withDone } from '../../frame/index.js';
import { triggerOf } from './trigger.js';
import { triggerUrl } from './trigger-words.js';

/** @import { Catalog, Html, Trigger } from '@plinth/plugin' */
/** @import { Form, Request } from '../../types.d.ts' */

/** The order of the triggers that run before rows of a table are saved. */
export const screen = {
  path: '/automation',
  title: 'admin.automation.order',
  routes: routed({ 'POST /:trigger/move': tries(move, back) }),
};

/**
 * All of a table, also those that are turned off, in their order.
 *
 * @param {Catalog} catalog @param {string | null} table
 */
export const inOrder = ({ triggers }, table) =>
  triggers
    .filter((one) => one.timing === 'before' && one.table === table)
    .toSorted((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));

/** @param {Request} req */
function back(req) {
  const { table } = triggerOf(req);
  return table ? `/admin/tables/${encodeURIComponent(table)}/automation` : '/admin/automation';
}

/** @param {Request} req @param {Form} form @returns {Promise<string>} */
async function move(req, form) {
  const { app, author, catalog } = req.ctx;
  const { id, table } = triggerOf(req);
  const at = inOrder(catalog, table).findIndex((one) => one.id === id);
  const to = Math.max(0, at + (form.get('to') === 'up' ? -1 : 1));
  const result = await app.data.edit(author, 'move-trigger', { trigger: id, to });
  return withDone(back(req), revisionId(result));
}

/**
 * The place of a trigger, with buttons to move it.
 *
 * @param {Request} req @param {Trigger} trigger @returns {Html | null} null: it has none
 */
export function placeWithMoves(req, { id, label, table, timing }) {
  const { t, catalog } = req.ctx;
  const { post, icon } = partsFor(req);
  if (timing !== 'before') return null;
  const all = inOrder(catalog, table);
  const at = all.findIndex((one) => one.id === id);
  const button = (/** @type {'up' | 'down'} */ to) =>
    post(triggerUrl(id, 'move'), icon(to === 'up' ? 'arrow-up' : 'arrow-down'), {
      name: 'to',
      value: to,
      style: 'btn btn-sm btn-icon',
      says: t(`admin.automation.${to}Named`, { name: label }),
    });
  const place = t('admin.automation.place', { place: at + 1, count: all.length });
  return html`<div class="d-flex align-items-center gap-1 mt-1"><span class="small text-secondary fw-normal me-1">${place}</span>${
    at > 0 ? button('up') : ''
  }${at < all.length - 1 ? button('down') : ''}</div>`;
}
