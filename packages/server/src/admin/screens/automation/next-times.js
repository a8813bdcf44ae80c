import { html } from '@plinth/plugin';

/** @import { Table, TriggerSource } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */

const SHOWN = 5;

/**
 * When options that are being chosen would start a trigger.
 *
 * @param {Request} req @param {TriggerSource} source @param {any} options as typed @param {Table | null} table
 */
export function nextTimes({ ctx }, source, options, table) {
  const { t, locale, catalog } = ctx;
  const { next } = source;
  if (!next) return null;
  const times = timesOf(source, options, table, catalog.settings.timeZone ?? 'UTC');
  // Its place stays, so that it is filled once the options are right.
  if (times.length === 0) return html`<div id="next-times" role="status"></div>`;
  const timeZone = options.timeZone || catalog.settings.timeZone || 'UTC';
  const { format } = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone });
  return html`<div class="adm-next mb-3" id="next-times" role="status"><div class="form-label mb-1">${t('admin.automation.nextTimes')}</div>
    <ul class="list-unstyled mb-0 text-secondary">${times.map((time) => html`<li><time datetime="${time.toISOString()}">${format(time)}</time></li>`)}</ul>
    <div class="small text-secondary">${t('admin.automation.inTimeZone', { zone: timeZone })}</div></div>`;
}

/** None while the options are incomplete or wrong. @param {TriggerSource} source @param {any} options @param {Table | null} table @param {string} timeZone */
function timesOf({ next, check }, options, table, timeZone) {
  /** @type {Date[]} */
  const times = [];
  try {
    if (check?.(options, { table })) return [];
    for (let after = new Date(); times.length < SHOWN;) {
      const time = next?.({ options, after, timeZone });
      if (!time) break;
      times.push(time);
      after = time;
    }
    return times;
  } catch {
    return [];
  }
}
