/** @import { Message, Registry, Values } from '@plinth/plugin' */
import { AppError, asPhrase, checkSettings, nodeId, phrase } from '@plinth/plugin';
import { createInnerCheck } from '../definitions/base/inner-settings.js';
import { parseYaml } from './parse-yaml.js';
import { createPlaces } from './places.js';
import { sourcePart } from './write-source.js';
import { LIMITS } from '../../catalog/limits/limits.js';

/**
 * What is wrong with a source, and where: lines count from 1.
 *
 * @typedef {{ line: number, column: number, end: number, message: Message, severity: 'error' | 'warning' }} SourceProblem
 *   end: column behind the wrong part
 */

/** Enough for repeated parts; a few lines must not grow into millions. */
const MOST_ALIASES = 100;
/** Nobody reads more, and each takes a line of the answer. */
const MOST_PROBLEMS = 100;

/**
 * Reads YAML as written by `writeSource`. Nodes without an id get one.
 *
 * @param {string} kind @param {string} text
 * @param {{ registry: Registry, known: ReadonlySet<string>, stored?: unknown }} context known: types of elements that are accepted although
 *   no plugin here provides them, since the stored layout has them; stored: the object as it is
 * @returns {Promise<{ value: any, problems: SourceProblem[], placeOf: (path: string) => { line: number, column: number,
 *   end: number } }>} value: null if there are errors
 */
export async function readSource(kind, text, { registry, known, stored }) {
  const { LineCounter } = await import('yaml');
  const lines = new LineCounter();
  const isTooLong = text.length > LIMITS.sourceCharacters;
  const { document, errors } = await parseYaml(isTooLong ? '' : text, lines, MOST_PROBLEMS);
  const places = createPlaces(document, lines);
  const found = errors.length > 0 || !document ? errors : await repeatedKeys(document);
  const problems = /** @type {SourceProblem[]} */ (
    found.slice(0, MOST_PROBLEMS).map(({ pos, message }) => ({
      ...places.between(pos),
      message: asPhrase(message),
      severity: 'error',
    }))
  );
  if (isTooLong)
    problems.push({
      ...places.of(''),
      message: phrase`The text has more than ${LIMITS.sourceCharacters} characters`,
      severity: 'error',
    });
  const wrong = (/** @type {string} */ path, /** @type {Message} */ message) => {
    if (problems.length >= MOST_PROBLEMS) return;
    problems.push({ ...places.of(path), message: phrase`${lastOf(path)} ${asPhrase(message)}`, severity: 'error' });
  };
  if (problems.length > 0 || !document) return { value: null, problems, placeOf: places.of };
  let value;
  try {
    value = withIds(document.toJS({ maxAliasCount: MOST_ALIASES }));
  } catch (error) {
    problems.push({ ...places.of(''), message: asPhrase(/** @type {Error} */ (error).message), severity: 'error' });
    return { value: null, problems, placeOf: places.of };
  }
  for (const [path, message] of Object.entries(checkSource(kind, value, { registry, stored }))) wrong(path, message);
  for (const [path, type] of unknownTypes(value, registry, known))
    wrong(path, phrase`"${type}" is not an element. Is its plugin disabled?`);
  return { value: problems.length > 0 ? null : value, problems, placeOf: places.of };
}

/**
 * Keys that a map has twice.
 *
 * @param {import('yaml').Document} document @returns {Promise<{ pos: [number, number], message: string }[]>}
 */
async function repeatedKeys(document) {
  const { isScalar, visit } = await import('yaml');
  /** @type {{ pos: [number, number], message: string }[]} */
  const found = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const [start = 0, end = 0] = key.range ?? [];
        if (seen.has(key.value)) found.push({ pos: [start, end], message: 'Map keys must be unique' });
        seen.add(key.value);
      }
    },
  });
  return found;
}

/** @param {string} path */
const lastOf = (path) => path.split('.').at(-1) || 'document';

/** @param {string} kind @param {any} value @param {{ registry: Registry, stored: unknown }} context @returns {Record<string, Message>} messages by key path */
function checkSource(kind, value, { registry, stored }) {
  try {
    checkSettings(sourcePart(kind, registry), value);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'SETTINGS_INVALID') throw error;
    return /** @type {any} */ (error.details).messages;
  }
  const check = createInnerCheck(
    registry,
    (layout, _node, parent, i) => (parent === undefined ? layout : `${parent}.children.${i}`),
    (node) => `${node}.settings`,
    stored,
  );
  if (kind === 'view' && !registry.has('viewTemplate', value.template))
    return { template: phrase`"${value.template}" is not a view template` };
  registry.kind(kind).documents?.inside?.(value, '', check, registry);
  return Object.fromEntries(Object.entries(check.errors).map(([path, message]) => [path.replace(/^\./, ''), message]));
}

/** Each node of a layout anywhere in a value, with its key path. @param {any} value @param {string} path @returns {Generator<[string, any]>} */
function* nodesIn(value, path = '') {
  if (typeof value !== 'object' || value === null) return;
  if (typeof value.type === 'string' && (Array.isArray(value.children) || 'id' in value)) yield [path, value];
  for (const [key, inner] of Object.entries(value)) {
    if (key !== 'settings') yield* nodesIn(inner, path ? `${path}.${key}` : key);
  }
}

/** @param {unknown} value @param {Registry} registry @param {ReadonlySet<string>} known @returns {[string, string][]} */
function unknownTypes(value, registry, known) {
  return [...nodesIn(value)]
    .filter(([, { type }]) => !registry.has('element', type) && !known.has(type))
    .map(([path, { type }]) => [`${path}.type`, type]);
}

/** @param {any} value @returns {any} */
function withIds(value) {
  for (const layout of [value?.layout, ...Object.values(value?.config ?? {})]) fillIds(layout);
  return value;
}

/** @param {Values} node */
function fillIds(node) {
  if (typeof node !== 'object' || node === null || Array.isArray(node) || typeof node.type !== 'string') return;
  node.id ??= nodeId();
  if (Array.isArray(node.children)) for (const child of node.children) fillIds(child);
}
