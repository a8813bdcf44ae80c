/** @import { ShowModel } from '@plinth/plugin' */
/** @import { StoredFile } from './parts/stored-file.js' */
import { defineFieldView, html } from '@plinth/plugin';
import { boolean } from '@plinth/plugin/settings';
import { isPicture, isSeveral, storedFiles, thumbnail } from './parts/several-files.js';
import { fileLink, sizeText } from './parts/stored-file.js';

/** A stored file by name, with its size. */
export const fileLinkView = defineFieldView({
  name: 'file_link',
  order: 270,
  label: 'fv.file_link.label',
  mode: 'show',
  types: [{ value: 'files' }],
  settings: [boolean('size', 'fv.file_link.size', { default: true })],
  needs: () => [{ name: 'file', label: true }],
  pictures: () => 'small',
  render(m) {
    const files = storedFiles(m);
    if (files.length === 0) return html``;
    if (!isSeveral(m)) return line(m, files[0], 'div');
    return html`<ul class="list-unstyled d-grid gap-2 mb-0">${files.map((file) => line(m, file, 'li'))}</ul>`;
  },
});

/** @param {ShowModel} m @param {StoredFile} file @param {'div' | 'li'} tag */
function line(m, file, tag) {
  const picture = isPicture(file) && thumbnail(file, m, 40);
  if (tag === 'div' && !picture) return linkWithSize(m, file);
  const inner = html`${picture}${linkWithSize(m, file)}`;
  return tag === 'div'
    ? html`<div class="d-flex gap-2 align-items-center">${inner}</div>`
    : html`<li class="d-flex gap-2 align-items-center">${inner}</li>`;
}

/** @param {ShowModel} m @param {StoredFile} file */
function linkWithSize(m, file) {
  const size = m.config.size !== false && typeof file.size === 'number' ? sizeText(file.size, m.env) : null;
  return html`${fileLink(file, m)}${size && html` <span class="text-secondary text-nowrap">${size}</span>`}`;
}
