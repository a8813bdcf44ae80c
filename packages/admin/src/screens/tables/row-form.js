import { createReadStream } from 'node:fs';
import { html, mayAddChoices } from '@plinth/plugin';
import { newChoice, readControl, typedChoices, withNewChoice } from '@plinth/views';
import { defaultNow } from '../../expressions/try-expression.js';
import { explained } from '../../frame/index.js';
import { editCell } from './cells.js';
import { knownFields } from './known-fields.js';

/** @import { Field, Html, Table, Row, Values } from '@plinth/plugin' */
/** @import { App, Form, Request } from '../../types.d.ts' */

/** @param {App} app @param {Table} table */
export const editableFields = (app, table) => knownFields(app.registry, table).filter((field) => !field.auto);

/**
 * The controls of a row's form, with the stored or the submitted values.
 *
 * @param {App} app @param {Request} req @param {Table} table
 * @param {{ id: string | null, values: Row | null, errors: Record<string, string>, only?: readonly
 *   Field[] }} model
 *   only: these fields instead of all
 * @returns {Promise<{ controls: Html[], scripts: string[], styles: string[], found: boolean, seen: string | null, title: string }>} seen:
 *   when the row was last changed; title: its label
 */
export async function rowControls(app, req, table, { id, values, errors, only = editableFields(app, table) }) {
  const cells = only.map((field) =>
    editCell(app, table, field, {
      id: `row-${field.name}`,
      error: errors[field.name] ?? null,
      describedBy: notesOf(field, errors),
      typed: values ? values[field.name] : id === null ? defaultOf(req, field) : undefined,
    }),
  );
  const stamp = table.fields.find((field) => field.auto === 'updated_at');
  const select = [
    ...cells.flatMap((cell) => cell.select),
    ...(stamp && id !== null ? [{ as: 'seen', field: stamp.name }] : []),
    ...(id !== null ? titleOf(table) : []),
  ];
  const row = await rowFor(req, table, id, select);
  return {
    controls: row
      ? cells.map(({ field, control, render }) => {
          const input = html`${render(req, row)}${choiceToAdd(req, table, field, values)}`;
          const error = errors[field.name];
          if (error && control !== 'hidden') explained(req).add(error);
          return labelled(field, control, input, error);
        })
      : [],
    scripts: [...new Set(cells.flatMap((cell) => cell.scripts))],
    styles: [...new Set(cells.flatMap((cell) => cell.styles))],
    found: Boolean(row),
    seen: row?.seen ?? null,
    title: typeof row?.title === 'string' ? row.title.trim().slice(0, 200) : '',
  };
}

/** What the controls of fields want from the page. @param {App} app @param {Table} table @param {readonly Field[]} fields */
export function assetsOf(app, table, fields) {
  const cells = fields.map((field) => editCell(app, table, field, { id: '', error: null, describedBy: '' }));
  return {
    scripts: [...new Set(cells.flatMap((cell) => cell.scripts))],
    styles: [...new Set(cells.flatMap((cell) => cell.styles))],
  };
}

/**
 * The label of a row; nothing if no field provides it.
 *
 * @param {Table} table
 * @returns {import('@plinth/plugin').Select[]}
 */
function titleOf({ display, hasField, field }) {
  if (!display || !hasField(display)) return [];
  return [{ as: 'title', field: display, ...(field(display).target ? { label: true } : {}) }];
}

/**
 * The row's values and choices; for a new row only the choices.
 *
 * @param {Request} req @param {Table} table @param {string | null} id @param {import('@plinth/plugin').Select[]} select
 * @returns {Promise<Values | undefined>}
 */
async function rowFor(req, table, id, select) {
  if (id === null) {
    const choices = select.filter((one) => 'choices' in one);
    if (!choices.length) return { id: null };
    const [result] = await req.ctx.select([{ spec: { table: null, select: choices }, params: {} }]);
    return result.rows[0] ?? { id: null };
  }
  const key = table.key === 'identity' ? Number(id) : id;
  const spec = {
    table: table.name,
    select,
    where: { field: 'id', op: /** @type {const} */ ('eq'), value: { param: 'id' } },
    limit: 1,
  };
  const [result] = await req.ctx.select([{ spec, params: { id: key } }]);
  return result.rows[0];
}

/** @param {Request} req @param {Field} field */
function defaultOf(req, field) {
  const value = /** @type {Values} */ (field.default);
  if (value?.user) return req.ctx.actor.userId;
  if (field.type !== 'json' && typeof value?.expression === 'string') return defaultNow(req, value.expression);
  if (!value?.now) return value ?? null;
  const { hasDay, hasTime } = field.traits;
  if (!hasTime) return defaultNow(req, 'today');
  return !hasDay ? String(defaultNow(req, 'time(now)')).slice(0, 5) : new Date().toISOString();
}

/** @param {Request} req @param {Table} table @param {Field} field @param {Values | null} typed */
function choiceToAdd({ ctx: { actor, t } }, table, field, typed) {
  if (!mayAddChoices(table, field, actor)) return null;
  return newChoice({ name: field.name, id: `row-${field.name}`, label: field.label, typed: typed ?? {}, t });
}

/** @param {Field} field @param {Record<string, string>} errors */
function notesOf(field, errors) {
  const ids = [errors[field.name] && `row-${field.name}-error`, field.description && `row-${field.name}-help`];
  return ids.filter(Boolean).join(' ') || null;
}

/** @param {Field} field @param {string | undefined} control @param {Html} input @param {string | undefined} error */
function labelled(field, control, input, error) {
  const id = `row-${field.name}`;
  const star = field.required && html`&nbsp;<span class="text-danger" aria-hidden="true">*</span>`;
  const notes = html`${error && html`<div class="invalid-feedback d-block" id="${id}-error">${error}</div>`}${
    field.description && html`<div class="form-text" id="${id}-help">${field.description}</div>`
  }`;
  if (control === 'hidden') return input;
  if (control === 'check')
    return html`<div class="mb-3"><div class="form-check">${input}<label class="form-check-label" for="${id}">${field.label}${star}</label></div>${notes}</div>`;
  if (control === 'group')
    return html`<fieldset class="mb-3"><legend class="form-label">${field.label}${star}</legend>${input}${notes}</fieldset>`;
  return html`<div class="mb-3"><label class="form-label" for="${id}">${field.label}${star}</label>${input}${notes}</div>`;
}

/**
 * The row in a submitted form: only fields that the form had, with uploaded files stored and replaced by their ids.
 *
 * @param {App} app @param {Request} req @param {Table} table @param {Form} form
 * @returns {Promise<Record<string, unknown>>}
 */
export async function readRow(app, req, table, form) {
  /** @type {Record<string, unknown>} */
  const values = {};
  const read = (/** @type {Field} */ field, /** @type {any} */ sent) =>
    field.traits.hasDay ? readControl(sent, field, req.ctx.formats) : sent;
  for (const field of editableFields(app, table)) {
    const uploads = form.files.filter((upload) => upload.field === field.name && upload.size > 0);
    /** @type {string[]} */
    const ids = [];
    for (const upload of uploads) {
      const file = await app.data.files.add(req.ctx.actor, createReadStream(upload.path), {
        name: upload.name,
        mime: upload.mime,
        field: { table: table.name, field: field.name },
      });
      ids.push(file.id);
    }
    if (field.attributes.several && form.has(field.name)) values[field.name] = [...form.all(field.name), ...ids];
    else if (ids.length > 0) values[field.name] = ids[0];
    else if (form.has(field.name)) values[field.name] = read(field, form.values[field.name]);
  }
  for (const { field: name } of choicesIn(app, table, form)) {
    const field = table.field(name);
    const chosen = readControl(form.values[name] ?? '', field, req.ctx.formats);
    values[name] = withNewChoice(chosen, field, form.values, name);
  }
  return values;
}

/** New choices that were typed in a submitted form. @param {App} app @param {Table} table @param {Form} form */
export const choicesIn = (app, table, form) => typedChoices(table, editableFields(app, table), form.values);
