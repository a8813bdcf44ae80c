import { html } from '@plinth/plugin';
import { limitsOf } from '@plinth/server/http';
import { partsFor } from '../frame/index.js';

/** @import { Limits } from '@plinth/data' */
/** @import { Request } from '../types.d.ts' */

/** Of the form with the file. @param {Limits} limits */
export const uploadLimits = ({ importFileBytes }) => ({ fileBytes: importFileBytes });

/** Of the form that confirms its columns. @param {Limits} limits */
export const columnsLimits = ({ columnsFormBytes }) => ({
  textBytes: columnsFormBytes,
  wayOut: 'Shorten the names of the columns and their choices',
});

/** Where a file to import is dropped or chosen; one that is too large is refused before it is sent. @param {Request} req */
export function fileToImport(req) {
  const { t, icon } = partsFor(req);
  const { importFileBytes } = limitsOf(req.ctx.app);
  const most = req.ctx.formats.number(importFileBytes / 1024 ** 3, { style: 'unit', unit: 'gigabyte' });
  return html`<label class="adm-drop d-grid gap-2 text-center">${icon('upload')}<span>${t('admin.start.drop')}</span>
      <input type="file" name="file" accept=".csv,.tsv,.txt,.xlsx,text/csv" required aria-describedby="file-said"
        data-most="${importFileBytes}" data-too-large="${t('admin.import.tooLarge', { most })}"></label>
    <div class="invalid-feedback d-block" id="file-said" role="alert" data-adm-said></div>`;
}
