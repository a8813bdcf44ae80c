/** @import { Registry, Translate } from '@plinth/plugin' */
import { memoize } from '@plinth/plugin';
import { readFileSync } from 'node:fs';
import { kindWord } from './kind-words.js';

const SUMMARIES = new URL('../../locales/en/admin-summaries.json', import.meta.url);

/** Of an edit of any kind of metadata, such as `Add piece "Sign"`. */
const OF_KIND = /^\w+ \{0\} "\{1\}"/;

/** The sentences that edits write. */
const keys = Object.keys(JSON.parse(readFileSync(SUMMARIES, 'utf8')));

/** The same as patterns for their values. @type {(registry: Registry) => readonly { key: string, pattern: RegExp }[]} */
const patternsOf = memoize((registry) => {
  const labels = registry.all('kind').map(({ label }) => RegExp.escape(label));
  return keys.map((key) => {
    const first = key.startsWith('{0}') ? '(\\d+)' : OF_KIND.test(key) ? `(${labels.join('|')})` : '(.*)';
    const text = RegExp.escape(key)
      .replace('\\{0\\}', () => first)
      .replace(/\\\{\d\\\}/g, '(.*)');
    return { key, pattern: new RegExp(`^${text}$`, 'su') };
  });
});

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
 * @param {string} summary @param {Translate} t @param {Registry} registry
 * @returns {string}
 */
export function summaryText(summary, t, registry) {
  for (const { key, pattern } of patternsOf(registry)) {
    const found = pattern.exec(summary);
    if (!found) continue;
    const values = found.slice(1).map((value) => (/^(Un|Re)do: /.test(key) ? summaryText(value, t, registry) : value));
    const kind = OF_KIND.test(key) && registry.all('kind').find(({ label }) => label === values[0]);
    if (kind) values[0] = kindWord(kind, t);
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
