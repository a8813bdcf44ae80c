import { attrs, dateControl, html } from '@plinth/plugin';

/** @import { Formats, Html, Translate } from '@plinth/plugin' */

/**
 * @typedef {object} Control
 * @property {string} name
 * @property {string} label
 * @property {string} [type] text (default), email, password, number, date, url, search, textarea, select, checkbox,
 *   switch, checks, file, color
 * @property {any} [value]
 * @property {string} [help]
 * @property {string} [error]
 * @property {boolean} [required]
 * @property {readonly { value: string, label: string }[]} [options] of select and checks
 * @property {Record<string, string | number | boolean | null | undefined>} [attrs] further attributes of the input
 * @property {string} [id]
 * @property {readonly string[]} [shown] for checks in a form with errors: what was ticked when the form was opened
 * @property {string} [was] for an input: what it was opened with, in a form that others may have open as well
 * @property {{ t: Translate, formats: Formats }} [env] for a date, which is read and shown as its reader writes dates
 * @property {boolean} [bare] the label is for screen readers only
 */

/**
 * A labelled control with its help and its error, linked for screen readers.
 *
 * @param {Control} control @returns {Html}
 */
export function control(control) {
  const id = control.id ?? `f-${control.name.replaceAll(/[^a-z0-9_-]/gi, '-')}`;
  if (control.type === 'checkbox' || control.type === 'switch') return tick(control, id);
  if (control.type === 'checks') return checks(control, id);
  return html`<div class="mb-3">
    <label class="form-label${control.bare ? ' visually-hidden' : ''}" for="${id}">${control.label}${mark(control)}</label>
    ${control.was !== undefined && html`<input type="hidden" name="was.${control.name}" value="${control.was}">`}
    ${input(control, id)}${notes(control, id)}
  </div>`;
}

/** @param {Control} control */
const mark = (control) => control.required && html`&nbsp;<span class="text-danger" aria-hidden="true">*</span>`;

/** @param {Control} control @param {string} id */
function described(control, id) {
  const ids = [control.error && `${id}-error`, control.help && `${id}-help`].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || null, 'aria-invalid': control.error ? 'true' : null };
}

/** @param {Control} control @param {string} id */
function notes(control, id) {
  return html`${control.error && html`<div class="invalid-feedback d-block" id="${id}-error">${control.error}</div>`}${
    control.help && html`<div class="form-text" id="${id}-help">${control.help}</div>`
  }`;
}

/** @param {Control} control @param {string} id */
function input(control, id) {
  const { name, type = 'text', value, required, options = [] } = control;
  const bad = control.error ? ' is-invalid' : '';
  const common = { id, name, required, ...described(control, id), ...control.attrs };
  if (type === 'textarea')
    return html`<textarea class="form-control${bad}"${attrs({ rows: 3, ...common })}>
${value}</textarea>`;
  if (type === 'select')
    return html`<select class="form-select${bad}"${attrs(common)}>${options.map((option) => choice(option, value))}</select>`;
  if (type === 'date' && control.env)
    return dateControl(value ?? '', control.env, { attributes: { class: `form-control${bad}`, ...common } });
  const extra = type === 'color' ? ' form-control-color' : '';
  return html`<input class="form-control${bad}${extra}"${attrs({ type, value: type === 'file' ? null : (value ?? ''), ...common })}>`;
}

/** @param {{ value: string, label: string }} option @param {unknown} value */
export function choice(option, value) {
  const selected = String(option.value) === String(value ?? '');
  return html`<option${attrs({ value: option.value, selected })}>${option.label}</option>`;
}

/** @param {Control} control @param {string} id */
function tick(control, id) {
  const kind = control.type === 'switch' ? ' form-switch' : '';
  const extra = {
    id,
    name: control.name,
    checked: Boolean(control.value),
    ...described(control, id),
    ...control.attrs,
  };
  return html`<div class="mb-3"><div class="form-check${kind}">
    <input class="form-check-input" type="checkbox" value="true"${attrs(extra)}>
    <label class="form-check-label" for="${id}">${control.label}</label>
  </div>${notes(control, id)}</div>`;
}

/** @param {Control} control @param {string} id */
function checks(control, id) {
  const chosen = new Set([control.value ?? []].flat().map(String));
  const shown = control.shown ?? (control.options ?? []).map(({ value }) => value).filter((value) => chosen.has(value));
  return html`<fieldset class="mb-3"${attrs(described(control, id))}>
    <legend class="form-label${control.bare ? ' visually-hidden' : ''}">${control.label}${mark(control)}</legend>
    ${['', ...shown].map((one) => html`<input type="hidden" name="shown.${control.name}" value="${one}">`)}
    <div class="adm-checks">${(control.options ?? []).map(
      (option, i) => html`<div class="form-check">
        <input class="form-check-input" type="checkbox"${attrs({ id: `${id}-${i}`, name: control.name, value: option.value, checked: chosen.has(option.value) })}>
        <label class="form-check-label" for="${id}-${i}">${option.label}</label>
      </div>`,
    )}</div>${notes(control, id)}
  </fieldset>`;
}
