import { attrs, defineFieldView, html } from '@plinth/plugin';
import { firstFiles, isSeveral, thumbnail } from './parts/several-files.js';
import { storedFile } from './parts/stored-file.js';

/** A stored image as a small square. */
export const thumbnailView = defineFieldView({
  name: 'thumbnail',
  order: 260,
  label: 'fv.thumbnail.label',
  mode: 'show',
  types: [{ value: 'files' }],
  settings: [],
  needs: () => [{ name: 'file', label: true }],
  pictures: () => 'small',
  render(m) {
    if (isSeveral(m)) return firstFiles(m, (file) => thumbnail(file, m, 32));
    const file = storedFile(m);
    if (!file) return html``;
    const src = m.env.fileUrl(file, 'thumb');
    return html`<img${attrs({ class: 'pl-thumb', src, alt: file.name, width: 40, height: 40, loading: 'lazy', decoding: 'async' })}>`;
  },
});
