/** @import { Html } from '@plinth/plugin' */
/** @import { Place } from './context.js' */
import { entries, entry } from './entry.js';

/**
 * A list of entries, each with settings of its own.
 *
 * @param {Place} place @param {typeof import('./settings-form.js').printSettings} print
 * @returns {Html}
 */
export function listEntries({ setting, value, name, path, parts }, print) {
  const items = setting.items ?? [];
  /** @type {any[]} */
  const list = Array.isArray(value) ? value : [];
  const known = list.map((values, n) =>
    entry(`${name}.${n}`, print(items, values ?? {}, `${name}.${n}.`, `${path}.${n}`, parts), {
      fresh: false,
      parts,
      title: titleOf(values, n, parts),
    }),
  );
  return entries(name, known, (at) => entry(at, print(items, {}, `${at}.`, '', parts), { fresh: true, parts }), parts);
}

/**
 * What an entry is about, in the words that people gave it.
 *
 * @param {any} values @param {number} n @param {import('./context.js').FormParts} parts
 */
function titleOf(values, n, { catalog, table }) {
  const text = ['label', 'title', 'text', 'name', 'field', 'relation', 'view', 'link']
    .map((key) => values?.[key])
    .find((found) => typeof found === 'string' && found !== '');
  const field = text === values?.field && catalog && table ? catalog.path(table, text)?.field : null;
  return `${n + 1}. ${field?.label ?? text ?? ''}`.trim();
}
