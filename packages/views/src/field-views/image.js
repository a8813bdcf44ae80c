import { attrs, defineFieldView, html } from '@plinth/plugin';
import { storedFile } from './parts/stored-file.js';

/** The stored variant used for each display size. */
const VARIANTS = { small: 'thumb', medium: 'medium', large: 'large' };

/** A stored image in one of three sizes. */
export const imageView = defineFieldView({
  name: 'image',
  order: 250,
  label: 'Image',
  mode: 'show',
  types: ['image', 'file'],
  settings: [
    {
      name: 'size',
      type: 'select',
      label: 'Size',
      default: 'medium',
      options: [
        { value: 'small', label: 'Small' },
        { value: 'medium', label: 'Medium' },
        { value: 'large', label: 'Large' },
      ],
    },
    { name: 'link', type: 'boolean', label: 'Open full image on click', default: false },
    { name: 'alt', type: 'text', label: 'Alt text (default: the file name)' },
  ],
  needs: () => [{ name: 'file', label: true }],
  render(m) {
    const file = storedFile(m);
    if (!file) return html``;
    const size = m.config.size in VARIANTS ? /** @type {keyof typeof VARIANTS} */ (m.config.size) : 'medium';
    const image = html`<img${attrs({
      class: `pl-image pl-image-${size}`,
      src: m.env.fileUrl(file, VARIANTS[size]),
      alt: m.config.alt || file.name,
      loading: 'lazy',
      decoding: 'async',
    })}>`;
    return m.config.link ? html`<a href="${m.env.fileUrl(file)}">${image}</a>` : image;
  },
});
