/** @import { Html, Table } from '@plinth/plugin' */
/** @import { SettingContext } from './context.js' */
/** @import { FlatCondition } from './flat-filter.js' */
import { OPERATORS, html } from '@plinth/plugin';
import { tableOf } from './context.js';
import { selectControl, textareaControl } from './controls.js';
import { entries, entry } from './entry.js';
import { flatten } from './flat-filter.js';
import { jsonPlace } from './json-place.js';
import { pathOptions } from './options.js';
import { valueReader } from './read-value.js';

const KINDS = ['value', 'me', 'today', 'now', 'path'];

/**
 * The conditions of a filter, one per row; filters that rows can't represent as JSON.
 *
 * @param {SettingContext} context
 * @returns {Html}
 */
export function filterRows(context) {
  const { setting, schema, value, values, name, parts } = context;
  const table = tableOf(setting, schema, values, parts);
  const flat = flatten(value, valueReader(parts, table));
  if (!flat) {
    const label = html`<label class="visually-hidden" for="s-${name}.json">${parts.t('settingsForm.filter.json')}</label>`;
    return html`${label}${textareaControl({ ...context, name: `${name}.json`, value: JSON.stringify(value, null, 2) }, { class: 'form-control font-monospace', spellcheck: 'false' })}`;
  }
  const options = table && parts.catalog ? pathOptions(table, parts.catalog) : [];

  /** @param {string} at @param {FlatCondition | null} row */
  const print = (at, row) => conditionRow(context, at, row, { options, table });
  return html`${matchControl(name, flat, parts.t)}${entries(
    name,
    flat.rows.map((row, n) => print(`${name}.${n}`, row)),
    (at) => print(at, null),
    parts,
  )}`;
}

/**
 * @param {SettingContext} context
 * @param {string} at
 * @param {FlatCondition | null} row
 * @param {{ options: import('./options.js').Option[], table: Table | null }} from
 */
function conditionRow(context, at, row, { options, table }) {
  const { parts } = context;
  const { t } = parts;
  const setting = { ...context.setting, required: false, default: undefined, help: undefined };
  const json = row ? jsonPlace(row.field, table, parts) : null;
  const chosen = json?.field ?? row?.field;
  const field = selectControl({ ...context, setting, path: '', name: `${at}.field`, value: chosen }, options, {
    'aria-label': t('settingsForm.field'),
  });
  const inside = options.some((option) => jsonPlace(option.value, table, parts))
    ? html`<input class="form-control font-monospace" name="${at}.inside" value="${json?.inside}" autocomplete="off" spellcheck="false" placeholder="${t('settingsForm.insideExample')}" aria-label="${t('settingsForm.inside')}" title="${t('settingsForm.inside')}">`
    : null;
  const operator = html`<select class="form-select" name="${at}.op" aria-label="${t('settingsForm.operator')}">${choices(OPERATORS, 'settingsForm.op', row?.op, t)}</select>`;
  const kind = html`<select class="form-select" name="${at}.kind" aria-label="${t('settingsForm.kind')}">${choices(KINDS, 'settingsForm.kind', row?.kind, t)}</select>`;
  const value = html`<input class="form-control" name="${at}.value" value="${row?.text}" autocomplete="off" aria-label="${t('settingsForm.value')}">`;
  return entry(at, html`<div class="pl-entry-row">${field}${inside}${operator}${kind}${value}</div>`, {
    fresh: row === null,
    parts,
  });
}

/** @param {string} name @param {{ match: string, rows: FlatCondition[] }} flat @param {(key: string) => string} t */
function matchControl(name, { match }, t) {
  return html`<select class="form-select mb-2" name="${name}.match" aria-label="${t('settingsForm.match')}" data-pl-match>${choices(['all', 'any'], 'settingsForm.match', match, t)}</select>`;
}

/**
 * @param {readonly string[]} values
 * @param {string} prefix
 * @param {string | undefined} chosen
 * @param {(key: string) => string} t
 */
function choices(values, prefix, chosen, t) {
  return values.map(
    (value) =>
      html`<option value="${value}"${value === chosen ? html` selected` : ''}>${t(`${prefix}.${value}`)}</option>`,
  );
}
