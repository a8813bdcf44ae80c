/** @import { EditModel, Html, ShowModel } from '@plinth/plugin' */
/** @import { StoredFile } from './stored-file.js' */
import { attrs, html, link, mostFiles } from '@plinth/plugin';
import { controlAttributes, listOf } from './control.js';
import { storedFile } from './stored-file.js';
import { fieldPath } from './upload-control.js';

/** Files shown in a list's cell; the others are only counted. */
const IN_CELL = 3;
/** Types that have a thumbnail. */
const RASTER = /^image\/(png|jpeg|gif|webp|avif|tiff)$/;

/** @param {EditModel | ShowModel} m */
export const isSeveral = ({ field }) => field.attributes?.several === true;

/** @param {Pick<StoredFile, 'mime'>} file */
export const isPicture = ({ mime }) => RASTER.test(mime ?? '');

/**
 * The files of a row, in their order: of a field with several those that are still there, otherwise at most one.
 *
 * @param {ShowModel} m @returns {StoredFile[]}
 */
export function storedFiles(m) {
  if (isSeveral(m)) return Array.isArray(m.needed.file) ? m.needed.file.filter(Boolean) : [];
  const file = storedFile(m);
  return file ? [file] : [];
}

/** A thumbnail that opens the image. @param {StoredFile} file @param {ShowModel} m @param {number} side in pixels */
export function thumbnail(file, { env, inLink }, side) {
  const image = { src: env.fileUrl(file, 'thumb'), alt: file.name, width: side, height: side };
  const looks = side < 40 ? 'pl-thumb pl-thumb-sm' : 'pl-thumb';
  const picture = html`<img${attrs({ class: looks, ...image, loading: 'lazy', decoding: 'async' })}>`;
  return link(html`<a href="${env.fileUrl(file)}">`, picture, inLink);
}

/**
 * The first few files, and how many more there are.
 *
 * @param {ShowModel} m @param {(file: StoredFile) => Html} print @returns {Html}
 */
export function firstFiles(m, print) {
  const files = storedFiles(m);
  const rest = files.length - IN_CELL;
  if (files.length <= 1) return files[0] ? print(files[0]) : html``;
  const wrap = files.slice(0, IN_CELL).every(isPicture) ? '' : ' flex-wrap';
  return html`<span class="d-inline-flex${wrap} gap-2 align-items-center">${files.slice(0, IN_CELL).map(print)}${
    rest > 0 && html`<span class="badge">+${rest}</span>`
  }</span>`;
}

/**
 * A control for a list of files: those that are there, each with a checkbox to keep it (with scripts: buttons to move and
 * remove it), and one that takes more. Without its module, files travel with the form.
 *
 * @param {EditModel} m @param {{ accept: string | null }} options
 */
export function severalControl(m, { accept }) {
  const { t } = m.env;
  const ids = listOf(m.value).map((id) => id.toWellFormed());
  const known = new Map((m.needed.file ?? []).map((/** @type {StoredFile} */ file) => [file.id, file]));
  const files = ids.map((id) => known.get(id) ?? { id, name: t('fieldView.upload.new') });
  const { maxSize } = m.field.attributes ?? {};
  const max = mostFiles(m.field);
  const input = controlAttributes(m, {
    type: 'file',
    multiple: true,
    accept,
    required: m.required && ids.length === 0,
  });
  const data = attrs({
    'data-pl-uploads': '/files/upload',
    'data-pl-field': fieldPath(m),
    'data-pl-max': maxSize ? maxSize * 1_000_000 : null,
    'data-pl-too-large': maxSize ? t('fieldView.upload.tooLarge', { size: maxSize }) : null,
    'data-pl-most': max,
    'data-pl-too-many': t('fieldView.files.most', { count: max }),
    'data-pl-failed': t('fieldView.upload.failed'),
    'data-pl-done': t('fieldView.upload.done'),
  });
  return html`<div class="pl-uploads"${data}><input type="hidden" name="${m.name}" value=""><ol class="pl-uploads-list">${files.map((file) => line(m, file))}</ol><template>${line(m, null)}</template><div class="pl-uploads-drop"><input${input}><span class="pl-uploads-hint" aria-hidden="true">${t('fieldView.files.drop')}</span></div><progress class="progress" max="1" value="0" aria-label="${t('fieldView.upload.progress')}" hidden></progress><div class="form-hint" role="status"></div></div>`;
}

/** @param {EditModel} m @param {StoredFile | null} file null: what the browser fills in for a new one @returns {Html} */
function line(m, file) {
  const { env, name } = m;
  const shown = file?.name ?? '{name}';
  const box = { type: 'checkbox', class: 'form-check-input', name, value: file?.id ?? '', checked: true };
  const check = attrs({ ...box, 'aria-label': shown });
  const tool = (/** @type {string} */ what, /** @type {string} */ icon) => {
    const label = env.t(`fieldView.files.${what}`, { name: shown });
    return html`<button class="btn btn-ghost btn-icon btn-sm" type="button" data-pl-file="${what}" aria-label="${label}" title="${label}">${env.icon(icon)}</button>`;
  };
  const picture = file && isPicture(file);
  const image = picture ? env.fileUrl(file, 'thumb') : null;
  return html`<li class="pl-uploads-file" draggable="true"><label><input${check}><span class="pl-uploads-look">${
    picture || !file ? html`<img${attrs({ src: image, alt: '', width: 40, height: 40 })}>` : ''
  }${!picture && env.icon('paperclip')}</span></label>${
    file ? html`<a href="${env.fileUrl(file)}">${shown}</a>` : html`<a href="/">{name}</a>`
  }<span class="pl-uploads-tools">${tool('up', 'chevron-up')}${tool('down', 'chevron-down')}${tool('remove', 'x')}</span></li>`;
}
