/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Actor, Values } from '@plinth/plugin' */
/** @import { SecurityEvents } from '../../gate/security/security-events.js' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { forbidden } from '../../postgres/errors/row-errors.js';
import { isUnlimited } from '../../rules/rights/index.js';
import { asUuid, k } from '../../postgres/sql/index.js';
import { IS_RUNNING } from '../../postgres/database/backup-running.js';

const MOST_SHOWN = 50;
/** More than all keep rules together. */
const MOST_KEPT = 10_000;

/**
 * @typedef {object} Backup
 * @property {string} id
 * @property {string} startedAt
 * @property {string | null} finishedAt null: it is running, or its process was killed
 * @property {'scheduled' | 'admin' | 'command' | 'restore'} reason restore: before one
 * @property {string} node of which machine
 * @property {string} file its name in the folder of backups
 * @property {number | null} bytes
 * @property {string | null} sha256
 * @property {boolean} encrypted
 * @property {number} missing how many files had no contents when it was made
 * @property {string | null} testedAt when it was restored for a test
 * @property {string | null} untested why it could not be
 * @property {string | null} error
 * @property {string | null} errorHint
 *
 * @typedef {{ enabled: boolean, at: string, last: number, daily: number, weekly: number, monthly: number, since: string }} Schedule
 *   at: HH:MM in the site's time zone
 */

const COLUMNS = {
  id: 'id',
  startedAt: 'started_at',
  finishedAt: 'finished_at',
  reason: 'reason',
  node: 'node',
  file: 'file',
  bytes: 'bytes',
  sha256: 'sha256',
  encrypted: 'encrypted',
  missing: 'missing',
  testedAt: 'tested_at',
  untested: 'untested',
  error: 'error',
  errorHint: 'error_hint',
};

/**
 * What is known of backups: those that were made, and the schedule. Admins only.
 *
 * @param {{ db: Database, events: SecurityEvents }} context
 */
export const createBackups = ({ db, events }) => ({ ...reading(db), ...writing(db, events), ...scheduling(db) });

/** @param {Database} db */
function reading(db) {
  return {
    /** The newest first. @param {Actor} actor @returns {Promise<Backup[]>} */
    async list(actor) {
      requireUnlimited(actor);
      const query = k('plinth.backups').select(COLUMNS).whereNull('removed_at').orderBy('started_at', 'desc');
      const { rows } = await db.query(query.limit(MOST_SHOWN));
      return rows.map(asBackup);
    },

    /** @param {Actor} actor @param {unknown} id @returns {Promise<Backup>} @throws {AppError} BACKUP_NOT_FOUND */
    async get(actor, id) {
      requireUnlimited(actor);
      const query = k('plinth.backups')
        .select(COLUMNS)
        .whereNull('removed_at')
        .where({ id: asUuid(id) });
      const { rows } = asUuid(id) ? await db.query(query) : { rows: [] };
      if (rows.length === 0) throw notFound();
      return asBackup(rows[0]);
    },

    /**
     * The last good one, and what came after it.
     *
     * @param {Actor} actor
     * @returns {Promise<{ good: Backup | null, newest: Backup | null, running: Backup | null, schedule: Schedule, now: string,
     *   timeZone: string }>} timeZone: of the site
     */
    async summary(actor) {
      requireUnlimited(actor);
      const newest = k('plinth.backups').select(COLUMNS).whereNull('removed_at').orderBy('started_at', 'desc').limit(1);
      const [good, last, schedule, lock] = await db.pipeline([
        newest.clone().whereNotNull('finished_at').whereNull('error'),
        newest,
        SCHEDULE,
        IS_RUNNING,
      ]);
      const failed = [good, last, schedule, lock].find(({ error }) => error);
      if (failed) throw failed.error;
      const [first] = (last.rows ?? []).map(asBackup);
      const { now, timeZone, ...rest } = schedule.rows?.[0] ?? {};
      // Without the lock, its process was killed.
      const isRunning = first?.finishedAt === null && lock.rows?.[0].running;
      return {
        good: (good.rows ?? []).map(asBackup)[0] ?? null,
        newest: first ?? null,
        running: isRunning ? first : null,
        schedule: rest,
        timeZone,
        now,
      };
    },
  };
}

/** @param {Database} db @param {SecurityEvents} events */
function writing(db, events) {
  return {
    /** @param {Actor} actor @param {{ reason: Backup['reason'], node: string, file: string, encrypted: boolean }} about @returns {Promise<string>} its id */
    async begin(actor, about) {
      requireUnlimited(actor);
      const { rows } = await db.query(k('plinth.backups').insert(about).returning('id'));
      return rows[0].id;
    },

    /** @param {Actor} actor @param {string} id @param {{ bytes: number, sha256: string, missing: number }} made */
    async finish(actor, id, { bytes, sha256, missing }) {
      requireUnlimited(actor);
      await db.query(k('plinth.backups').where({ id }).update({ bytes, sha256, missing, finished_at: k.fn.now() }));
      await events.add('backup-made', { by: actor.userId, address: actor.address });
    },

    /** @param {Actor} actor @param {string} id @param {{ tried: true } | { tried: false, reason: string }} result */
    async tested(actor, id, result) {
      requireUnlimited(actor);
      const change = result.tried ? { tested_at: k.fn.now() } : { untested: result.reason.slice(0, 500) };
      await db.query(k('plinth.backups').where({ id }).update(change));
    },

    /** @param {Actor} actor @param {string} id @param {unknown} error */
    async failed(actor, id, error) {
      requireUnlimited(actor);
      const { message, hint } = /** @type {any} */ (error);
      const text = { error: String(message).slice(0, 1000), error_hint: hint ? String(hint).slice(0, 1000) : null };
      await db.query(
        k('plinth.backups')
          .where({ id })
          .update({ ...text, finished_at: k.fn.now() }),
      );
    },

    /** Those whose files were removed. @param {Actor} actor @param {readonly string[]} ids */
    async removed(actor, ids) {
      requireUnlimited(actor);
      if (ids.length > 0)
        await db.query(
          k('plinth.backups')
            .whereRaw('id = any (?::uuid[])', [[...ids]])
            .update({ removed_at: k.fn.now() }),
        );
    },

    /** Notes that somebody took one away. @param {Actor} actor @param {Backup} backup */
    async downloaded(actor, { file }) {
      requireUnlimited(actor);
      await events.add('backup-downloaded', { by: actor.userId, address: actor.address, what: file });
    },

    /** Notes that somebody wants it restored; what is restored will not know, the backup made before does. @param {Actor} actor @param {Backup} backup */
    async restoring(actor, { file }) {
      requireUnlimited(actor);
      await events.add('restore-asked', { by: actor.userId, address: actor.address, what: file });
    },
  };
}

/** @param {Database} db */
function scheduling(db) {
  return {
    /** Those that the schedule made in a node's folder, the newest first. @param {Actor} actor @param {string} node @returns {Promise<Backup[]>} */
    async scheduled(actor, node) {
      requireUnlimited(actor);
      const query = k('plinth.backups').select(COLUMNS).whereNull('removed_at').where({ reason: 'scheduled', node });
      const { rows } = await db.query(query.orderBy('started_at', 'desc').limit(MOST_KEPT));
      return rows.map(asBackup);
    },

    /** @param {Actor} actor @param {Record<string, unknown>} input */
    async setSchedule(actor, input) {
      requireUnlimited(actor);
      await db.query(k('plinth.backup_schedule').update({ ...checked(input), since: k.fn.now() }));
    },
  };
}

const SCHEDULE = k('plinth.backup_schedule').select(
  ...['enabled', 'last', 'daily', 'weekly', 'monthly', 'since'],
  k.raw("to_char(at, 'HH24:MI') as at"),
  k.raw('now() as now'),
  k.raw(
    `coalesce((select body ->> 'timeZone' from plinth.objects where kind = 'settings' limit 1), 'UTC') as "timeZone"`,
  ),
);

/** @param {Record<string, unknown>} input */
function checked(input) {
  /** @type {Values} */
  const problems = {};
  /** @param {string} name @param {number} least */
  const count = (name, least) => {
    const text = String(input[name] ?? '').trim();
    const number = Number(text);
    if (!/^\d{1,4}$/.test(text) || number < least || number > 1000)
      problems[name] = phrase`A whole number from ${least} to 1000`;
    return number;
  };
  const schedule = {
    enabled: input.enabled === true,
    at: String(input.at ?? ''),
    last: count('last', 1),
    daily: count('daily', 0),
    weekly: count('weekly', 0),
    monthly: count('monthly', 0),
  };
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(schedule.at)) problems.at = phrase`A time such as 03:00`;
  if (Object.keys(problems).length > 0) throw inputInvalid(problems);
  return schedule;
}

/** @param {any} row @returns {Backup} */
const asBackup = (row) => ({ ...row, bytes: row.bytes === null ? null : Number(row.bytes) });

const notFound = () =>
  new AppError('BACKUP_NOT_FOUND', 'This backup does not exist', { status: 404, hint: 'It may have been deleted' });

/** @param {Actor} actor */
function requireUnlimited(actor) {
  if (!isUnlimited(actor)) throw forbidden(phrase`see or change backups`);
}
