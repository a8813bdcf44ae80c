import { html } from '@plinth/plugin';

/** @import { Request } from '../../types.d.ts' */

/** A text with a button that copies it. @param {Request} req @param {string} id @param {string} label @param {string} value */
export const textToCopy = (
  { ctx: { t } },
  id,
  label,
  value,
) => html`<div class="mb-3"><label class="form-label" for="${id}">${label}</label>
  <div class="input-group"><input class="form-control font-monospace" id="${id}" value="${value}" readonly>
  <button class="btn" type="button" data-adm-copy="${id}">${t('admin.automation.copy')}</button></div></div>`;

/** A call that can be pasted into a terminal. @param {Request} req @param {string} id @param {string} call */
export const curlArea = (
  { ctx: { t } },
  id,
  call,
) => html`<div class="mb-3"><label class="form-label" for="${id}">${t('admin.automation.hookCurl')}</label>
    <div class="d-flex gap-2 align-items-start"><textarea class="form-control font-monospace small" id="${id}" rows="6" readonly spellcheck="false">${call}</textarea>
    <button class="btn" type="button" data-adm-copy="${id}">${t('admin.automation.copy')}</button></div></div>`;
