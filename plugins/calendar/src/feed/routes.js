/** @import { Actor, Catalog, PluginAnswer, PluginRoute, View } from '@plinth/plugin' */
import { AppError, html, isAdmin, mayOpen } from '@plinth/plugin';
import { icalendar } from './ical.js';
import { readEvents } from './read-events.js';

/** @typedef {Parameters<PluginRoute['handle']>[0]} Asked */

/**
 * The page on which people make, renew and revoke their own link to a calendar, and the feed that it leads to. The secret is
 * in the query, which no log has.
 *
 * @type {readonly PluginRoute[]}
 */
export const feedRoutes = [
  { method: 'GET', path: 'links/:view', roles: ['user'], handle: async (asked) => linkPage(asked, viewOf(asked)) },
  { method: 'POST', path: 'links/:view', roles: ['user'], handle: changeLink },
  { method: 'GET', path: 'feed/:id', roles: ['public'], handle: sendFeed },
];

/** @param {Asked} asked @returns {Promise<PluginAnswer>} */
async function changeLink(asked) {
  const view = viewOf(asked);
  const { links, body, t, origin } = asked;
  if (body.do === 'revoke') {
    await links.revoke(view.id);
    return linkPage(asked, view);
  }
  if (body.do !== 'make') throw notFound();
  const secret = await links.make(view.id, t('calendar.link.name', { calendar: view.label }));
  return linkPage(asked, view, `${origin}/plugin/calendar/feed/${view.id}?key=${secret}`);
}

/** @param {Asked} asked @param {View} view @param {string | null} [made] @returns {Promise<PluginAnswer>} */
async function linkPage({ links, t, formats }, view, made = null) {
  const known = await links.find(view.id);
  const action = `/plugin/calendar/links/${view.name}`;
  const button = (/** @type {string} */ what, /** @type {string} */ text, /** @type {string} */ look) =>
    html`<button class="btn ${look}" type="submit" name="do" value="${what}">${text}</button>`;
  const link =
    made &&
    html`<div class="alert alert-success" role="status"><div class="flex-fill"><label class="form-label" for="calendar-link">${t('calendar.link.copy')}</label><input class="form-control" id="calendar-link" readonly value="${made}"></div></div>`;
  const state =
    known &&
    !made &&
    html`<p>${t('calendar.link.made', { when: formats.dateTime(known.createdAt) })} ${known.usedAt ? t('calendar.link.used', { when: formats.dateTime(known.usedAt) }) : t('calendar.link.unused')}</p>`;
  const make = button('make', t(known ? 'calendar.link.renew' : 'calendar.link.make'), known ? '' : 'btn-primary');
  const revoke = known && button('revoke', t('calendar.link.revoke'), 'btn-outline-danger');
  const body = html`<div class="card"><div class="card-body"><h2 class="card-title h3">${t('calendar.link.title', { calendar: view.label })}</h2><p class="text-secondary">${t('calendar.link.lead')}</p>${link}${state}<form method="post" action="${action}"><div class="btn-list">${make}${revoke}<a class="btn" href="/view/${view.name}">${t('calendar.link.back')}</a></div></form></div></div>`;
  return { title: t('calendar.link.title', { calendar: view.label }), html: body };
}

/** The owner's rights are judged now: on the view, the table, its rows and fields. @param {Asked} asked @returns {Promise<PluginAnswer>} */
async function sendFeed({ params, query, catalog, registry, formats, links, rowsFor }) {
  const { kind, name = '' } = catalog.object(params.id) ?? {};
  const found = kind === 'view' && catalog.hasView(name) ? catalog.view(name) : null;
  const owner = found && (await links.actorOf(query.key ?? '', found.id));
  if (!found || !owner || !mayFeed(found, owner)) throw notFound();
  const table = catalog.table(/** @type {string} */ (found.table));
  const events = await readEvents(found, table, { rows: rowsFor(owner), registry, formats, now: new Date() });
  return { text: icalendar({ name: found.label, events }), type: 'text/calendar; charset=utf-8' };
}

/** @param {{ catalog: Catalog, params: Record<string, string>, actor: Actor }} asked @returns {View} */
function viewOf({ catalog, params, actor }) {
  const view = catalog.hasView(params.view) ? catalog.view(params.view) : null;
  if (!view || !mayFeed(view, actor)) throw notFound();
  return view;
}

/** @param {View} view @param {Actor} actor */
const mayFeed = ({ template, roles, config }, actor) =>
  template === 'calendar' && config.feed !== false && (isAdmin(actor) || mayOpen(roles, actor));

const notFound = () =>
  new AppError('CALENDAR_LINK_INVALID', 'There is no such calendar link', {
    status: 404,
    hint: 'It may have been renewed or revoked',
  });
