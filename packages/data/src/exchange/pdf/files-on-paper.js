/** @import { PictureSize } from '@plinth/plugin' */
/** @import { PdfFiles } from './types.d.ts' */

/**
 * The files of a value whose view shows pictures.
 *
 * @param {any} value files with their names, as the gate labels them @param {PictureSize | null | undefined} pictures
 * @returns {PdfFiles | null} null: it is shown as text
 */
export function filesOnPaper(value, pictures) {
  const files = [value ?? []].flat().filter((file) => typeof file === 'object');
  return pictures && files.length > 0 ? { files, size: pictures } : null;
}
