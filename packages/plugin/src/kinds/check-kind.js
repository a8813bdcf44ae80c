/** @import { Values } from '../index.d.ts' */
/** @import { Kind } from '../types/kinds.d.ts' */
import { AppError, fieldMessages } from '../app-error.js';

/** What edits, members of the Catalog and keys of app documents are called already, and what every JavaScript object has. */
const TAKEN = [
  'access', 'children', 'choices', 'comments', 'constraint', 'constraints', 'constructor', 'definition', 'expression', 'field',
  'files', 'home', 'index', 'indexes', 'menu', 'object', 'objects', 'packages', 'path', 'plinth', 'plugin', 'plugins', 'problems',
  'rows', 'settings', 'table', 'tables', 'unbuilt', 'users', 'variable', 'version',
]; // prettier-ignore
/** What an object has beside its settings. */
const TAKEN_SETTINGS = ['id', 'name', 'app', 'constructor'];
const FUNCTIONS = ['check', 'references', 'notFound', 'prepare', 'rename'];
const KEYS = [
  'name', 'plural', 'label', 'icon', 'order', 'schema', 'title', 'names', 'reserved', 'isNamedByLabel', 'isOfSite', 'defaults', 'keys',
  'edits', 'extraEdits', 'documents', 'admin', ...FUNCTIONS,
]; // prettier-ignore

/**
 * Refuses a kind of metadata that nothing could be derived from, and names the field.
 *
 * @param {Kind} kind @param {{ owner: string, others: readonly Kind[] }} among owner: the plugin that defines it
 * @throws {AppError} KIND_INVALID
 */
export function checkKind(kind, { owner, others }) {
  const wrong = problemOf(kind) ?? twinOf(kind, others);
  if (!wrong) return;
  const [field, message] = wrong;
  throw new AppError(
    'KIND_INVALID',
    `The kind "${String(kind.name)}" of plugin "${owner}" is not defined rightly: ${field} ${message}`,
    { status: 422, hint: 'Report it to the plugin’s author', details: fieldMessages({ [field]: message }) },
  );
}

/** @param {any} kind @returns {[string, string] | null} a field, and what is wrong with it */
function problemOf(kind) {
  const isWord = (/** @type {unknown} */ text) => typeof text === 'string' && text.trim() !== '' && text.length <= 60;
  const unknown = Object.keys(kind).find((key) => !KEYS.includes(key));
  if (unknown) return [unknown, `is unknown. Known: ${KEYS.join(', ')}`];
  if (typeof kind.name !== 'string' || !/^[a-z][a-z0-9]{0,30}$/.test(kind.name))
    return ['name', 'must be a word of lower-case letters and digits'];
  if (TAKEN.includes(kind.name)) return ['name', 'is the name of something else'];
  if (typeof kind.plural !== 'string' || !/^[a-z][a-z0-9]{0,40}$/.test(kind.plural) || kind.plural === kind.name)
    return ['plural', 'must be a word of lower-case letters and digits, other than the name'];
  if (TAKEN.includes(kind.plural)) return ['plural', 'is the name of something else'];
  if (!isWord(kind.label)) return ['label', 'must be what people call one'];
  if (typeof kind.icon !== 'string' || !/^[a-z0-9-]{1,60}$/.test(kind.icon))
    return ['icon', 'must be the name of an icon'];
  if (kind.order !== undefined && !Number.isFinite(kind.order)) return ['order', 'must be a number'];
  if (kind.names !== undefined && !['plain', 'sql', 'address'].includes(kind.names))
    return ['names', 'must be plain, sql or address'];
  if (kind.reserved !== undefined && !(isWord(kind.reserved?.start) && typeof kind.reserved.message === 'string'))
    return ['reserved', 'must have a start and a message'];
  if (kind.keys !== undefined && !Array.isArray(kind.keys)) return ['keys', 'must be a list'];
  if (kind.extraEdits !== undefined && !Array.isArray(kind.extraEdits)) return ['extraEdits', 'must be a list'];
  const noFunction = FUNCTIONS.find((key) => kind[key] !== undefined && typeof kind[key] !== 'function');
  if (noFunction) return [noFunction, 'must be a function'];
  return schemaProblem(kind);
}

/** @param {Values} kind @returns {[string, string] | null} */
function schemaProblem({ schema, title, check }) {
  if (!Array.isArray(schema)) return ['schema', 'must be a list of settings'];
  const seen = new Set();
  for (const [i, setting] of schema.entries()) {
    const name = setting?.name;
    if (typeof name !== 'string' || !/^[a-z][a-zA-Z0-9]*$/.test(name)) return [`schema.${i}.name`, 'must be a name'];
    if (typeof setting.type !== 'string') return [`schema.${i}.type`, 'must be the type of a setting'];
    if (TAKEN_SETTINGS.includes(name)) return [`schema.${i}.name`, 'is what every object has'];
    if (seen.has(name)) return [`schema.${i}.name`, 'occurs twice'];
    seen.add(name);
  }
  if (title !== undefined && title !== 'name' && !seen.has(title)) return ['title', 'must be one of the settings'];
  if (!check && title === undefined && !seen.has('label')) return ['title', 'must be given, because there is no label'];
  return null;
}

/** @param {Kind} kind @param {readonly Kind[]} others @returns {[string, string] | null} */
function twinOf(kind, others) {
  const earlier = others.slice(0, others.indexOf(kind));
  const named = earlier.find(({ plural }) => plural === kind.name);
  if (named) return ['name', `is taken by the kind "${named.name}"`];
  const listed = earlier.find(({ name, plural }) => [name, plural].includes(kind.plural));
  return listed ? ['plural', `is taken by the kind "${listed.name}"`] : null;
}
