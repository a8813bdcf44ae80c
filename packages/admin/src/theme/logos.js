import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { sniffType } from '@plinth/data';

/** @import { Form, Request } from '../types.d.ts' */

/** The largest logo, since it is on every page. */
export const LOGO_KB = 512;
const HEAD = 4096;
/** A browser shows these as images and runs nothing in them, as it might in SVG. */
const TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']);
/** The uploads: control, setting, and the control that removes it. */
export const LOGOS = Object.freeze([
  { file: 'logoFile', setting: /** @type {const} */ ('logo'), none: 'noLogo' },
  { file: 'logoDarkFile', setting: /** @type {const} */ ('logoDark'), none: 'noLogoDark' },
]);

/** What is wrong with the chosen files, by control name. @param {Request} req @param {Form} form */
export async function logoErrors({ ctx: { t } }, form) {
  /** @type {Record<string, string>} */
  const errors = {};
  for (const { file } of LOGOS) {
    const upload = form.file(file);
    if (!upload?.size) continue;
    if (upload.size > LOGO_KB * 1024) errors[file] = t('admin.theme.logoLarge', { most: LOGO_KB });
    else if (!TYPES.has(sniffType(await headOf(upload.path), upload.name))) errors[file] = t('admin.theme.logoType');
  }
  return errors;
}

/** Stores the chosen files. @param {Request} req @param {Form} form @returns {Promise<Record<string, string | null>>} */
export async function saveLogos({ ctx: { app, actor, catalog } }, form) {
  /** @type {Record<string, string | null>} */
  const ids = {};
  for (const { file, setting, none } of LOGOS) {
    const upload = form.file(file);
    ids[setting] = form.has(none) ? null : (catalog.settings[setting] ?? null);
    if (!upload?.size) continue;
    const about = { name: upload.name, mime: upload.mime, public: true };
    ids[setting] = (await app.data.files.add(actor, createReadStream(upload.path), about)).id;
  }
  return ids;
}

/** @param {string} path */
async function headOf(path) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
