import { html, say } from '@plinth/plugin';
import { checked, settingProblem } from '../../frame/index.js';
import { clockChanges } from './clock-changes.js';

/** @import { Html, Table, TriggerSource, Values } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

/** @typedef {{ at: Date, rows?: number }} Time rows: how many reach it */

const SHOWN = 5;
/** Each zone changes its clock at most twice in this time. */
const DAYS = 366;
const HOUR_MS = 3_600_000;

/**
 * When options that are being chosen would start a trigger, in words and as a list.
 *
 * @param {Request} req @param {TriggerSource} source @param {any} typed options @param {Table | null} table
 */
export async function nextTimes(req, source, typed, table) {
  const { t, catalog, locale } = req.ctx;
  if (!source.next && !source.rowTime) return null;
  // Its place stays, so that it is filled once the options are right.
  const place = (/** @type {unknown} */ inner) => html`<div class="mb-3" id="next-times" role="status">${inner}</div>`;
  const { values: options, errors } = checked(source.settings, typed, t);
  const [wrong] = Object.entries(errors).concat(checkedBy(req, source, options, table));
  // What isn't filled in yet is not wrong yet.
  if (wrong?.[1] === t('is required')) return place('');
  if (wrong) return place(html`<div class="text-secondary">${settingProblem(source.settings, ...wrong, t)}</div>`);
  const timeZone = options.timeZone || catalog.settings.timeZone || 'UTC';
  const times = source.rowTime ? await rowTimes(req, source, options, table) : plannedTimes(source, options, timeZone);
  const words = source.words ? say(source.words(options, { locale, table }), t) : t(source.label);
  const clock = wallTime(source, options);
  return place(html`<div class="form-label mb-1">${words}</div>
    ${times.length > 0 ? timeList(req, times, timeZone) : html`<div class="text-secondary">${t('admin.automation.noTimes')}</div>`}
    ${clock && source.next && changesPart(req, source, options, { timeZone, clock })}
    <div class="small text-secondary">${t('admin.automation.inTimeZone', { zone: timeZone })}</div>`);
}

/** What its own check says, by setting. @param {Request} req @param {TriggerSource} source @param {Values} options @param {Table | null} table @returns {[string, string][]} */
function checkedBy({ ctx: { t } }, { check, rowTime }, options, table) {
  if (rowTime && !table) return [['table', t('admin.automation.timesLater')]];
  return Object.entries(check?.(options, { table }) ?? {}).map(([name, message]) => [name, say(message, t)]);
}

/** @param {TriggerSource} source @param {Values} options @param {string} timeZone @returns {Time[]} */
function plannedTimes({ next }, options, timeZone) {
  /** @type {Time[]} */
  const times = [];
  for (let after = new Date(); times.length < SHOWN;) {
    const at = next?.({ options, after, timeZone });
    if (!at) break;
    times.push({ at });
    after = at;
  }
  return times;
}

/** @param {Request} req @param {TriggerSource} source @param {Values} options @param {Table | null} table @returns {Promise<Time[]>} */
const rowTimes = async ({ ctx: { app, actor } }, { name }, options, table) =>
  table ? app.data.automation.upcoming(actor, { source: name, table, options }) : [];

/** The time of the clock that is chosen, if one is. @param {TriggerSource} source @param {Values} options @returns {string | null} */
function wallTime({ settings }, options) {
  const setting = settings.find(
    ({ type, showIf }) => type === 'time' && (!showIf || showIf.in.includes(options[showIf.name])),
  );
  return setting ? (options[setting.name] ?? null) : null;
}

/** @param {Request} req @param {Time[]} times @param {string} timeZone @returns {Html} */
function timeList({ ctx: { t, locale } }, times, timeZone) {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone });
  return html`<ol class="list-unstyled mb-1 text-secondary" aria-label="${t('admin.automation.nextTimes')}">${times.map(
    ({ at, rows }) =>
      html`<li><time datetime="${at.toISOString()}">${format.format(at)}</time>${rows && html` <span class="badge">${t('admin.automation.rowsThen', { count: rows })}</span>`}</li>`,
  )}</ol>`;
}

/**
 * What becomes of times that a change of the clock skips or repeats, within a year.
 *
 * @param {Request} req @param {TriggerSource} source @param {Values} options @param {{ timeZone: string, clock: string }} of
 */
function changesPart({ ctx: { t, locale } }, { next }, options, { timeZone, clock }) {
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const lines = clockChanges(timeZone, new Date(), DAYS).flatMap(({ at, day, from, to, isSkipped }) => {
    if (clock < from || clock >= to) return [];
    const hour = new Date(at.getTime() - HOUR_MS - 1);
    const then = next?.({ options, after: isSkipped ? new Date(at.getTime() - 1) : hour, timeZone });
    // On other days of the week, nothing was planned.
    if (!then || then.getTime() > at.getTime() + HOUR_MS) return [];
    const text = isSkipped ? 'admin.automation.clockSkips' : 'admin.automation.clockRepeats';
    return [t(text, { date: format.format(new Date(day)), time: clock, to })];
  });
  return lines.map((line) => html`<div class="small text-secondary">${line}</div>`);
}
