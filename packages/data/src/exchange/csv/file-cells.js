/** @import { Actor, Catalog, Field, Registry } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { isFileList } from '@plinth/plugin';
import { UUID } from '../../catalog/field-types/base/read-uuid.js';
import { filesNamed } from '../../gate/files/file-names.js';

/** The most files that are asked for at once; names beyond them get their id. */
const MOST = 2000;
const WITH_ID = /^.* \(([^()]+)\)$/s;

/** @typedef {{ id: string, name: string }} NamedFile */

/** The id that a cell has besides a file's name, or instead of it. @param {string} text */
export function fileIdIn(text) {
  const id = WITH_ID.exec(text)?.[1] ?? text;
  return UUID.test(id) ? id : null;
}

/**
 * Names of files as an import finds them again: a name that several files have, or that a cell can't hold, is followed by
 * the file's id. Asked once for each field and page.
 *
 * @param {{ db: Database, catalog: Catalog, registry: Registry, actor: Actor }} context
 * @param {Field} field @param {readonly (NamedFile | NamedFile[] | null)[]} values of one column
 * @returns {Promise<string[]>} one cell for each value
 */
export async function fileCells(context, field, values) {
  const lists = values.map((value) => [value ?? []].flat());
  const names = [...new Set(lists.flat().map(({ name }) => name))];
  /** @type {Map<string, string[]>} */
  const known = new Map();
  for (const { id, label } of names.length > 0 ? await filesNamed(context, field, names, MOST) : [])
    known.set(label, [...(known.get(label) ?? []), id]);
  const several = isFileList(field);
  return lists.map((files) => files.map((file) => cellOf(file, known.get(file.name) ?? [], several)).join('; '));
}

/** @param {NamedFile} file @param {readonly string[]} ids of files with its name @param {boolean} several */
function cellOf({ id, name }, ids, several) {
  const isRead = name === name.trim() && !(several && name.includes(';')) && fileIdIn(name) === null;
  if (isRead && ids.length === 1 && ids[0] === id) return name;
  return `${(several ? name.replaceAll(';', ',') : name).trim()} (${id})`;
}
