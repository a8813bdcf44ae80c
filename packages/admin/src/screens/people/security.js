import { EVENT_GROUPS } from '@plinth/data';
import { readTypedDate } from '@plinth/plugin';
import { control, routed, shows } from '../../frame/index.js';
import { eventDetails } from './event-details.js';

/** @import { AdminPage, Request, SecurityEvent } from '../../types.d.ts' */
/** @typedef {{ who: string, what: string, from: string, to: string, after: string }} Wanted */

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
  const { wanted, wrong } = readWanted(req);
  const errors = Object.fromEntries(wrong.map((name) => [name, t('admin.security.wrongDate')]));
  const isWrong = wrong.length > 0;
  const shown = isWrong ? { events: [], next: null } : await app.data.security.list(actor, { ...wanted, timeZone });
  return {
    title: t('admin.nav.security'),
    lead: t('admin.security.lead'),
    template: 'people/security',
    scripts: ['core-views/js/fields/typed.js'],
    status: isWrong ? 422 : 200,
    model: {
      controls: filterControls(wanted, errors, req.ctx),
      filtered: ['who', 'what', 'from', 'to'].some((name) => wanted[/** @type {keyof typeof wanted} */ (name)]),
      after: wanted.after,
      events: shown.events.map((/** @type {SecurityEvent} */ event) => lineOf(event, req)),
      older: shown.next && olderAddress(req, shown.next),
      newest: olderAddress(req, null),
    },
  };
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

/** @param {Wanted} wanted @param {Record<string, string>} errors @param {Request['ctx']} ctx */
function filterControls(wanted, errors, { t, formats }) {
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
        env: { t, formats },
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
