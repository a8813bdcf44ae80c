import { html } from '@plinth/plugin';
import { linesOf } from '../../importing/csv-note.js';
import { column, partsFor } from '../../frame/index.js';
import { doneText } from './import-counts.js';
import { undoForm } from './import-undo.js';
import { tablePage, tableUrl } from './table-page.js';

/** @import { Html, Table } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

/**
 * The result of an import: how many rows, and each rejected one with its line and the reason.
 *
 * @param {Request} req @param {Table} table @param {any} result @param {string} next where the rows can be seen
 */
export function showImported(req, table, result, next) {
  const { t, icon } = partsFor(req);
  const { reasons, rejectedCount, report, emptiedReasons, emptiedCount, emptiedReport } = result;
  return tablePage(req, table, {
    tab: 'import',
    title: t('admin.csv.result'),
    body: html`<div class="alert alert-success" role="status">${icon('check')} ${doneText(req, result)}</div>
      ${rejectedCount > 0 && toldLines(req, t('admin.csv.rejected', { count: rejectedCount }), reasons)}
      ${emptiedCount > 0 && toldLines(req, t('admin.import.emptied', { count: emptiedCount }), emptiedReasons)}
      ${result.import && html`<p class="text-secondary">${t('admin.import.undoDay')}</p>`}
      <div class="btn-list"><a class="btn btn-primary" href="${next}">${t(next.startsWith('/page/') ? 'admin.csv.toPage' : 'admin.csv.toData')}</a>
      ${result.import && undoForm(req, table, result.import)}
      ${reportLink(req, table, report, 'admin.csv.report')}${reportLink(req, table, emptiedReport, 'admin.import.emptiedReport')}
      <a class="btn" href="${tableUrl(table.name, 'import')}">${t('admin.csv.again')}</a></div>`,
  });
}

/** @param {Request} req @param {Table} table @param {string | null} id of a report @param {string} label @returns {Html | null} */
export function reportLink(req, table, id, label) {
  const { t, icon } = partsFor(req);
  return id === null
    ? null
    : html`<a class="btn" href="${tableUrl(table.name, 'import-report', id)}">${icon('download')} ${t(label)}</a>`;
}

/**
 * Each reason once, with its lines.
 *
 * @param {Request} req @param {string} title @param {{ reason: string, count: number, lines: number[], text: string }[]} reasons
 */
export function toldLines(req, title, reasons) {
  const { t, table } = partsFor(req);
  const list = table(
    'admin.csv.reason',
    [
      column('admin.csv.line', ({ count, lines }) => linesOf(t, count, lines)),
      column('admin.csv.reason', ({ reason }) => reason),
      column('admin.import.count', ({ count }) => count),
      column('admin.csv.text', ({ text }) => html`<code class="adm-samples d-block text-truncate">${text}</code>`),
    ],
    reasons,
  );
  return html`<div class="alert alert-warning" role="status">${title}</div>${list}`;
}
