import { EVENT_GROUPS } from '@plinth/data';
import { dateControl, html, readTypedDate } from '@plinth/plugin';
import { select, text } from '@plinth/plugin/settings';
import { column, formTag, listScreen, partsFor, routed, settingsControls } from '../../frame/index.js';
import { eventDetails } from './event-details.js';

/** @import { Request, SecurityEvent } from '../../types.d.ts' */
/** @typedef {{ who: string, what: string, from: string, to: string, after: string }} Wanted */

const LIST = listScreen({
  title: 'admin.nav.security',
  lead: 'admin.security.lead',
  icon: 'shield-check',
  empty: 'admin.security.empty',
  async of(req) {
    const { wanted, wrong } = readWanted(req);
    if (wrong.length > 0) return [];
    const { app, actor, timeZone } = req.ctx;
    const { events, next } = await app.data.security.list(actor, { ...wanted, timeZone });
    return { rows: /** @type {SecurityEvent[]} */ (events), next };
  },
  above: filterForm,
  columns: (req, { t, icon }) => [
    column('admin.security.what', ({ kind }) =>
      kind.endsWith('-refused')
        ? html`<span class="text-danger">${icon('alert-triangle')} ${t(`admin.security.${kind}`)}</span>`
        : t(`admin.security.${kind}`),
    ),
    column('admin.security.who', ({ kind, userId, userName }) =>
      userId === null
        ? html`<span class="text-secondary">${t(`admin.security.${BEFORE_LOGIN.has(kind) ? 'nobody' : 'system'}`)}</span>`
        : personOf(userId, userName),
    ),
    column('admin.words.details', (event) => html`${aboutOf(event)}${eventDetails(event, req)}`, 'text-break'),
    column(
      'admin.functions.when',
      ({ at, address }) =>
        html`<time datetime="${at}">${req.ctx.formats.dateTime(at)}</time>${address && html`<br>${address}`}`,
      'text-secondary small',
    ),
  ],
  below: ({ query, ctx: { t } }) =>
    query.get('after') && html` <a class="btn mb-4" href="${newest(query)}">${t('admin.security.newest')}</a>`,
  within: (req, page) => ({
    ...page,
    scripts: ['core-views/js/fields/typed.js'],
    status: readWanted(req).wrong.length > 0 ? 422 : 200,
  }),
});

/** The security log: who, what, when. */
export const screen = {
  path: '/security',
  title: 'admin.nav.security',
  help: 'guide/people#security-log',
  nav: { section: 'people', icon: 'shield-check', order: 50 },
  routes: routed(LIST),
};

/** Events that nobody causes while logged in. */
const BEFORE_LOGIN = new Set(['login-refused', 'sign-up-refused', 'signed-up', 'password-reset']);

/** @param {string} id @param {string | null} name */
const personOf = (id, name) => html`<a href="/admin/users/${id}">${name || id}</a>`;

/** Somebody else, whom it is about. @param {SecurityEvent} event */
function aboutOf({ kind, userId, aboutId, aboutName }) {
  if (aboutId === null || aboutId === userId) return '';
  return html`${kind === 'user-removed' ? aboutName || aboutId : personOf(aboutId, aboutName)} `;
}

/**
 * What the address asks for: days as the reader's language writes them, or as 2026-12-24.
 *
 * @param {Request} req
 * @returns {{ wanted: Wanted, wrong: string[] }} wrong: days that can't be read, which stay as they were typed
 */
function readWanted({ query, ctx }) {
  const text = (/** @type {string} */ name) => (query.get(name) ?? '').trim().slice(0, 200);
  const [from, to] = ['from', 'to'].map((name) => {
    const typed = text(name);
    return { name, typed, day: typed && readTypedDate(typed, ctx.formats) };
  });
  const wanted = { who: text('who'), what: text('what'), after: text('after') };
  return {
    wanted: { ...wanted, from: from.day ?? from.typed, to: to.day ?? to.typed },
    wrong: [from, to].filter(({ day }) => day === null).map(({ name }) => name),
  };
}

/** @param {Request} req */
function filterForm(req) {
  const { t, icon } = partsFor(req);
  const { wanted, wrong } = readWanted(req);
  const groups = Object.entries(EVENT_GROUPS).flatMap(([group, kinds]) => [
    { value: group, label: t(`admin.security.group.${group}`) },
    ...kinds.map((kind) => ({ value: kind, label: `\u2003${t(`admin.security.${kind}`)}` })),
  ]);
  const schema = [
    text('who', 'admin.security.who', {
      none: 'admin.security.whoHelp',
      attrs: { type: 'search', title: t('admin.security.whoHelp') },
    }),
    select('what', 'admin.security.what', groups, { none: 'admin.security.all' }),
  ];
  const days = ['from', 'to'].map((name) => {
    const [id, isWrong] = [`s-${name}`, wrong.includes(name)];
    const more = isWrong && { 'aria-invalid': 'true', 'aria-describedby': `${id}-error` };
    const attributes = { id, name, class: `form-control${isWrong ? ' is-invalid' : ''}`, ...more };
    // A filter's day is read as its reader writes it; no setting is.
    const control = dateControl(wanted[/** @type {'from' | 'to'} */ (name)], req.ctx, { attributes });
    const error =
      isWrong && html`<div class="invalid-feedback d-block" id="${id}-error">${t('admin.security.wrongDate')}</div>`;
    return html`<div class="mb-3"><label class="form-label" for="${id}">${t(`admin.security.${name}`)}</label>${control}${error}</div>`;
  });
  const clear =
    ['who', 'what', 'from', 'to'].some((name) => req.query.get(name)?.trim()) &&
    html`<a class="btn" href="/admin/security">${t('admin.security.clear')}</a>`;
  return formTag(
    { class: 'card mb-3', method: 'get', says: t('admin.nav.security'), attrs: { role: 'search' } },
    html`<div class="card-body adm-log-filter d-flex align-items-start">${settingsControls(req, schema, wanted)}${days}<div class="adm-log-go d-flex gap-2">
      <button class="btn btn-primary">${icon('search')} ${t('admin.security.filter')}</button>${clear}</div></div>`,
  );
}

/** This address from its beginning. @param {URLSearchParams} query */
const newest = (query) => `?${new URLSearchParams([...query].filter(([name, value]) => value && name !== 'after'))}`;
