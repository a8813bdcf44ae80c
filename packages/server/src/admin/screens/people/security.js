import { EVENT_GROUPS } from '@plinth/data';
import { control, routed, shows } from '../../frame/index.js';
import { eventDetails } from './event-details.js';

/** @import { Translate } from '@plinth/plugin' */
/** @import { AdminPage, Request, SecurityEvent } from '../../types.d.ts' */

/** The security log: who, what, when. */
export const screen = {
  path: '/security',
  title: 'admin.nav.security',
  nav: { section: 'people', icon: 'shield-check', order: 50 },
  routes: routed({ 'GET /': shows(showList) }),
};

/** Events that nobody causes while logged in. */
const BEFORE_LOGIN = new Set(['login-refused', 'sign-up-refused', 'signed-up', 'password-reset']);

/** @param {Request} req @returns {Promise<AdminPage>} */
async function showList(req) {
  const { app, t, actor, timeZone } = req.ctx;
  const wanted = readWanted(req);
  const errors = wrongDates(wanted, t);
  const isWrong = Object.keys(errors).length > 0;
  const shown = isWrong ? { events: [], next: null } : await app.data.security.list(actor, { ...wanted, timeZone });
  return {
    ...{ title: t('admin.nav.security'), lead: t('admin.security.lead'), template: 'people/security' },
    status: isWrong ? 422 : 200,
    model: {
      controls: filterControls(wanted, errors, t),
      filtered: ['who', 'what', 'from', 'to'].some((name) => wanted[/** @type {keyof typeof wanted} */ (name)]),
      after: wanted.after,
      events: shown.events.map((/** @type {SecurityEvent} */ event) => lineOf(event, req)),
      older: shown.next && olderAddress(req, shown.next),
      newest: olderAddress(req, null),
    },
  };
}

/** @param {Request} req */
function readWanted({ query }) {
  const text = (/** @type {string} */ name) => (query.get(name) ?? '').trim().slice(0, 200);
  return { who: text('who'), what: text('what'), from: text('from'), to: text('to'), after: text('after') };
}

/** @param {{ from: string, to: string }} wanted @param {Translate} t @returns {Record<string, string>} */
function wrongDates({ from, to }, t) {
  const wrong = Object.entries({ from, to }).filter(([, text]) => text && !isDate(text));
  return Object.fromEntries(wrong.map(([name]) => [name, t('admin.security.wrongDate')]));
}

/** @param {string} text */
function isDate(text) {
  const date = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** @param {ReturnType<typeof readWanted>} wanted @param {Record<string, string>} errors @param {Translate} t */
function filterControls(wanted, errors, t) {
  const groups = Object.entries(EVENT_GROUPS).flatMap(([group, kinds]) => [
    { value: group, label: t(`admin.security.group.${group}`) },
    ...kinds.map((kind) => ({ value: kind, label: `\u2003${t(`admin.security.${kind}`)}` })),
  ]);
  return [
    control({
      name: 'who',
      type: 'search',
      label: t('admin.security.who'),
      value: wanted.who,
      attrs: { placeholder: t('admin.security.whoHelp'), title: t('admin.security.whoHelp') },
    }),
    control({
      name: 'what',
      type: 'select',
      label: t('admin.security.what'),
      value: wanted.what,
      options: [{ value: '', label: t('admin.security.all') }, ...groups],
    }),
    ...['from', 'to'].map((name) =>
      control({
        name,
        type: 'date',
        label: t(`admin.security.${name}`),
        value: wanted[/** @type {'from' | 'to'} */ (name)],
        error: errors[name],
      }),
    ),
  ];
}

/** @param {SecurityEvent} event @param {Request} req */
function lineOf(event, req) {
  const { t, formats } = req.ctx;
  const { kind, at, userId, userName, aboutId, aboutName, address } = event;
  const isOther = aboutId !== null && aboutId !== userId;
  return {
    what: t(`admin.security.${kind}`),
    warning: kind.endsWith('-refused'),
    when: formats.dateTime(at),
    at,
    address,
    who: userId === null ? null : { name: userName || userId, url: `/admin/users/${userId}` },
    nobody: t(BEFORE_LOGIN.has(kind) ? 'admin.security.nobody' : 'admin.security.system'),
    about: isOther
      ? { name: aboutName || aboutId, url: kind === 'user-removed' ? null : `/admin/users/${aboutId}` }
      : null,
    details: eventDetails(event, req),
  };
}

/** This address, continued after that entry. @param {Request} req @param {string | null} after */
function olderAddress({ query }, after) {
  const params = new URLSearchParams(query);
  params.delete('after');
  for (const [name, value] of [...params]) if (value === '') params.delete(name);
  if (after) params.set('after', after);
  return `?${params}`;
}
