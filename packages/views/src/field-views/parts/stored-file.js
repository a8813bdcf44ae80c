/** @import { RenderEnv, ShowModel } from '@plinth/plugin' */
import { html, link } from '@plinth/plugin';
import { asText } from './plain.js';

/** @typedef {{ id: string, name: string, mime?: string, size?: number }} StoredFile */

/**
 * The file that a value points at: with its name where the query gave it.
 *
 * @param {ShowModel} m
 * @returns {StoredFile | null}
 */
export function storedFile({ value, needed }) {
  if (!value) return null;
  const id = asText(value);
  return namedFile(needed.file, id) ?? { id, name: id.slice(0, 8) };
}

/**
 * What the row says of its file, where that is the file with this id.
 *
 * @param {any} file
 * @param {string} id
 * @returns {StoredFile | null}
 */
export const namedFile = (file, id) =>
  file && typeof file === 'object' && String(file.id).toLowerCase() === id.toLowerCase() ? file : null;

/** A file's name, as a link to it. @param {StoredFile} file @param {Pick<ShowModel, 'env' | 'inLink'>} m */
export const fileLink = (file, { env, inLink }) =>
  link(html`<a class="pl-file" href="${env.fileUrl(file)}">`, html`${env.icon('paperclip')} ${file.name}`, inLink);

/** @param {number} bytes @param {RenderEnv} env */
export function sizeText(bytes, { formats }) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return formats.number(bytes / 1000 ** step, {
    style: 'unit',
    unit: units[step],
    // "22 bytes" in the plural of the language, but "1.5 MB".
    unitDisplay: step ? 'short' : 'long',
    maximumFractionDigits: step ? 1 : 0,
  });
}
