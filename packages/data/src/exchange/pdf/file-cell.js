/** @import { Values } from '@plinth/plugin' */
/** @import { PdfFile, PdfFiles, PdfPicture } from './types.d.ts' */

/** Points of a pixel, where a picture is smaller than its place. */
const POINTS = 0.75;
const GAP = 5;
/** Of a picture in points: the width and height of its place, where there is more room. */
const PLACES = Object.freeze({
  cell: [36, 36],
  severalInCell: [26, 26],
  small: [72, 72],
  several: [160, 140],
  large: [340, 280],
});
/** Files in a cell of a list; the others are only counted, as on the screen. */
export const MOST_IN_CELL = 3;

/**
 * The files of a value as pdfmake wants them: pictures beside each other, then the names of the others.
 *
 * @param {PdfFiles} cell @param {Record<string, PdfPicture>} pictures by the file's id
 * @param {{ width: number, inRow?: boolean, text: (name: string) => string }} place width: in points; inRow: of a list; text: breaks long words
 * @returns {Values}
 */
export function fileCell({ files, size }, pictures, { width, inRow = false, text }) {
  const shown = inRow ? files.slice(0, MOST_IN_CELL) : files;
  const rest = files.length - shown.length;
  const kind = placeOf(size, { inRow, isOne: files.length === 1 });
  const side = Math.min(PLACES[kind][0], width);
  const isNamed = !inRow && size === 'small';
  const images = shown.flatMap((file) => {
    const picture = Object.hasOwn(pictures, file.id) ? pictures[file.id] : null;
    if (!picture) return [];
    const image = {
      image: file.id,
      fit: [Math.min(side, picture.width * POINTS), Math.min(PLACES[kind][1], picture.height * POINTS)],
    };
    return [isNamed ? named(image, file, side, text) : image];
  });
  const names = shown.filter(({ id }) => !Object.hasOwn(pictures, id)).map(({ name }) => ({ text: text(name) }));
  const perLine = isNamed ? 1 : Math.max(1, Math.floor((width + GAP) / (side + GAP)));
  const lines = Array.from({ length: Math.ceil(images.length / perLine) }, (_, i) =>
    line(images.slice(i * perLine, (i + 1) * perLine), isNamed ? '*' : side),
  );
  return { stack: [...lines, ...names, ...(rest > 0 ? [{ text: `+${rest}` }] : [])] };
}

/** @param {PdfFiles['size']} size @param {{ inRow: boolean, isOne: boolean }} where @returns {keyof typeof PLACES} */
function placeOf(size, { inRow, isOne }) {
  if (inRow) return isOne ? 'cell' : 'severalInCell';
  return size === 'large' && !isOne ? 'several' : size;
}

/** @param {any} image @param {PdfFile} file @param {number} side @param {(name: string) => string} text */
const named = (image, { name }, side, text) => ({
  columns: [
    { ...image, width: side },
    { text: text(name), width: '*' },
  ],
  columnGap: GAP,
});

/** @param {any[]} images @param {number | '*'} width of each */
const line = (images, width) => ({
  ...(images.length === 1 ? images[0] : { columns: images.map((image) => ({ ...image, width })), columnGap: GAP }),
  margin: [0, 0, 0, 4],
});
