/** @import { Actor, Catalog, Values } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { MailQueue, PlainMail } from '../accounts/mails.d.ts' */
/** @import { Notification } from './notifications.js' */
import { localOf, sql } from '../../postgres/sql/index.js';

/** Notifications looked at by one transaction. */
const AT_ONCE = 50;
/** Of one daily mail. */
const MOST_DAILY = 100;
/** Hours after which a mail that could not be sent is of no use. */
const HOURS = 24;

/**
 * @typedef {{ id: string, email: string, name: string, locale: string | null, timeZone: string | null, actor: Actor }} Reader
 * @typedef {(reader: Reader, notifications: Notification[], isDaily: boolean) => Promise<Pick<PlainMail, 'subject' | 'content'>>} Compose
 */

/**
 * Notifications as mails: at once, or once a day at eight in the reader's time zone, as each person wants it.
 *
 * @param {{ db: Database, catalog: () => Catalog, outbox: MailQueue, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]>,
 *   shown: (actor: Actor, found: Values[]) => Promise<Notification[]> }} context
 *   shown: what the reader may know of them now
 */
export function createToMail({ db, catalog, outbox, actorsOfUsers, shown }) {
  /** @param {any[]} found of one person @returns {Promise<{ reader: Reader, notifications: Notification[] } | null>} */
  async function readable(found) {
    const { user_id: id, email, reader_name: name, locale, time_zone: timeZone } = found[0];
    const [actor] = await actorsOfUsers([id]);
    const unread = found.filter((one) => one.read_at === null);
    const notifications = actor ? await shown(actor, unread) : [];
    return notifications.length > 0 ? { reader: { id, email, name, locale, timeZone, actor }, notifications } : null;
  }

  /** @param {Transaction} tx @param {unknown[]} found @param {boolean} isDaily @param {Compose} compose */
  async function mail(tx, found, isDaily, compose) {
    const open = await readable(found);
    if (!open) return;
    const { subject, content } = await compose(open.reader, open.notifications, isDaily);
    const expiresAt = new Date(Date.now() + HOURS * 3_600_000);
    const kind = isDaily ? 'digest' : 'notification';
    await outbox.add({ kind, to: open.reader.email, subject, content, expiresAt }, tx);
  }

  /** Those that came since; those for the daily mail are put by. @param {Compose} compose @returns {Promise<number>} */
  const some = (compose) =>
    db.transaction(async (tx) => {
      const { timeZone = 'UTC' } = catalog().settings;
      const { rows } = await tx.query(SORTED(timeZone));
      for (const one of rows) if (one.wanted === 'now') await mail(tx, [one], false, compose);
      return rows.length;
    });

  /** The daily mail of one person. @param {Compose} compose @returns {Promise<number>} */
  const someDaily = (compose) =>
    db.transaction(async (tx) => {
      const { rows } = await tx.query(DAILY);
      if (rows.length > 0) await mail(tx, rows, true, compose);
      return rows.length;
    });

  return {
    /**
     * Puts what is due into the outbox, each notification once, whichever process does it.
     *
     * @param {Compose} compose
     */
    async mailNotifications(compose) {
      let isAny = false;
      while ((await some(compose)) > 0) isAny = true;
      while ((await someDaily(compose)) > 0) isAny = true;
      if (isAny) outbox.wake();
    },
  };
}

const READER = sql`u.email, u.name as reader_name, u.locale, u.time_zone`;
const BY = sql`left join plinth.users a on a.id = n.actor_id`;
const BY_COLUMNS = sql`a.name as actor_name, a.picture as actor_picture`;

/**
 * What the person chose for the kind, or else the usual: mentions and assignments at once, others only if the app asks.
 *
 * @param {string} timeZone of the site
 */
const SORTED = (timeZone) => sql`
  with picked as (
    select n.user_id, n.id, n.at, n.mail, case when n.kind in ('mention', 'assigned') then n.kind else 'other' end as kind
      from plinth.notifications n
     where n.mail in ('open', 'asked')
     order by n.id
     limit ${AT_ONCE}
       for update skip locked
  ), wanted as (
    select o.user_id, o.id,
           case when u.disabled_at is not null then 'off'
                else coalesce(s.mail ->> o.kind, case when o.kind = 'other' and o.mail = 'open' then 'off' else 'now' end)
           end as wanted,
           ${localOf(sql`o.at`, sql`coalesce(u.time_zone, ${timeZone})`)} as local, coalesce(u.time_zone, ${timeZone}) as zone
      from picked o
      join plinth.users u on u.id = o.user_id
      left join plinth.notification_settings s on s.user_id = o.user_id
  )
  update plinth.notifications n
     set mail = case w.wanted when 'daily' then 'daily' else 'done' end,
         mail_due = case w.wanted when 'daily' then
           plinth.moment_of(w.local::date + case when w.local::time < '08:00' then interval '8 hours' else interval '32 hours' end, w.zone) end
    from wanted w
    join plinth.users u on u.id = w.user_id
    left join plinth.notifications m on m.user_id = w.user_id and m.id = w.id
    left join plinth.users a on a.id = m.actor_id
   where n.user_id = w.user_id and n.id = w.id
  returning n.*, w.wanted, ${READER}, ${BY_COLUMNS}`;

const DAILY = sql`
  with due as (
    select d.user_id from plinth.notifications d where d.mail = 'daily' and d.mail_due <= now() order by d.mail_due limit 1
  ), picked as (
    select n.user_id, n.id
      from plinth.notifications n
     where n.mail = 'daily' and n.user_id = (select user_id from due)
     order by n.id
     limit ${MOST_DAILY}
       for update skip locked
  ), taken as (
    update plinth.notifications n set mail = 'done' from picked s where n.user_id = s.user_id and n.id = s.id returning n.*
  )
  select n.*, ${READER}, ${BY_COLUMNS}
    from taken n join plinth.users u on u.id = n.user_id ${BY}
   order by n.id`;
