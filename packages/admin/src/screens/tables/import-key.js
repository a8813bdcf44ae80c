import { html } from '@plinth/plugin';
import { partsFor, renderAdmin } from '../../frame/index.js';
import { reportLink, toldLines } from './import-result.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { Table, Values } from '@plinth/plugin' */
/** @import { AdminPage, Form, Request } from '../../types.d.ts' */
/** @typedef {{ field: string, lines: 'add' | 'update' | 'both', clears: boolean }} ByKey */

const LINES = /** @type {const} */ (['both', 'update', 'add']);

/** By which field lines are matched with rows; null: each line is a new row. @param {Form} form @returns {ByKey | null} */
export function readByKey(form) {
  const field = form.get('key');
  if (!field) return null;
  return { field, lines: LINES.find((one) => one === form.get('lines')) ?? 'both', clears: form.has('clears') };
}

/**
 * The choice of the key, for the screen that matches the columns. An export of ours has the key of each row, by which it is
 * proposed to match them: otherwise every row would be there twice.
 *
 * @param {Request} req @param {Table} table @param {Form | null} form @param {readonly { field: string | null }[]} columns
 */
export function keyChoice({ ctx: { app, actor, t } }, table, form, columns) {
  const fields = app.data.csv.keyFields(actor, table.name);
  const hasKey = columns.some(({ field }) => field === 'id');
  return {
    key: form ? (form.get('key') ?? '') : hasKey ? 'id' : '',
    lines: form?.get('lines') ?? 'both',
    clears: form?.has('clears') ?? false,
    modes: LINES,
    keys: [
      { value: '', label: t('admin.import.key.none') },
      ...fields.map((/** @type {{ name: string, label: string }} */ { name, label }) => ({ value: name, label })),
    ],
  };
}

/**
 * What an import by a key would do, before it does it.
 *
 * @param {Request} req @param {Table} table @param {Form} form @param {Values} result of the preview @returns {AdminPage}
 */
export function showPreview(req, table, form, result) {
  const { t } = partsFor(req);
  const { inserted, changed, reasons, rejectedCount, report } = result;
  const refused = form.get('mode') === 'all-or-nothing' && rejectedCount > 0;
  const running = tableUrl(table.name, 'import', req.params.id);
  const model = {
    running,
    action: req.query.size ? `${running}?${req.query}` : running,
    tiles: tiles(req, result),
    kept: form.entries.filter(([name]) => name !== 'back' && name !== 'confirmed'),
    usable: inserted + changed > 0 && !refused,
    says: refused
      ? t('admin.import.key.refused', { count: rejectedCount })
      : inserted + changed === 0
        ? t('admin.import.key.nothing')
        : '',
    lines:
      rejectedCount > 0 &&
      html`${toldLines(req, t('admin.import.key.unusable', { count: rejectedCount }), reasons)}
      <div class="mb-3">${reportLink(req, table, report, 'admin.import.key.report')}</div>`,
  };
  return tablePage(req, table, {
    tab: 'import',
    title: t('admin.import.key.preview'),
    scripts: ['import'],
    body: renderAdmin(req, 'tables/import-preview', model),
  });
}

/** @param {Request} req @param {Values} result */
function tiles({ ctx: { t, formats } }, { inserted, changed, unchanged, rejectedCount }) {
  const counts = { added: inserted, changing: changed, same: unchanged, unusable: rejectedCount };
  return Object.entries(counts).map(([kind, count]) => ({
    count: formats.number(count),
    label: t(`admin.import.key.tile.${kind}`),
    warns: kind === 'unusable' && count > 0,
  }));
}
