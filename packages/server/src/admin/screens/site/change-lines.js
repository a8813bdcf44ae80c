/** @import { Translate } from '@plinth/plugin' */
import { difference } from '../../difference.js';
import { partName } from '../../summary-text.js';

const MOST = 200;

/**
 * A revision's changes as a readable difference: per object, its keys with the value before and after.
 *
 * @param {any[]} changes @param {Translate} t
 * @returns {{ kind: string, name: string, what: 'added' | 'removed' | 'changed', keys: { key: string, before: string,
 *   after: string }[] }[]}
 */
export function changeLines(changes, t) {
  return changes.slice(0, MOST).map(({ kind, name, before, after }) => ({
    kind: t(`admin.kind.${kind}`),
    name,
    what: before ? (after ? 'changed' : 'removed') : 'added',
    keys: keysOf(flat(before), flat(after)).map((line) => ({ ...line, key: partName(line.key, t) })),
  }));
}

/** @param {any} state a stored object: name, position and body */
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
