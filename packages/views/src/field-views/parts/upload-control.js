/** @import { EditModel, Html } from '@plinth/plugin' */
import { attrs, html } from '@plinth/plugin';
import { controlAttributes, textOf } from './control.js';
import { namedFile } from './stored-file.js';

/**
 * A file control with the file that is there, a way to take it off, and progress. Without its module the file travels
 * with the form; with it, it goes ahead to /files/upload and only its id stays in the form.
 *
 * @param {EditModel} m
 * @param {{ accept: string | null, preview: (file: { id: string, name: string }) => Html }} options
 * @returns {Html}
 */
export function uploadControl(m, { accept, preview }) {
  const { t } = m.env;
  const id = textOf(m.value).toWellFormed();
  // A form that came back holds a file that its row knows nothing of yet.
  const file = id ? (namedFile(m.needed.file, id) ?? { id, name: t('fieldView.upload.new') }) : null;
  const maxSize = m.field.attributes?.maxSize;
  const input = controlAttributes(m, { type: 'file', accept, required: m.required && !id });
  const data = attrs({
    'data-pl-upload': '/files/upload',
    'data-pl-field': fieldPath(m),
    'data-pl-max': maxSize ? maxSize * 1_000_000 : null,
    'data-pl-too-large': maxSize ? t('fieldView.upload.tooLarge', { size: maxSize }) : null,
    'data-pl-failed': t('fieldView.upload.failed'),
    'data-pl-done': t('fieldView.upload.done'),
  });
  const remove = attrs({ type: 'checkbox', class: 'form-check-input', id: `${m.id}-remove`, name: m.name, value: '' });
  const present = file
    ? html`<div class="pl-upload-file">${preview(file)}${
        m.required
          ? ''
          : html` <span class="form-check form-check-inline"><input${remove}><label class="form-check-label" for="${m.id}-remove">${t('fieldView.remove')}</label></span>`
      }</div>`
    : '';
  return html`<div class="pl-upload"${data}><input type="hidden" name="${m.name}" value="${id}">${present}<div class="pl-uploads-drop"><input${input}><span class="pl-uploads-hint" aria-hidden="true">${t('fieldView.file.drop')}</span></div><progress class="progress" max="1" value="0" aria-label="${t('fieldView.upload.progress')}" hidden></progress><div class="form-hint" role="status"></div></div>`;
}

/** Table and field, as the address for choices names them. @param {EditModel} m */
export function fieldPath({ choicesUrl, field }) {
  return new URLSearchParams(choicesUrl.split('?')[1] ?? '').get('field') ?? field.name;
}
