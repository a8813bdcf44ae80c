import { attrs, html } from '@plinth/plugin';
import { roleLabel } from './role-labels.js';
import { ALERT } from './form-alert.js';

/** @import { Html } from '@plinth/plugin' */
/** @import { Request } from '@plinth/server/types' */

/**
 * A column of a table: `folds` puts its heading before its value on a phone.
 *
 * @template T
 * @typedef {{ label: string, cell: (row: T) => unknown, class?: string, hidden?: boolean, folds?: boolean }} Column
 */

/**
 * @typedef {object} FormCard
 * @property {string} action
 * @property {string} submit the button
 * @property {unknown} controls
 * @property {string} [heading]
 * @property {unknown} [expect] the field that detects changes by others
 * @property {boolean} [alert] whether it contains the page's alert; default: yes
 * @property {string} [cancel] an address
 * @property {{ url: string, label: string, asks?: boolean }} [remove] the link to its deletion; asks: in a dialog, for rows
 * @property {unknown} [more] further buttons
 * @property {unknown} [end] content after all buttons
 * @property {boolean} [upload]
 * @property {string} [class]
 */

/** The building blocks of screens, with the texts and icons of a request. @param {Request} req */
export const partsFor = (req) => ({ ...smallParts(req), ...listParts(req), ...formParts(req) });

/** @param {Request} req */
function smallParts(req) {
  const { t, app } = req.ctx;
  const icon = (/** @type {string} */ name) => app.views.icon(name);
  const hidden = (/** @type {string} */ text) => html`<span class="visually-hidden">${text}</span>`;

  /** @param {string} name @param {string} title @param {unknown} [help] */
  const empty = (name, title, help) => html`<div class="empty"><div class="empty-icon">${icon(name)}</div>
    <p class="empty-title">${title}</p>${help && html`<p class="empty-subtitle text-secondary">${help}</p>`}</div>`;

  /** @param {string | number} text @param {string} [style] */
  const badge = (text, style = '') => html`<span class="badge${style && ` ${style}`}">${text}</span>`;

  /** Who may see something; only admins if no role is named. @param {readonly string[]} roles */
  const roleBadges = (roles) =>
    html`<div class="adm-badges">${
      roles.length === 0 && html`<span class="badge">${icon('lock')} ${t('admin.onlyAdmins')}</span>`
    }${roles.map((role) => badge(roleLabel(req, role)))}</div>`;

  /** A link and the name behind it. @param {string} url @param {string} label @param {string} name */
  const named = (url, label, name) =>
    html`<a href="${url}">${label}</a> <code class="text-secondary fw-normal">${name}</code>`;

  /** Opens something on the site. @param {string} url @param {string} name @param {string} [style] */
  const openButton = (url, name, style = 'btn-sm ') =>
    html`<a class="btn btn-icon ${style}btn-ghost-secondary" href="${url}" aria-label="${t('admin.openNamed', { name })}">${icon('external-link')}</a>`;

  /** Whether something is allowed or true, as an icon with a text for screen readers. @param {boolean} holds */
  const mark = (holds) => html`${icon(holds ? 'check' : 'x')}${hidden(t(holds ? 'admin.yes' : 'admin.no'))}`;

  /** A table heading for each text. @param {string[]} texts */
  const headings = (...texts) =>
    html`<thead><tr>${texts.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>`;

  return { t, icon, hidden, mark, headings, empty, badge, roleBadges, named, openButton };
}

/** @param {Request} req */
function listParts(req) {
  const { t, hidden } = smallParts(req);

  /** The box above a list. @param {string} label @param {string} [placeholder] */
  const search = (label, placeholder = label) => html`<form class="mb-3" method="get" role="search">
    <input class="form-control" type="search" name="q"${attrs({ value: req.query.get('q') ?? '', 'aria-label': label, placeholder })}></form>`;

  /** The button below a list that continues. @param {string | null} after @param {string} [style] */
  const more = (after, style = 'mb-4') =>
    after &&
    html`<a class="btn ${style}" href="?after=${encodeURIComponent(after)}&q=${encodeURIComponent(req.query.get('q') ?? '')}">${t('admin.more')}</a>`;

  /** @param {{ label: string, hidden?: boolean }} column */
  const heading = (column) => html`<th scope="col">${column.hidden ? hidden(column.label) : column.label}</th>`;

  /**
   * A table in a card; the first column names the row.
   *
   * @template T
   * @param {string} caption @param {Column<T>[]} columns @param {readonly T[]} rows
   * @param {{ style?: string, none?: string }} [options] none: shown if there are no rows
   */
  const table = (
    caption,
    [first, ...columns],
    rows,
    { style = 'mb-4', none } = {},
  ) => html`<div class="card${style && ` ${style}`}">
    <div class="table-responsive"><table class="table adm-list adm-folds mb-0"><caption class="visually-hidden">${caption}</caption>
    <thead><tr>${[first, ...columns].map(heading)}</tr></thead>
    <tbody>${rows.map(
      (row) =>
        html`<tr><th scope="row">${first.cell(row)}</th>${columns.map(
          (column) =>
            html`<td${attrs({ class: column.class, 'data-label': column.folds && `${column.label}: ` })}>${column.cell(row)}</td>`,
        )}</tr>`,
    )}${rows.length === 0 && none && html`<tr><td colspan="${columns.length + 1}" class="text-secondary">${none}</td></tr>`}</tbody>
    </table></div></div>`;

  /** Lines in a card. @param {unknown[]} lines @param {string} [style] @param {string} [listStyle] */
  const list = (lines, style = '', listStyle = '') =>
    html`<div class="card${style && ` ${style}`}"><ul class="list-group list-group-flush${listStyle && ` ${listStyle}`}">${lines}</ul></div>`;

  /** A line with something at both ends. @param {unknown} content @param {string} [style] */
  const line = (content, style = '') =>
    html`<li class="list-group-item d-flex align-items-center gap-3${style && ` ${style}`}">${content}</li>`;

  return { search, more, table, list, line };
}

/** @param {Request} req */
function formParts(req) {
  const { t, icon } = smallParts(req);

  /**
   * The options of a select.
   *
   * @param {readonly { value: string, label: string }[]} choices @param {string | null} [chosen]
   */
  const options = (choices, chosen) =>
    html`${choices.map(({ value, label }) => html`<option${attrs({ value, selected: value === chosen })}>${label}</option>`)}`;

  /**
   * A button that posts.
   *
   * @param {string} action @param {unknown} label
   * @param {{ style?: string, says?: string, confirm?: string, name?: string, value?: string, form?: string, fields?:
   *   Record<string, unknown> }} [options]
   *   says: text for screen readers
   */
  const post = (action, label, { style = 'btn btn-sm', says, confirm, name, value, form, fields = {} } = {}) =>
    html`<form method="post"${attrs({ action, class: form, 'data-confirm': confirm })}>${Object.entries(fields).map(
      ([field, one]) => html`<input type="hidden"${attrs({ name: field, value: String(one) })}>`,
    )}<button${attrs({ class: style, name, value, 'aria-label': says })}>${label}</button></form>`;

  /**
   * The submit button of a form, and the cancel link.
   *
   * @param {string} submit @param {string} [cancel] @param {unknown[]} others
   */
  const saveButtons = (submit, cancel, ...others) => {
    const save = html`<button class="btn btn-primary">${submit}</button>`;
    const rest = html`${others[0]}${cancel && html`<a class="btn" href="${cancel}">${t('admin.cancel')}</a>`}${others.slice(1)}`;
    return rest.text ? html`<div class="btn-list">${save}${rest}</div>` : save;
  };

  /** A form in a card. @param {FormCard} form */
  const form = ({
    action,
    submit,
    controls,
    heading: title,
    expect,
    alert = true,
    cancel,
    remove,
    more: second,
    end,
    ...rest
  }) => {
    const isUpload = rest.upload && 'multipart/form-data';
    const removal =
      remove &&
      html`<a class="btn btn-ghost-danger ms-auto"${attrs({ href: remove.url, 'data-pl-delete': remove.asks ? '' : null })}>${icon('trash')} ${remove.label}</a>`;
    return html`<form method="post"${attrs({ class: rest.class ?? 'card adm-form', action, enctype: isUpload })}>
      ${title && html`<div class="card-header"><h2 class="card-title">${title}</h2></div>`}
      <div class="card-body">${alert && ALERT}${expect}${controls}${saveButtons(submit, cancel, second, removal, end)}</div></form>`;
  };

  return { options, post, saveButtons, form };
}
