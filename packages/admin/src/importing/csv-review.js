/** @import { Values } from '@plinth/plugin' */
import { html } from '@plinth/plugin';
import { linesOf } from './csv-note.js';
import { openForm, partsFor } from '../frame/index.js';

/** @import { Request } from '../types.d.ts' */

/**
 * A large file is read before its columns can be shown: a form that sends itself, with its progress.
 *
 * @param {Request} req @param {string} running address of the upload
 */
export function readingPage(req, running) {
  const { t } = partsFor(req);
  const query = req.query.size ? `?${req.query}` : '';
  const body = html`${openForm({ action: `${running}/read${query}`, attrs: { 'data-adm-import': running, 'data-adm-auto': true } })}
    <p>${t('admin.import.readingHelp')}</p>
    <div class="card card-body mb-3" data-adm-running hidden><p class="mb-2" role="status" data-adm-says>${t('admin.import.reading')}</p>
      <progress class="w-100 mb-2" aria-label="${t('admin.import.reading')}"></progress>
      <div><button type="button" class="btn" data-says="${t('admin.csv.stopping')}">${t('admin.csv.stop')}</button></div></div>
    <div class="btn-list"><button class="btn btn-primary">${t('admin.import.read')}</button></div></form>`;
  return { body, scripts: ['import'] };
}

/** Lines that no reading turns into a row, for csv-unusable.ejs. @param {Request} req @param {Values} found */
export const unusableLines = ({ ctx: { t } }, { unusable: { count, lines } }) =>
  count > 0 ? { text: t('admin.import.unusable', { count }), lines } : null;

/** Why nothing was imported, for csv-refused.ejs. @param {Request} req @param {any} refused result of an import without any rows */
export const refusedLines = ({ ctx: { t, app } }, refused) =>
  refused && {
    text: [
      t('admin.csv.refused', { count: refused.rejectedCount }),
      refused.kept && t('admin.import.kept', { table: app.data.catalog().table(refused.kept).label }),
    ]
      .filter(Boolean)
      .join(' '),
    rows: refused.reasons.map((/** @type {any} */ { count, lines, reason, text }) => ({
      lines: t('admin.import.lines', { count, lines: linesOf(t, count, lines) }),
      reason,
      text,
    })),
  };
