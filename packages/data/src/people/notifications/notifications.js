/** @import { Actor, Catalog, Registry, Row } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Select } from '../../gate/rows/read-within.js' */
/** @import { RowPlace } from '../../gate/rows/everywhere/label-rows.js' */
import { AppError } from '@plinth/plugin';
import { asUuid, k } from '../../postgres/sql/index.js';
import { createLabelRows } from '../../gate/rows/everywhere/label-rows.js';
import { createReadMarks } from './read-marks.js';
import { createToMail } from './to-mail.js';
import { createUnsubscribe } from './unsubscribe.js';
import { createNotificationSettings, isMuted, ownId } from './settings.js';
import { storableText } from '../../catalog/schema/unstorable.js';

/**
 * @typedef {{ id: string, kind: string, by: { id: string, name: string, picture: string | null } | null, row: RowPlace & { label: string } | null,
 *   field: string | null, about: string | null, text: string, at: string, isRead: boolean }} Notification
 *   field: label of the field that somebody was assigned by
 * @typedef {{ db: Database, registry: Registry, catalog: () => Catalog, select: any, rows: any,
 *   outbox: import('../accounts/mails.d.ts').MailQueue, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} NotificationsContext
 */

const PAGE = 30;
/** At most this many unread ones are counted; above that, the bell says "99+". */
const MOST_UNREAD = 100;
const LONGEST_TEXT = 500;

/**
 * What people should know of: mentions, rows that were assigned to them, messages of an app's logic. Whether somebody may
 * read the row is asked whenever it is shown.
 *
 * @param {NotificationsContext} context
 */
export function createNotifications(context) {
  const { db, catalog, select, actorsOfUsers } = context;
  const labelRows = createLabelRows(context);

  /** Those that the actor may know of. @param {Actor} actor @param {any[]} found @returns {Promise<Notification[]>} */
  async function shown(actor, found) {
    const places = found.map((one) => placeOf(catalog(), one));
    const labelOf = await labelRows(
      actor,
      places.filter((place) => place !== null),
    );
    return found.flatMap((one, i) => {
      const place = places[i];
      const label = place && labelOf(place);
      // Of a row that is gone or hidden, nothing may be said.
      if (one.table_id !== null && (!place || label === null)) return [];
      const row = place && { ...place, label: String(label) };
      return [{ ...record(one), row, field: place && fieldLabel(catalog(), place.table, one.about_id) }];
    });
  }

  /** @param {Actor} actor */
  const own = (actor) => k('plinth.notifications as n').where('n.user_id', ownId(actor));

  return {
    /**
     * Tells somebody something. Nothing happens where it is the actor's own doing, where the person does not want
     * notifications of this kind, or may not read the row.
     *
     * @param {Actor} actor who does it
     * @param {{ user: string, kind: string, row?: RowPlace | null, text?: string, about?: string | null, mail?: boolean }} message
     *   about: the id of the comment or field; mail: also by mail, unless the person said otherwise
     * @param {{ query: Database['query'], select: Select }} [on] a transaction that the message belongs to
     * @returns {Promise<boolean>} whether they were told
     */
    async notify(
      actor,
      { user, kind, row = null, text = '', about = null, mail = false },
      on = { query: db.query, select },
    ) {
      const by = actor.doer ?? actor.userId;
      if (user === by) return false;
      const [reader] = await actorsOfUsers([user]);
      if (!reader || (await isMuted(db, user, kind))) return false;
      if (row && !(await mayReadOn(on.select, reader, row))) return false;
      const place = row && { table_id: catalog().table(row.table).id, row_key: String(row.id) };
      const said = { about_id: about, text: storableText(text.slice(0, LONGEST_TEXT)), mail: mail ? 'asked' : 'open' };
      await on.query(k('plinth.notifications').insert({ user_id: user, kind, actor_id: by, ...said, ...place }));
      return true;
    },

    /**
     * The actor's own, newest first.
     *
     * @param {Actor} actor @param {{ before?: string | null }} [options] before: the last one of the page before
     * @returns {Promise<{ notifications: Notification[], next: string | null }>}
     */
    async list(actor, { before = null } = {}) {
      const query = ofPage(own(actor)).limit(PAGE + 1);
      if (before !== null) query.where('n.id', '<', asUuid(before));
      const { rows: found } = await db.query(query);
      const page = found.slice(0, PAGE);
      const next = found.length > PAGE ? page[PAGE - 1].id : null;
      return { notifications: await shown(actor, page), next };
    },

    /** One of the actor's own, as far as they may read its row. @param {Actor} actor @param {string} id @returns {Promise<Notification | null>} */
    async one(actor, id) {
      const { rows: found } = await db.query(ofPage(own(actor)).where('n.id', asUuid(id)));
      return (await shown(actor, found))[0] ?? null;
    },

    /** How many unread ones the actor may see, at most 100. @param {Actor} actor @returns {Promise<number>} */
    async unread(actor) {
      const { rows: found } = await db.query(ofPage(own(actor)).whereNull('n.read_at').limit(MOST_UNREAD));
      return found.length === 0 ? 0 : (await shown(actor, found)).length;
    },

    ...createReadMarks(db),
    ...createNotificationSettings(db),
    ...createUnsubscribe(db),
    ...createToMail({ ...context, shown }),
  };
}

/** @param {import('knex').Knex.QueryBuilder} query */
const ofPage = (query) =>
  query
    .leftJoin('plinth.users as u', 'u.id', 'n.actor_id')
    .select('n.*', { actor_name: 'u.name', actor_picture: 'u.picture' })
    .orderBy('n.id', 'desc');

/** @param {Row} row */
const record = ({
  id,
  kind,
  about_id: about,
  actor_id: by,
  actor_name: name,
  actor_picture: picture,
  text,
  at,
  read_at: readAt,
}) => ({
  id,
  kind,
  about,
  text,
  at,
  isRead: readAt !== null,
  by: by === null ? null : { id: by, name: name ?? '', picture: picture ?? null },
});

/** @param {Catalog} catalog @param {Row} row @returns {RowPlace | null} null: the table is gone */
function placeOf(catalog, { table_id: tableId, row_key: id }) {
  const table = tableId === null ? undefined : catalog.tables.find((one) => one.id === tableId);
  return table ? { table: table.name, id } : null;
}

/** @param {Catalog} catalog @param {string} table @param {string | null} id */
function fieldLabel(catalog, table, id) {
  return catalog.table(table).fields.find((field) => field.id === id)?.label ?? null;
}

/** @param {Select} select @param {Actor} reader @param {RowPlace} place */
async function mayReadOn(select, reader, { table, id }) {
  const where = { field: 'id', op: /** @type {const} */ ('eq'), value: { param: 'id' } };
  const [{ rows }] = await select(reader, [{ spec: { table, select: [], where, limit: 1 }, params: { id } }]);
  return rows.length > 0;
}

/**
 * @param {{ get(actor: Actor, table: string, id: unknown, options: { fields: string[] }): Promise<unknown> }} rows
 * @param {Actor} reader @param {RowPlace} place
 */
export async function mayRead(rows, reader, { table, id }) {
  try {
    await rows.get(reader, table, id, { fields: [] });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return false;
    throw error;
  }
}
