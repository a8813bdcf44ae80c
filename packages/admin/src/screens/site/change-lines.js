/** @import { Catalog, Registry, Translate, Values } from '@plinth/plugin' */
import { changeWords } from '../../change-words/index.js';
import { difference } from '../../revisions/difference.js';
import { wordOf } from '../../objects/kind-words.js';
import { partName } from '../../revisions/summary-text.js';

const MOST = 200;

/**
 * A revision's changes as a readable difference: per object, what changed in words, and its other keys with the value
 * before and after.
 *
 * @param {any[]} changes @param {{ registry: Registry, catalog: Catalog, t: Translate }} context
 * @returns {{ kind: string, name: string, what: 'added' | 'removed' | 'changed', keys: { key: string, before: string,
 *   after: string }[], words: string[], details: { key: string, before: string, after: string }[] }[]} details: the keys
 *   that `words` tell
 */
export function changeLines(changes, context) {
  const { t } = context;
  return changes.slice(0, MOST).map((change) => {
    const { kind, name, before, after } = change;
    const told = changeWords(change, context);
    const lines = keysOf(flat(before), flat(after));
    const named = (/** @type {{ key: string, before: string, after: string }} */ line) => ({
      ...line,
      key: partName(line.key, t),
    });
    return {
      kind: wordOf(kind, context),
      name,
      what: before ? (after ? 'changed' : 'removed') : 'added',
      words: told?.words ?? [],
      details: lines.filter(({ key }) => key === told?.key).map(named),
      keys: lines.filter(({ key }) => key !== told?.key).map(named),
    };
  });
}

/** @param {Values} state a stored object: name, position and body */
function flat(state) {
  if (!state) return {};
  const { body, ...rest } = state;
  return { ...rest, ...body };
}

/** @param {Record<string, unknown>} before @param {Record<string, unknown>} after */
function keysOf(before, after) {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => ({ key, told: difference(before[key], after[key]) }))
    .flatMap(({ key, told }) => (told ? [{ key, ...told }] : []));
}
