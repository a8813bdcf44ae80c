import { attrs, checkSettings, html, LAYOUT_SIZES, NODE_AT } from '@plinth/plugin';
import { checked, explained } from '../frame/index.js';

/** @import { Html, Node, Translate, Row, Values } from '@plinth/plugin' */
/** @import { Form, Request } from '../types.d.ts' */

/** Not offered where the element has no box of its own to place. */
const WITHOUT_BOX = new Set(['tab']);

/**
 * Width, order and visibility of a node on phones, tablets and desktops, as a small table of controls.
 *
 * @param {Request} req @param {Node} node @param {Record<string, string>} errors by control name
 * @param {{ values?: Row, around?: (table: Html) => Html }} [options] values: as typed, if the form is
 *   shown again; around: what stands with the table
 * @returns {Html | ''}
 */
export function atControls(req, node, errors, { values = node.at ?? {}, around = (table) => table } = {}) {
  if (WITHOUT_BOX.has(node.type)) return '';
  const wrong = Object.keys(errors).filter((name) => name.startsWith('at.'));
  for (const name of wrong) explained(req).add(errors[name]);
  const { t } = req.ctx;
  const isOpen = wrong.length > 0 || Object.keys(values).length > 0;
  const cell = (/** @type {string} */ size, /** @type {string} */ name) => {
    const path = `at.${size}.${name}`;
    const label = `${t(`admin.at.${name}`)} (${t(`admin.at.${size}`)})`;
    const value = values[size]?.[name];
    const common = { id: `s-${path}`, name: path, 'aria-label': label, 'aria-invalid': errors[path] ? 'true' : null };
    if (name === 'hidden')
      return html`<input class="form-check-input" type="checkbox" value="true"${attrs({ ...common, checked: value === true })}>`;
    const { min, max } = NODE_AT.find((one) => one.name === name) ?? {};
    return html`<input class="form-control form-control-sm" type="number" step="1"${attrs({ ...common, min, max, value: value ?? '', placeholder: t(`admin.at.${name}None`) })}>`;
  };
  return html`<details class="adm-more adm-at"${isOpen ? html` open` : ''}><summary>${t('admin.at.title')}</summary>
    <input type="hidden" name="at.open" value="1">${around(
      html`<table class="adm-at-table w-100 mb-2"><thead><tr><td></td>${LAYOUT_SIZES.map(
        (size) => html`<th scope="col">${t(`admin.at.${size}`)}</th>`,
      )}</tr></thead><tbody>${NODE_AT.map(
        ({ name }) =>
          html`<tr><th scope="row">${t(`admin.at.${name}`)}</th>${LAYOUT_SIZES.map((size) => html`<td>${cell(size, name)}</td>`)}</tr>`,
      )}</tbody></table>`,
    )}${wrong.map(
      (name) => html`<div class="invalid-feedback d-block" id="s-${name}-error">${errors[name]}</div>`,
    )}<p class="form-hint">${t('admin.at.help')}</p></details>`;
}

/**
 * What a form says about them: checked, without defaults.
 *
 * @param {Form} form @param {Translate} t
 * @returns {{ at: Node['at'], errors: Record<string, string>, typed: Record<string, unknown> }} typed: all of it, as it was
 */
export function readAt(form, t) {
  /** @type {Record<string, string>} */
  const errors = {};
  const sizes = LAYOUT_SIZES.map((size) => {
    const prefix = `at.${size}.`;
    const given = Object.fromEntries(NODE_AT.map(({ name }) => [name, (form.get(prefix + name) ?? '').trim()]));
    const one = checked(NODE_AT, given, t, prefix);
    Object.assign(errors, one.errors);
    const good = NODE_AT.filter(({ name }) => !errors[prefix + name]).map(({ name }) => [name, given[name]]);
    return [size, usual(checkSettings(NODE_AT, Object.fromEntries(good)))];
  });
  const at = Object.fromEntries(sizes.filter(([, one]) => Object.keys(one).length > 0));
  const typed = Object.fromEntries(
    LAYOUT_SIZES.map((size) => {
      const text = (/** @type {string} */ name) => form.get(`at.${size}.${name}`) ?? '';
      return [size, { width: text('width'), order: text('order'), hidden: text('hidden') === 'true' }];
    }),
  );
  return { at: Object.keys(at).length > 0 ? at : undefined, errors, typed };
}

/** @param {Values} one of a size */
const usual = ({ width, order, hidden }) => ({
  ...(width && { width }),
  ...(order && { order }),
  ...(hidden && { hidden }),
});
