/** @import { Translate } from '@plinth/plugin' */
import { readFileSync } from 'node:fs';

const SUMMARIES = new URL('../../locales/en/admin-summaries.json', import.meta.url);

/** The sentences that edits write, as patterns for their values. */
const patterns = Object.keys(JSON.parse(readFileSync(SUMMARIES, 'utf8'))).map((key) => ({
  key,
  pattern: new RegExp(
    `^${RegExp.escape(key).replace(/\\\{\d\\\}/g, key.startsWith('{0}') ? '(\\d+)' : '(.*)')}$`,
    'su',
  ),
}));

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
 * A revision's summary in the reader's language. Revisions store English sentences, including old ones, so the values
 * are parsed out of them; a custom sentence stays as it is.
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
