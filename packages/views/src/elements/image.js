/** @import { RowModel } from '@plinth/plugin' */
import { attrs, defineElement, EMPTY, html } from '@plinth/plugin';
import { boolean, fieldPath, integer, select, text } from '@plinth/plugin/settings';
import { classes } from './parts/classes.js';
import { ownAddress } from './parts/own-address.js';

const RATIOS = ['natural', 'wide', 'photo', 'square'];
/** @type {Record<string, string>} */
const RATIO_CLASSES = { wide: 'ratio-16x9', photo: 'ratio-4x3', square: 'ratio-1x1' };

/** An image: a stored file, a URL, or an image field of the row. */
export const image = defineElement({
  name: 'image',
  order: 120,
  label: 'el.image',
  icon: 'photo',
  group: 'content',
  children: 'none',
  scope: 'any',
  settings: [
    select(
      'source',
      'el.image.source',
      ['file', 'url', 'field'].map((value) => ({ value, label: `el.image.${value}` })),
      { default: 'file' },
    ),
    { name: 'file', type: 'file', label: 'el.image.file', showIf: { name: 'source', in: ['file'] } },
    { name: 'url', type: 'url', label: 'el.image.url', showIf: { name: 'source', in: ['url'] } },
    fieldPath('field', 'el.image.field', {
      fieldTypes: [{ value: 'files' }],
      showIf: { name: 'source', in: ['field'] },
    }),
    text('alt', 'el.image.alt', { help: 'el.image.alt.help', max: 300 }),
    select(
      'ratio',
      'el.image.ratio',
      RATIOS.map((value) => ({ value, label: `el.image.${value}` })),
      { default: 'natural' },
    ),
    integer('width', 'el.image.width', { min: 1, max: 12 }),
    boolean('rounded', 'el.image.rounded', { default: true }),
    { name: 'link', type: 'url', label: 'el.image.link' },
  ],
  compile({ settings }, c) {
    const { source, file, url, field, alt = '', ratio, width, rounded, link } = settings;
    const own = source === 'url' ? ownAddress(url) : null;
    const as = source === 'field' && field ? c.select({ field }) : null;
    const label = alt || (as && c.table && c.catalog.path(c.table, field)?.field.label);
    if (as) c.inText({ field, label: label ?? '', pictures: 'large' });
    const name = classes(
      'pl-image',
      ratio !== 'natural' && `object-fit-cover ${RATIO_CLASSES[ratio]}`,
      rounded && 'pl-round-2',
      width && `pl-w-${width}`,
    );
    /** @param {RowModel} m @returns {string | null} */
    const address = (m) => {
      if (as) return m.row?.[as] ? m.env.fileUrl(m.row[as]) : null;
      if (source === 'file') return file ? m.env.fileUrl(file) : null;
      return own;
    };
    return (m) => {
      const src = address(m);
      if (!src) return EMPTY;
      const img = html`<img${attrs({ class: name, src, loading: 'lazy' })} alt="${alt}">`;
      return link ? html`<a href="${link}">${img}</a>` : img;
    };
  },
});
