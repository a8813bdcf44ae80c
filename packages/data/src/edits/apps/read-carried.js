/** What a document carries besides metadata. Only the shape is checked here; field types check the values of rows. */

/** @import { Message, Values } from '@plinth/plugin' */
/** @typedef {Record<string, Message>} Errors messages by key path */

/** @param {unknown} value @param {Errors} errors @returns {{ email: string, name: string }[]} */
export function readUsers(value, errors) {
  if (value === undefined) return [];
  if (!Array.isArray(value)) {
    errors.users = 'must be a list';
    return [];
  }
  value.forEach((user, i) => {
    const named = isRecord(user) && isLine(user.email, 254) && isLine(user.name, 200);
    if (!named) errors[`users.${i}`] = 'must have an e-mail address and a name';
  });
  return value;
}

/** @param {unknown} value @param {Errors} errors @returns {Record<string, Record<string, unknown>[]>} */
export function readRows(value, errors) {
  const tables = recordOf(value, 'rows', errors);
  for (const [table, rows] of Object.entries(tables)) {
    if (!Array.isArray(rows) || !rows.every(isRecord)) errors[`rows.${table}`] = 'must be a list of objects';
  }
  return /** @type {Values} */ (tables);
}

/** @param {unknown} value @param {Errors} errors @returns {Record<string, import('./comments.js').SampleComment[]>} */
export function readComments(value, errors) {
  const tables = recordOf(value, 'comments', errors);
  for (const [table, list] of Object.entries(tables)) {
    const isSound = (/** @type {unknown} */ one) =>
      isRecord(one) &&
      ['string', 'number'].includes(typeof one.row) &&
      isLine(one.by, 254) &&
      typeof one.text === 'string' &&
      one.text.trim() !== '' &&
      one.text.length <= 10_000;
    if (!Array.isArray(list) || !list.every(isSound))
      errors[`comments.${table}`] = 'must be a list of comments, each with a row, by (an e-mail address) and a text';
  }
  return /** @type {Values} */ (tables);
}

/** @param {unknown} value @param {Errors} errors @returns {Record<string, { name?: string, mime: string, data: string }>} */
export function readFiles(value, errors) {
  const files = recordOf(value, 'files', errors);
  for (const [key, file] of Object.entries(files)) {
    const texts = isRecord(file) && [file.mime, file.data, file.name ?? ''].every((text) => typeof text === 'string');
    if (!texts) errors[`files.${key}`] = 'must have a name, a mime type, and its data in base64';
  }
  return /** @type {Values} */ (files);
}

/** @param {unknown} value @param {string} path @param {Errors} errors @returns {Record<string, unknown>} */
export function recordOf(value, path, errors) {
  if (value === undefined) return {};
  if (isRecord(value)) return value;
  errors[path] = 'must be an object';
  return {};
}

/**
 * Without recursion, since deep nesting would exhaust the stack.
 *
 * @param {unknown} value @param {number} levels
 */
export function isDeeper(value, levels) {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    /** @type {unknown[]} */
    const below = [];
    for (const entry of level) {
      if (typeof entry !== 'object' || entry === null) continue;
      for (const inner of Object.values(entry)) if (typeof inner === 'object' && inner !== null) below.push(inner);
    }
    level = below;
  }
  return false;
}

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} value @param {number} most */
function isLine(value, most) {
  return typeof value === 'string' && value.trim() !== '' && value.length <= most && !/\p{Cc}/u.test(value);
}
