/** @import { Actor, PictureSize, Values } from '@plinth/plugin' */
/** @import { LoadedPdf, PdfCell, PdfDocument, PdfFile, PdfPicture } from './types.d.ts' */
import { buffer } from 'node:stream/consumers';
import { MOST_IN_CELL } from './file-cell.js';

/** Of a document: how many pictures it has, and their bytes as they stand in it. A mail has room for 10 MB of files. */
const MOST_PICTURES = 200;
const MOST_BYTES = 6 * 2 ** 20;
/** Of a stored file, before it is scaled down. */
const MOST_FILE_BYTES = 20 * 2 ** 20;
const MOST_PIXELS = 40_000_000;
/** For one picture in seconds, and for all of a document in milliseconds. */
const SECONDS = 5;
const MS = 20_000;
/** Longest side in pixels: sharp enough for the place on A4. */
const SIDES = Object.freeze({ small: 160, large: 1100, logo: 400 });
/** Types that are decoded. An SVG is a program more than a picture. */
const RASTER = /^image\/(png|jpeg|gif|webp|avif|tiff)$/;

/**
 * @typedef {{ count?: number, bytes?: number, fileBytes?: number, ms?: number }} PictureLimits
 * @typedef {{ open: (actor: Actor, id: string) => Promise<{ file: { name: string, mime: string, size: number }, stream: AsyncIterable<Buffer> }> }} OpenFile
 */

/**
 * Loads the pictures of a document that its reader may open. Each is decoded and encoded anew: it is small then, is no
 * decompression bomb, and has nothing hidden in it, such as where it was taken. A file that is missing, broken, too
 * large or not an image is left out, and so stands there by its name.
 *
 * @param {OpenFile | null} files null: there are none @param {Actor} actor who reads the document @param {PdfDocument} document
 * @param {PictureLimits} [limits]
 * @returns {Promise<LoadedPdf>}
 */
export async function loadPictures(files, actor, document, limits = {}) {
  const { count = MOST_PICTURES, bytes = MOST_BYTES, fileBytes = MOST_FILE_BYTES, ms = MS } = limits;
  const late = AbortSignal.timeout(ms);
  /** @type {Record<string, PdfPicture>} */
  const pictures = {};
  let tried = 0;
  let used = 0;
  let isCut = false;
  for (const [id, { file, size }] of files ? wantedBy(document) : []) {
    const isLogo = size === 'logo';
    if ((!isLogo && tried >= count) || late.aborted || (file.size ?? 0) > fileBytes) {
      isCut = true;
      continue;
    }
    if (!isLogo) tried += 1;
    const picture = await load(/** @type {OpenFile} */ (files), actor, id, { size, fileBytes });
    if (!picture) continue;
    // Base64 has four letters for three bytes.
    const needed = picture.url.length * 0.75;
    if (used + needed > bytes) {
      isCut = true;
      continue;
    }
    used += needed;
    pictures[id] = picture;
  }
  return { ...document, pictures, isCut };
}

/**
 * Images by their id, each in the largest size that some place shows. The logo comes first.
 *
 * @param {PdfDocument} document
 * @returns {Map<string, { file: Partial<PdfFile>, size: keyof typeof SIDES }>}
 */
export function wantedBy({ logo, blocks }) {
  /** @type {ReturnType<typeof wantedBy>} */
  const wanted = new Map();
  if (logo) wanted.set(logo, { file: {}, size: 'logo' });
  for (const { file, size } of blocks.flatMap(shownIn)) {
    const known = wanted.get(file.id)?.size;
    if (!RASTER.test(file.mime ?? '') || (known && SIDES[known] >= SIDES[size])) continue;
    wanted.set(file.id, { file, size });
  }
  return wanted;
}

/** @param {PdfDocument['blocks'][number]} block @returns {{ file: PdfFile, size: PictureSize }[]} */
function shownIn(block) {
  if ('rows' in block)
    return block.rows.flat().flatMap((cell) =>
      filesIn(cell)
        .slice(0, MOST_IN_CELL)
        .map(({ file }) => ({ file, size: 'small' })),
    );
  return 'values' in block ? block.values.flatMap(({ value }) => filesIn(value)) : [];
}

/** @param {PdfCell} cell */
const filesIn = (cell) => (typeof cell === 'string' ? [] : cell.files.map((file) => ({ file, size: cell.size })));

/**
 * @param {OpenFile} files @param {Actor} actor @param {string} id
 * @param {{ size: keyof typeof SIDES, fileBytes: number }} wanted
 * @returns {Promise<PdfPicture | null>} null: it can't be shown
 */
async function load(files, actor, id, { size, fileBytes }) {
  const opened = await files.open(actor, id).catch(withoutFile);
  if (!opened) return null;
  const { file, stream } = opened;
  if (!RASTER.test(file.mime) || file.size > fileBytes) {
    /** @type {import('node:stream').Readable} */ (stream).destroy();
    return null;
  }
  try {
    return await scaled(await buffer(stream), size);
  } catch {
    return null;
  }
}

/** @param {Values} error @returns {null} it is not there, or not for this reader */
function withoutFile(error) {
  if (error.code === 'FILE_NOT_FOUND') return null;
  throw error;
}

/**
 * Paper is white, and so is what shows through. A logo stays sharp at its edges as PNG.
 *
 * @param {Buffer} original @param {keyof typeof SIDES} size @returns {Promise<PdfPicture>}
 */
async function scaled(original, size) {
  const { default: sharp } = await import('sharp');
  const side = SIDES[size];
  const image = sharp(original, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1, sequentialRead: true })
    .rotate()
    .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .timeout({ seconds: SECONDS });
  const type = size === 'logo' ? 'png' : 'jpeg';
  const encoded = type === 'png' ? image.png() : image.jpeg({ quality: 82 });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  return { url: `data:image/${type};base64,${data.toString('base64')}`, width: info.width, height: info.height };
}
