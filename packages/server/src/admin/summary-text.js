/** @import { Translate } from '@plinth/plugin' */
import { readFileSync } from 'node:fs';

const SUMMARIES = new URL('../../locales/en/admin-summaries.json', import.meta.url);

/** Each sentence that an edit writes, as a pattern for its values. */
const patterns = Object.keys(JSON.parse(readFileSync(SUMMARIES, 'utf8'))).map((key) => ({
  key,
  pattern: new RegExp(
    `^${RegExp.escape(key).replace(/\\\{\d\\\}/g, key.startsWith('{0}') ? '(\\d+)' : '(.*)')}$`,
    'su',
  ),
}));

/**
 * What a part of a table, view, page ... is called: a part that a plugin added keeps its own name.
 *
 * @param {string} name @param {Translate} t
 */
export function partName(name, t) {
  const key = `admin.part.${name}`;
  const text = t(key);
  return text === key ? name : text;
}

/**
 * What a revision changed, in the reader's language. Revisions keep English sentences, also those of long ago, so the
 * values are read out of them again; a sentence of somebody's own stays as it is.
 *
 * @param {string} summary @param {Translate} t
 * @returns {string}
 */
export function summaryText(summary, t) {
  for (const { key, pattern } of patterns) {
    const found = pattern.exec(summary);
    if (!found) continue;
    const values = found.slice(1).map((value) => (/^(Un|Re)do: /.test(key) ? summaryText(value, t) : value));
    const last = values.length - 1;
    if (key.endsWith(`({${last}})`))
      values[last] = values[last]
        .split(', ')
        .map((name) => partName(name, t))
        .join(', ');
    return t(key, { ...values });
  }
  return summary;
}
