/** @import { App } from '../../types.d.ts' */
/** @import { Actor, Values } from '@plinth/plugin' */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { LIMITS } from '@plinth/data';
import { AppError, phrase } from '@plinth/plugin';

/** Longest side in pixels. */
const SIZES = /** @type {const} */ ({ thumb: 160, medium: 960, large: 1920 });
const MOST_PIXELS = LIMITS.pictureMegapixels * 1_000_000;
const SECONDS = 10;
const AT_ONCE = 2;

/** @param {string} name @returns {name is keyof typeof SIZES} */
export const isVariant = (name) => Object.hasOwn(SIZES, name);

/**
 * Smaller versions of images, re-encoded (which strips metadata) and stored on disk. The caller has checked the right
 * to read the original.
 *
 * @param {App} app
 */
export function createVariants(app) {
  const folder = path.join(app.config.dataDir, 'cache', 'images');
  /** @type {Map<string, Promise<{ path: string, size: number, tag: string }>>} */
  const making = new Map();
  let busy = 0;
  /** @type {(() => void)[]} */
  const line = [];

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  async function inTurn(work) {
    if (busy >= AT_ONCE) await new Promise((resolve) => line.push(/** @type {any} */ (resolve)));
    else busy++;
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else busy--;
    }
  }

  /** @param {Actor} actor @param {Values} file @param {keyof typeof SIZES} variant @param {string} target */
  async function create(actor, file, variant, target) {
    if (file.size > LIMITS.shownImageBytes) throw tooLarge(file.name);
    const { stream } = await app.data.files.open(actor, file.id, {});
    const original = await buffer(stream);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = path.join(folder, `${randomUUID()}.part`);
    const { default: sharp } = await import('sharp');
    try {
      await sharp(original, { limitInputPixels: MOST_PIXELS, failOn: 'error', pages: 1, sequentialRead: true })
        .rotate()
        .resize({ width: SIZES[variant], height: SIZES[variant], fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .timeout({ seconds: SECONDS })
        .toFile(draft);
      await rename(draft, target);
    } catch (error) {
      await rm(draft, { force: true });
      throw new AppError('IMAGE_UNREADABLE', phrase`"${file.name}" can't be shown as an image`, {
        status: 422,
        hint: 'It is damaged or has too many pixels. Save it again as PNG or JPEG and upload that file',
        cause: error,
      });
    }
  }

  return {
    /**
     * @param {Actor} actor @param {Values} file @param {keyof typeof SIZES} variant
     * @returns {Promise<{ path: string, size: number, tag: string }>}
     * @throws {AppError} IMAGE_UNREADABLE (422)
     */
    make(actor, file, variant) {
      const key = `${file.id}-${variant}`;
      const target = path.join(folder, `${key}.webp`);
      const known = making.get(key);
      if (known) return known;
      const made = (async () => {
        const found = await stat(target).catch(() => null);
        if (!found) await inTurn(() => create(actor, file, variant, target));
        const { size } = found ?? (await stat(target));
        return { path: target, size, tag: key };
      })();
      making.set(key, made);
      const done = () => making.delete(key);
      made.then(done, done);
      return made;
    },
  };
}

/** @param {string} name */
function tooLarge(name) {
  return new AppError(
    'IMAGE_UNREADABLE',
    phrase`"${name}" is larger than ${LIMITS.shownImageBytes / 1024 ** 2} MB, too large to be shown as an image`,
    { status: 422, hint: 'Scale it down, or download it' },
  );
}
