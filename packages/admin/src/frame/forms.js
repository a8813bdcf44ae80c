import { attrs, html } from '@plinth/plugin';
import { ALERT } from './form-alert.js';
import { expectField } from './expect-field.js';
import { noErrors } from './form-errors.js';
import { formControls } from './settings.js';
import { smallParts } from './small-parts.js';

/** @import { Html, SettingsSchema, Table, Values } from '@plinth/plugin' */
/** @import { Request } from '@plinth/server/types' */
/** @import { Tried } from './routes.js' */

/**
 * @typedef {object} FormTag
 * @property {string} [action]
 * @property {'post' | 'get' | 'dialog' | null} [method] default: post; null: scripts alone send it
 * @property {string} [class]
 * @property {string} [id]
 * @property {string} [says] what it is called for screen readers
 * @property {string} [confirm] what is asked before it is sent
 * @property {boolean} [upload] it holds files
 * @property {Record<string, unknown>} [fields] what is sent along unseen, of a list each; null and undefined are not
 * @property {Record<string, string | boolean | null | undefined>} [attrs] further attributes
 */

/** The beginning of a form. @param {FormTag} tag @returns {Html} */
export function openForm({ action, method = 'post', id, says, confirm, upload, fields = {}, ...tag }) {
  const own = { method, action, class: tag.class, id };
  const more = { 'aria-label': says, enctype: upload ? 'multipart/form-data' : null, 'data-confirm': confirm };
  return html`<form${attrs({ ...own, ...more, ...tag.attrs })}>${hiddenFields(fields)}`;
}

/** @param {Record<string, unknown>} fields */
const hiddenFields = (fields) =>
  Object.entries(fields)
    .flatMap(([name, value]) => [value].flat().map((one) => /** @type {const} */ ([name, one])))
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => html`<input type="hidden"${attrs({ name, value: String(value) })}>`);

/** @param {FormTag} tag @param {unknown} content @returns {Html} */
export const formTag = (tag, content) => html`${openForm(tag)}${content}</form>`;

/**
 * @typedef {object} FormCard
 * @property {string} action
 * @property {string} submit the button
 * @property {unknown} [controls] above those of the schema
 * @property {SettingsSchema} [schema] what is filled in
 * @property {Values} [values] what is stored
 * @property {readonly string[]} [others] see formControls
 * @property {Tried} [tried] with it, the form has the page's alert, and what was typed
 * @property {unknown} [below] what stands below them
 * @property {string} [heading]
 * @property {string | undefined} [of] the id of the object that it changes, so that changes by others are noticed
 * @property {Table | null} [table] that its settings are about
 * @property {boolean} [alert] whether it contains the page's alert; default: yes
 * @property {string} [cancel] an address
 * @property {{ url: string, label: string, asks?: boolean }} [remove] the link to its deletion; asks: in a dialog, for rows
 * @property {unknown} [more] further buttons
 * @property {unknown} [end] content after all buttons
 * @property {boolean} [upload]
 * @property {string} [class]
 */

/**
 * A choice of a filter, by keys; any: what no choice is called. @typedef {{ name: string, label: string, any: string, options: readonly { value: string, label: string }[] }} Choice
 */

/** Of a form that finds something. @type {FormTag} */
const FINDS = { method: 'get', attrs: { role: 'search' } };

/** @returns {Tried} */
const opened = () => ({ form: null, errors: noErrors() });

/** The forms that recur, with the texts and icons of a request. @param {Request} req */
export function formParts(req) {
  const { t, icon } = smallParts(req);

  /** The options of a select. @param {readonly { value: string, label: string }[]} choices @param {string | null} [chosen] */
  const options = (choices, chosen) =>
    html`${choices.map(({ value, label }) => html`<option${attrs({ value, selected: value === chosen })}>${label}</option>`)}`;

  /**
   * A button that posts.
   *
   * @param {string} action @param {unknown} label
   * @param {{ style?: string, says?: string, confirm?: string, name?: string, value?: string, form?: string,
   *   fields?: Record<string, unknown> }} [options] says: text for screen readers; form: its class
   */
  const post = (action, label, { style = 'btn btn-sm', says, confirm, name, value, form: looks, fields } = {}) =>
    formTag(
      { action, class: looks, confirm, fields },
      html`<button${attrs({ class: style, name, value, 'aria-label': says })}>${label}</button>`,
    );

  /** A button at the end of a line that deletes what it names. @param {string} action @param {string} name @param {{ style?: string, confirm?: string }} [options] */
  const bin = (action, name, { style = 'btn btn-icon btn-ghost-danger', confirm } = {}) =>
    post(action, icon('trash'), { style, says: t('admin.deleteNamed', { name }), confirm });

  /** The submit button of a form, and the cancel link. @param {string} submit @param {string} [cancel] @param {unknown[]} others */
  const saveButtons = (submit, cancel, ...others) => {
    const save = html`<button class="btn btn-primary">${submit}</button>`;
    const rest = html`${others[0]}${cancel && html`<a class="btn" href="${cancel}">${t('admin.cancel')}</a>`}${others.slice(1)}`;
    return rest.text ? html`<div class="btn-list">${save}${rest}</div>` : save;
  };

  /** A form in a card. @param {FormCard} form */
  const form = ({ submit, controls, heading, of, table, alert = true, cancel, remove, more, end, ...rest }) => {
    const { schema, values, tried, others, below, ...tag } = rest;
    const filled = schema && formControls(req, tried ?? opened(), schema, values, { others, table });
    const removal =
      remove &&
      html`<a class="btn btn-ghost-danger ms-auto"${attrs({ href: remove.url, 'data-pl-delete': remove.asks ? '' : null })}>${icon('trash')} ${remove.label}</a>`;
    return formTag(
      { class: 'card adm-form', ...tag },
      html`${heading && html`<div class="card-header"><h2 class="card-title">${heading}</h2></div>`}
      <div class="card-body">${alert && ALERT}${expectField(req.ctx.catalog, of, tried?.form?.get('expect'))}${controls}${filled}${below}${saveButtons(submit, cancel, more, removal, end)}</div>`,
    );
  };

  /** A form of one line: its control and its button. @param {{ action: string, submit: unknown, fields?: Record<string, unknown> }} form @param {unknown} control */
  const lineForm = ({ submit, ...tag }, control) =>
    html`<div class="card adm-new mb-3">${formTag({ class: 'card-body adm-inline', ...tag }, html`${control}<button class="btn btn-primary">${submit}</button>`)}</div>`;

  /** The box above a list, by the key of what it is called. @param {string} [label] @param {string} [style] */
  const search = (label = 'admin.filter', style = 'mb-3') =>
    formTag({ ...FINDS, class: style }, searchBox(req, t(label)));

  /** What narrows a list: a box for words if it has a name, and choices. @param {{ words?: string, choices: readonly (Choice | false)[], fields?: Record<string, unknown> }} filter */
  const filters = ({ words, choices, fields }) =>
    formTag(
      { ...FINDS, class: 'adm-filters d-flex gap-2 mb-3', fields },
      html`${words && searchBox(req, t(words))}${choices.map(
        (one) =>
          one &&
          html`<select class="form-select" name="${one.name}" aria-label="${t(one.label)}">${options(
            [{ value: '', label: one.any }, ...one.options].map(({ value, label }) => ({ value, label: t(label) })),
            req.query.get(one.name) ?? '',
          )}</select>`,
      )}<button class="btn">${t('admin.outbox.filter')}</button>`,
    );

  return { options, post, bin, saveButtons, form, lineForm, search, filters, openForm, formTag };
}

/** @param {Request} req @param {string} label */
const searchBox = ({ query }, label) =>
  html`<input class="form-control" type="search" name="q"${attrs({ value: query.get('q') ?? '', 'aria-label': label, placeholder: label })}>`;
