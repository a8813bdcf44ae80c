/** @import { ShowModel } from '@plinth/plugin' */
/** @import { StoredFile } from './parts/stored-file.js' */
import { attrs, defineFieldView, html, link } from '@plinth/plugin';
import { boolean, select, text } from '@plinth/plugin/settings';
import { isPicture, isSeveral, storedFiles } from './parts/several-files.js';
import { fileLink, storedFile } from './parts/stored-file.js';

/** The stored variant used for each display size. */
const VARIANTS = { small: 'thumb', medium: 'medium', large: 'large' };
/** Several images lie beside each other, each a step smaller. */
const BESIDE_OTHERS = { small: 'small', medium: 'small', large: 'medium' };

/** A stored image in one of three sizes. */
export const imageView = defineFieldView({
  name: 'image',
  order: 250,
  label: 'fv.image.label',
  mode: 'show',
  types: [{ value: 'files' }],
  settings: [
    select(
      'size',
      'fv.image.size',
      { small: 'fv.image.size.small', medium: 'fv.medium', large: 'fv.image.size.large' },
      { default: 'medium' },
    ),
    boolean('link', 'fv.image.link', { default: false }),
    text('alt', 'fv.image.alt'),
  ],
  needs: () => [{ name: 'file', label: true }],
  pictures: (field, { size }) => (size === 'small' ? 'small' : 'large'),
  render(m) {
    if (isSeveral(m)) {
      const files = storedFiles(m);
      return files.length === 0
        ? html``
        : html`<div class="d-flex flex-wrap gap-2">${files.map((file) => (isPicture(file) ? image(m, file) : fileLink(file, m)))}</div>`;
    }
    const file = storedFile(m);
    return file ? image(m, file) : html``;
  },
});

/** @param {ShowModel} m @param {StoredFile} file */
function image(m, file) {
  const chosen = m.config.size in VARIANTS ? /** @type {keyof typeof VARIANTS} */ (m.config.size) : 'medium';
  const size = /** @type {keyof typeof VARIANTS} */ (isSeveral(m) ? BESIDE_OTHERS[chosen] : chosen);
  const picture = html`<img${attrs({
    class: `pl-image pl-image-${size}`,
    src: m.env.fileUrl(file, VARIANTS[size]),
    alt: m.config.alt || file.name,
    loading: 'lazy',
    decoding: 'async',
  })}>`;
  return m.config.link || isSeveral(m) ? link(html`<a href="${m.env.fileUrl(file)}">`, picture, m.inLink) : picture;
}
