import { html } from '@plinth/plugin';
import { does, partsFor, routed } from '../../frame/index.js';
import { tableOf, tableUrl } from './table-page.js';

/** @import { Field, Table } from '@plinth/plugin' */
/** @import { Form, Outcome, Request } from '../../types.d.ts' */

/** How long one request may go on, in ms; a large table takes several. */
const LONGEST = 20_000;

/** Calculates a field again for all rows. */
export const screen = {
  path: '/tables',
  title: 'admin.field.recalculate',
  routes: routed({ 'POST /:table/fields/:field/recalculate': does(recalculate) }),
};

/** @param {Request} req @param {Form} form @returns {Promise<Outcome>} */
async function recalculate(req, form) {
  const { app, author, t } = req.ctx;
  const table = tableOf(req);
  const { name } = table.field(req.params.field);
  const began = performance.now();
  const all = { seen: 0, changed: 0, failed: 0 };
  let after = form.get('after') || null;
  /** @type {string | null} */
  let why = null;
  do {
    const { seen, changed, errors, next } = await app.data.rows.recalculate(author, table.name, name, { after });
    all.seen += seen;
    all.changed += changed;
    all.failed += errors.length;
    why ??= errors[0]?.error.message ?? null;
    after = next;
    // A function that is broken is broken for all.
  } while (after && all.failed === 0 && performance.now() - began < LONGEST);
  const url = tableUrl(table.name, 'fields', name);
  const said = [
    t('admin.field.recalculated', { ...all, count: all.seen }),
    why && t('admin.field.recalculateFailed', { ...all, why }),
  ];
  return {
    next: after ? `${url}?after=${encodeURIComponent(after)}` : url,
    said: said.filter(Boolean).join(' '),
    kind: why ? 'danger' : 'success',
  };
}

/** The button of a calculated field. @param {Request} req @param {Table} table @param {Field} field */
export function recalculationCard(req, table, field) {
  const { t, icon, post } = partsFor(req);
  const after = req.query.get('after');
  const action = `${tableUrl(table.name, 'fields', field.name)}/recalculate`;
  const button = post(
    action,
    html`${icon('refresh')} ${t(after ? 'admin.field.recalculateRest' : 'admin.field.recalculate')}`,
    { style: 'btn', fields: after ? { after } : {} },
  );
  return html`<section class="card adm-form mt-3"><div class="card-body"><p>${t('admin.field.recalculateHelp')}</p>${button}</div></section>`;
}
