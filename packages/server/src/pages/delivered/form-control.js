/** @import { Field, Html, Table } from '@plinth/plugin' */
/** @import { App, Form, Request } from '../../types.d.ts' */
import { createReadStream } from 'node:fs';
import { checkSettings, html } from '@plinth/plugin';
import { readControl, searchName } from '@plinth/views';
import { ID, labelled } from './cell-control.js';
import { takeFound } from './look-up-choices.js';

/**
 * The control that forms have for a field, for a value that several rows get.
 *
 * @param {App} app @param {Request} req
 * @param {{ table: Table, field: Field, value: unknown, error: string | null, more: Html | null }} model more: below the control
 * @returns {Promise<{ control: Html, scripts: readonly string[], styles: readonly string[] }>}
 */
export async function formControl(app, req, { table, field, value, error, more }) {
  const { env } = req.ctx;
  const view = app.registry.fieldView(app.registry.fieldType(field.type).views.edit);
  const config = checkSettings(view.settings, {});
  const needed = await neededBy(app, req, { table, field, value }, view.needs?.(field, config) ?? []);
  const input = view.render({
    name: 'value',
    id: ID,
    value,
    needed,
    field,
    config,
    error,
    describedBy: error ? `${ID}-error` : null,
    required: false,
    row: { [field.name]: value },
    rowId: null,
    env,
    choicesUrl: `${req.path}?${new URLSearchParams({ field: field.target === 'files' ? `${table.name}.${field.name}` : field.name })}`,
  });
  return {
    control: labelled(field.label, html`${input}${more}`, error, { isGroup: view.control === 'group' }),
    scripts: view.scripts ?? [],
    styles: view.styles ?? [],
  };
}

/**
 * The choices of a field that points at rows, and the labels of those that were chosen.
 *
 * @param {App} app @param {Request} req @param {{ table: Table, field: Field, value: unknown }} asked
 * @param {readonly import('@plinth/plugin').Need[]} needs
 * @returns {Promise<Record<string, unknown>>}
 */
async function neededBy(app, req, { table, field, value }, needs) {
  const need = needs.find((one) => 'choices' in one);
  if (!need || !('choices' in need)) return {};
  const limit = need.limit ?? 100;
  const choices = await app.data.rows.choices(req.ctx.actor, table.name, field.name, { search: '', limit });
  const chosen = [value ?? []].flat().map(String);
  const missing = chosen.filter(
    (key) => !choices.some((/** @type {{ value: unknown }} */ one) => String(one.value) === key),
  );
  return { choices, label: missing.length > 0 ? await labelsOf(req, field, missing) : null };
}

/** @param {Request} req @param {Field} field @param {string[]} keys @returns {Promise<Record<string, unknown>[]>} */
async function labelsOf(req, field, keys) {
  const table = req.ctx.catalog.table(/** @type {string} */ (field.target));
  const { display } = table;
  const ids = table.key === 'identity' ? keys.filter((key) => /^\d{1,15}$/.test(key)).map(Number) : keys;
  if (!display || !table.hasField(display) || ids.length === 0) return [];
  const label = {
    as: 'label',
    field: display,
    ...(table.field(display).target && { label: /** @type {const} */ (true) }),
  };
  const where = { field: 'id', op: /** @type {const} */ ('in'), value: { param: 'ids' } };
  const spec = { table: table.name, select: [{ as: 'value', field: 'id' }, label], where, limit: ids.length };
  const [{ rows }] = await req.ctx.select([{ spec: { ...spec, leaveOut: true }, params: { ids } }]);
  return rows;
}

/**
 * What such a control sent, with uploaded files stored.
 *
 * @param {App} app @param {Request} req @param {{ table: Table, field: Field }} asked @param {Form} form
 * @returns {Promise<{ value: unknown, error: string | null }>} value: null for nothing
 * @throws {import('@plinth/plugin').AppError} of a file that is refused
 */
export async function valueIn(app, req, { table, field }, form) {
  const { actor, address, formats, t } = req.ctx;
  const ids = form.all('value');
  for (const { field: control, name, mime, path, size } of form.files) {
    if (control !== 'value' || size === 0 || field.target !== 'files') continue;
    const at = { table: table.name, field: field.name };
    const file = await app.data.files.add(actor, createReadStream(path), { name, mime, field: at, address });
    ids.push(file.id);
  }
  // Without scripts, a row is also meant by a text beside the list.
  const words = form.get(searchName('value'))?.trim() ?? '';
  const choices = words ? await app.data.rows.choices(actor, table.name, field.name, { search: words, limit: 20 }) : [];
  /** @type {import('./look-up-choices.js').Found} */
  const found = {};
  if (words) found.value = { words, choices };
  const { values, errors } = takeFound(found, { value: ids.length > 0 ? ids : '' }, () => true, t);
  const value = readControl(values.value, field, formats);
  return { value: value.length > 0 ? value : null, error: errors.value ?? null };
}
