/** @import { Html, Values } from '@plinth/plugin' */
/** @import { SettingContext } from './context.js' */
import { html } from '@plinth/plugin';
import { entries, entry } from './entry.js';

/**
 * A list of entries, each with its own settings.
 *
 * @param {SettingContext} context @param {typeof import('./settings-form.js').printSettings} print
 * @returns {Html}
 */
export function listEntries({ setting, schema, value, values: siblings, name, path, parts: around }, print) {
  const items = setting.items ?? [];
  const parts = { ...around, outer: { schema, values: siblings } };
  /** @type {Values[]} */
  const list = Array.isArray(value) ? value : [];
  const isSteps = ['do', 'when'].every((one) => items.some((item) => item.name === one));
  const known = list.map((values, n) =>
    entry(`${name}.${n}`, print(items, values ?? {}, `${name}.${n}.`, `${path}.${n}`, parts), {
      fresh: false,
      parts,
      isStep: isSteps,
      title: html`<span data-pl-number>${n + 1}</span>. ${titleOf(values, parts)}${isSteps && conditionOf(values, parts)}`,
    }),
  );
  const blank = (/** @type {string} */ at) =>
    html`<div class="pl-entry-body">${print(items, {}, `${at}.`, '', parts)}</div>`;
  return entries(name, known, (at) => entry(at, blank(at), { fresh: true, parts }), parts);
}

/** When a step runs, as a sentence. @param {Values} values @param {import('./context.js').FormParts} parts */
function conditionOf(values, { table, old = false, event, input, conditionWords, t }) {
  const source = typeof values?.when === 'string' ? values.when.trim() : '';
  if (source === '') return '';
  const words = conditionWords?.(source, {
    table: table?.name ?? null,
    old,
    event: event ?? null,
    input: input ?? null,
  });
  const said = words ?? html`<code>${source}</code>`;
  return html`<small class="pl-entry-when">${t('settingsForm.onlyIf')} ${said}</small>`;
}

/**
 * What an entry is about, in the user's own words.
 *
 * @param {Values} values @param {import('./context.js').FormParts} parts
 */
function titleOf(values, { catalog, table, registry, t }) {
  const action = values?.do?.action;
  if (action && registry.has('action', action)) return t(registry.action(action).label);
  const text = ['label', 'title', 'text', 'name', 'field', 'relation', 'view', 'link']
    .map((key) => values?.[key])
    .find((found) => typeof found === 'string' && found !== '');
  return text === undefined ? '' : named(text, values, { catalog, table });
}

/**
 * A field, or child rows, by their label.
 *
 * @param {string} text
 * @param {Values} values
 * @param {Pick<import('./context.js').FormParts, 'catalog' | 'table'>} parts
 */
function named(text, { field, relation }, { catalog, table }) {
  if (!catalog || !table) return text;
  if (text === field) return catalog.path(table, text)?.field.label ?? text;
  const [child] = text === relation ? text.split('.') : [''];
  return catalog.hasTable(child) ? catalog.table(child).label : text;
}
