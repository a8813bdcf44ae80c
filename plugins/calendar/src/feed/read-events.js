/** @import { ActionRows, Field, Formats, QuerySpec, Registry, Table, View } from '@plinth/plugin' */
/** @import { FeedEvent } from './ical.js' */
import { dayIn, memoize } from '@plinth/plugin';
import { conditionOf } from '../statements.js';

const PAGE = 500;
/** Events of a feed; those that begin later are not in it. */
const MOST_EVENTS = 2000;
/** How far back a feed goes. */
const DAYS_BACK = 90;

/**
 * The events of a calendar for a feed, with the rights of `rows`.
 *
 * @param {View} view @param {Table} table
 * @param {{ rows: ActionRows, registry: Registry, formats: Formats, now: Date }} parts
 * @returns {Promise<FeedEvent[]>}
 */
export async function readEvents(view, table, { rows, registry, formats, now }) {
  const { isAllDay, title, spec } = feedOf(view, table);
  const since = new Date(now.getTime() - DAYS_BACK * 86_400_000).toISOString();
  const params = { since: isAllDay ? dayIn(since, formats.timeZone) : since };
  const print = registry.fieldType(title.type);
  /** @type {FeedEvent[]} */
  const events = [];
  /** @type {string | null} */
  let after = null;
  do {
    /** @type {import('@plinth/plugin').Result[]} */
    const [result] = await rows.select([{ spec, params: { ...params, after } }]);
    for (const row of result.rows) {
      if (row.start === null || row.start === undefined) continue;
      const text = title.target ? row.label : row.title === null ? '' : print.format(row.title, title, formats);
      const length = typeof row.duration === 'number' && row.duration > 0 ? row.duration * 1000 : null;
      const end = length === null ? row.end : new Date(Date.parse(row.start) + length).toISOString();
      events.push({
        id: `${table.id}-${row.id}@plinth`,
        title: String(text ?? ''),
        isAllDay,
        start: row.start,
        end: end ?? null,
        stamp: row.changed ?? now.toISOString(),
      });
    }
    after = result.next;
  } while (after !== null && events.length < MOST_EVENTS);
  return events;
}

/** What is asked for a view, once for each Catalog. */
const feedOf = (/** @type {View} */ view, /** @type {Table} */ table) => feedsOf(view)(table);
const feedsOf = memoize((/** @type {View} */ view) => memoize((/** @type {Table} */ table) => describe(view, table)));

/** @param {View} view @param {Table} table */
function describe({ config }, table) {
  const { startField, endField, durationField, titleField } = config;
  const title = /** @type {Field} */ (table.field(titleField));
  const changed = table.fields.find(({ auto }) => auto === 'updated_at')?.name;
  const own = conditionOf(config);
  /** @type {QuerySpec} */
  const spec = {
    table: table.name,
    select: [
      { as: 'start', field: startField },
      { as: 'title', field: titleField },
      ...(title.target ? [{ as: 'label', field: titleField, label: true }] : []),
      ...(endField ? [{ as: 'end', field: endField }] : []),
      ...(durationField ? [{ as: 'duration', field: durationField }] : []),
      ...(changed ? [{ as: 'changed', field: changed }] : []),
    ],
    where: { all: [...(own ? [own] : []), { field: startField, op: 'gte', value: { param: 'since' } }] },
    sort: [{ field: startField }],
    limit: PAGE,
    cursor: { after: 'after', before: 'before' },
    leaveOut: true,
  };
  return { isAllDay: !table.field(startField).traits.hasTime, title, spec };
}
