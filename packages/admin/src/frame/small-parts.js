import { attrs, html } from '@plinth/plugin';
import { roleLabel } from './role-labels.js';

/** @import { Request } from '@plinth/server/types' */

/** Icons, badges, marks and what is shown where nothing is, with the texts of a request. @param {Request} req */
export function smallParts(req) {
  const { t, app, formats } = req.ctx;
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

  /** How long ago, and the exact time on pointing at it. @param {string | null | undefined} at @param {string} [style] */
  const when = (at, style) =>
    at &&
    html`<time${attrs({ class: style, datetime: new Date(at).toISOString(), title: formats.dateTime(at) })}>${formats.relative(at)}</time>`;

  /** Whether something is allowed or true, as an icon with a text for screen readers. @param {boolean} holds */
  const mark = (holds) => html`${icon(holds ? 'check' : 'x')}${hidden(t(holds ? 'admin.yes' : 'admin.no'))}`;

  /** A table heading for each text. @param {string[]} texts */
  const headings = (...texts) =>
    html`<thead><tr>${texts.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>`;

  return { t, icon, hidden, mark, headings, empty, badge, roleBadges, named, openButton, when };
}
