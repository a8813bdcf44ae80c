/** @import { UploadedFile } from '../../types.d.ts' */
import { LIMITS } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';

/** Twice the largest size that a picture is shown in, for dense screens. */
const SIDE = 192;
const MOST_PIXELS = LIMITS.pictureMegapixels * 1_000_000;
const SECONDS = 10;
const FORMATS = ['png', 'jpeg', 'webp', 'gif', 'heif'];

/** Limits of the form that a picture is sent with. */
export const PICTURE_LIMITS = Object.freeze({ files: 1, fileBytes: LIMITS.pictureBytes });

/**
 * Makes an uploaded image a small square: its middle, re-encoded, so that nothing of the original (place, camera, hidden
 * data) is left.
 *
 * @param {UploadedFile | null} file
 * @returns {Promise<Buffer>} WebP
 * @throws {AppError} FILE_EXPECTED, IMAGE_UNREADABLE (422)
 */
export async function cropPicture(file) {
  if (!file?.size) throw new AppError('FILE_EXPECTED', 'Choose an image first', { status: 422 });
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(file.path, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1 });
    const { format } = await image.metadata();
    if (!FORMATS.includes(String(format))) throw new TypeError(`Not a picture: ${format}`);
    return await image
      .rotate()
      .resize({ width: SIDE, height: SIDE, fit: 'cover' })
      .webp({ quality: 82 })
      .timeout({ seconds: SECONDS })
      .toBuffer();
  } catch (error) {
    throw new AppError('IMAGE_UNREADABLE', phrase`"${file.name}" can't be shown as an image`, {
      status: 422,
      hint: phrase`Choose a PNG, JPEG, WebP, GIF or AVIF image of at most ${LIMITS.pictureMegapixels} megapixels`,
      cause: error,
    });
  }
}
