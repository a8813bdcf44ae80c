/** @import { Kind, Translate } from '@plinth/plugin' */

/** What one of a kind is called, as the beginning of a line: "Mail template". @param {Pick<Kind, 'name' | 'label'>} kind @param {Translate} t */
export function kindWord({ name, label }, t) {
  const key = `admin.kind.${name}`;
  return t.has?.(key) ? t(key) : capital(t(label));
}

/** What several are called: "Mail templates". @param {Pick<Kind, 'name' | 'plural'>} kind @param {Translate} t */
export function kindWords({ name, plural }, t) {
  const key = `admin.kinds.${name}`;
  return t.has?.(key) ? t(key) : capital(t(plural));
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
