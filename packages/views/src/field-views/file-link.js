import { defineFieldView, html } from '@plinth/plugin';
import { sizeText, storedFile } from './parts/stored-file.js';

/** A stored file by name, with its size. */
export const fileLinkView = defineFieldView({
  name: 'file_link',
  order: 270,
  label: 'File link',
  mode: 'show',
  types: ['file', 'image'],
  settings: [{ name: 'size', type: 'boolean', label: 'Show file size', default: true }],
  needs: () => [{ name: 'file', label: true }],
  render(m) {
    const file = storedFile(m);
    if (!file) return html``;
    const size = m.config.size !== false && typeof file.size === 'number' ? sizeText(file.size, m.env) : null;
    return html`<a class="pl-file" href="${m.env.fileUrl(file)}">${m.env.icon('paperclip')} ${file.name}</a>${
      size && html` <span class="text-secondary text-nowrap">${size}</span>`
    }`;
  },
});
