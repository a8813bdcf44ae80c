/** @import { RenderEnv, ShowModel } from '@plinth/plugin' */

import { asText } from './plain.js';

/** @typedef {{ id: string, name: string, mime?: string, size?: number }} StoredFile */

/** The file that a value points at: with its name where the query gave it. @param {ShowModel} m @returns {StoredFile | null} */
export function storedFile({ value, needed }) {
  if (!value) return null;
  const file = needed.file;
  return file && typeof file === 'object' ? file : { id: asText(value), name: asText(value).slice(0, 8) };
}

/** @param {number} bytes @param {RenderEnv} env */
export function sizeText(bytes, { formats }) {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return formats.number(bytes / 1000 ** step, {
    style: 'unit',
    unit: units[step],
    maximumFractionDigits: step ? 1 : 0,
  });
}
