import { LIMITS } from '@plinth/data';
import { html } from '@plinth/plugin';
import { partsFor } from './frame/index.js';

/** @import { Request } from './types.d.ts' */

/** Where a file to import is dropped or chosen; one that is too large is refused before it is sent. @param {Request} req */
export function fileToImport(req) {
  const { t, icon } = partsFor(req);
  const most = req.ctx.formats.number(LIMITS.importFileBytes / 1024 ** 3, { style: 'unit', unit: 'gigabyte' });
  return html`<label class="adm-drop">${icon('upload')}<span>${t('admin.start.drop')}</span>
      <input type="file" name="file" accept=".csv,.tsv,.txt,.xlsx,text/csv" required aria-describedby="file-said"
        data-most="${LIMITS.importFileBytes}" data-too-large="${t('admin.import.tooLarge', { most })}"></label>
    <div class="invalid-feedback d-block" id="file-said" role="alert" data-adm-said></div>`;
}
