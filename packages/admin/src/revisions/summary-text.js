/** @import { Message, Translate } from '@plinth/plugin' */
import { say } from '@plinth/plugin';
import { kindWord } from '../objects/kind-words.js';

/**
 * The name of a part of a table, view, page ...; a part added by a plugin keeps its own name.
 *
 * @param {string} name @param {Translate} t
 */
export function partName(name, t) {
  const key = `admin.part.${name}`;
  return t.has?.(key) ? t(key) : name;
}

/**
 * What a revision did, in the reader's language. A text that somebody typed, or of an earlier version, stays as it is.
 *
 * @param {Message} says @param {Translate} t
 * @returns {string}
 */
export function summaryText(says, t) {
  if (typeof says === 'string') return says;
  return say(says, (key, params = {}) => {
    if (typeof params.kind === 'string') return kindWord({ name: params.kind, label: key }, t);
    if (typeof params.part === 'string') return partName(params.part, t);
    return t(key, params);
  });
}
