/** @import { Form, FormLimits, Request, UploadedFile } from '../../types.d.ts' */
import { LIMITS } from '@plinth/data';
import { AppError } from '@plinth/plugin';
import { readMultipart } from './multipart.js';
import { contentType, readBody, tooManyFields } from './read-body.js';

const USUAL = Object.freeze({
  textBytes: LIMITS.formTextBytes,
  fields: LIMITS.formFields,
  files: LIMITS.formFiles,
  fileBytes: LIMITS.formFileBytes,
  wayOut: 'Shorten its texts, or attach them as files',
});

/**
 * Reads a posted form in either encoding.
 *
 * @param {Request} req @param {FormLimits} limits @param {string} tempFolder
 * @returns {Promise<Form>}
 * @throws {AppError} FORM_EXPECTED (415), FORM_INVALID (400), BODY_TOO_LARGE (413)
 */
export async function readForm(req, limits, tempFolder) {
  const all = { ...USUAL, ...limits };
  const type = contentType(req);
  if (type === 'multipart/form-data') {
    const { entries, files } = await readMultipart(req, all, tempFolder);
    return createForm(entries, files);
  }
  if (type === 'application/x-www-form-urlencoded') {
    const text = (await readBody(req, all.textBytes, all.wayOut)).toString('utf8');
    checkCount(text, all.fields);
    return createForm([...new URLSearchParams(text)], []);
  }
  if (type === '' && !Number(req.headers['content-length']) && !req.headers['transfer-encoding'])
    return createForm([], []);
  throw new AppError('FORM_EXPECTED', 'This address accepts a form only', {
    status: 415,
    hint: 'Send application/x-www-form-urlencoded or multipart/form-data',
  });
}

/** @param {[string, string][]} entries @param {UploadedFile[]} files @returns {Form} */
export function createForm(entries, files) {
  // Browsers send CR LF; stored texts use LF.
  const clean = entries.map(([name, text]) => /** @type {[string, string]} */ ([name, text.replaceAll('\r\n', '\n')]));
  const values = Object.create(null);
  for (const [name, text] of clean) {
    if (!(name in values)) values[name] = text;
    else if (Array.isArray(values[name])) values[name].push(text);
    else values[name] = [values[name], text];
  }
  /** @param {string} name @returns {string[]} */
  const all = (name) => (name in values ? [values[name]].flat() : []);
  return {
    values,
    entries: clean,
    files,
    all,
    get: (name) => all(name).at(-1) ?? null,
    has: (name) => name in values,
    file: (field) => files.find((file) => file.field === field) ?? null,
  };
}

/** The form without a control that is no input. @param {Form} form @param {string} name @returns {Form} */
export function without(form, name) {
  if (!form.has(name)) return form;
  return createForm(
    form.entries.filter(([one]) => one !== name),
    form.files,
  );
}

/** @param {string} text @param {number} most */
function checkCount(text, most) {
  let count = 1;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1)) {
    if (++count > most) throw tooManyFields(most);
  }
}
