/** @import { Client } from 'pg' */
/** @import { Prepared, Rewrite } from '../ddl/types.d.ts' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Log } from '../../create-data.js' */
/** @import { Job } from './types.d.ts' */
import { AppError } from '@plinth/plugin';
import { createHash } from 'node:crypto';
import { ask, refuse } from '../ddl/run.js';
import { aheadName } from '../ddl/shadow-names.js';
import { uuidv7 } from '../schema/uuid.js';
import { translate } from '../../postgres/database/errors.js';
import { k, quoteIdentifier, sql } from '../../postgres/sql/index.js';
import { fillShadow } from './fill.js';
import { locking } from './locking.js';
import { LOCK, NEW_VERSION, removeLeft } from './leftovers.js';
import { addShadow } from './shadow-sql.js';
import { on, run } from './statements.js';
import { tableChanged } from './table-changed.js';

/** As the connections of the app have it (postgres/database/connect.js), whoever writes. */
const SETTINGS =
  "set search_path = plinth, public, pg_temp set timezone = 'UTC' set datestyle = 'ISO, YMD' set intervalstyle = 'iso_8601' set extra_float_digits = 1";
/** Nobody loses anything if the last batches are lost in a crash: the whole is taken away then. */
const SESSION =
  'set statement_timeout = 0; set synchronous_commit = off; set plinth.own_ddl = on; set plinth.as_saved = on';

/**
 * Makes ready what an edit changes in a large table, then lets the edit take it. Everybody reads and writes meanwhile. What
 * the edit has not taken in the end is taken away; after a crash, the next start does that.
 *
 * @template T
 * @param {{ db: Database, log: Log, signal: AbortSignal }} context
 * @param {Rewrite} rewrite @param {{ readings: Prepared['readings'], rows: number }} options rows: about how many there are
 * @param {(prepared: Prepared) => Promise<T>} edit
 * @returns {Promise<T>}
 */
export function makeAhead({ db, log, signal }, rewrite, { readings, rows }, edit) {
  return db.apart(async (client) => {
    await client.query(SESSION);
    await claim(client, rewrite.table);
    const id = uuidv7();
    /** @type {Job} */
    const job = { client, rewrite, id, stops: (told) => tell(client, id, signal, told) };
    const started = performance.now();
    try {
      await begin(job, rows);
      for (const question of rewrite.questions) refuse(await ask(on(client), question));
      await addShadowOf(job);
      if (rewrite.shadow) await fillShadow(job, rewrite.shadow);
      await addIndexes(job);
      await addChecks(job);
      await job.stops({ stage: 'swap' });
      const result = await edit({
        id,
        table: rewrite.table,
        field: rewrite.shadow?.field ?? null,
        names: namesIn(rewrite),
        hash: hashOf(rewrite),
        readings,
      });
      log.info('rewrite.done', { table: rewrite.name, ms: Math.round(performance.now() - started) });
      return result;
    } catch (error) {
      throw error instanceof AppError || (await isNoted(client, id)) ? translate(error) : tableChanged();
    } finally {
      // A lost connection leaves it to the next start.
      await removeLeft(client, id).catch((error) =>
        log.warn('rewrite.left', { table: rewrite.name, error: String(error) }),
      );
    }
  });
}

/** To see that what was made is what an edit needs. @param {Rewrite} rewrite */
export function hashOf({ questions: _, ...rewrite }) {
  const uniques = rewrite.uniques.map(({ check: _, ...one }) => one);
  const required = rewrite.required.map(({ check: _, ...one }) => one);
  return createHash('sha256')
    .update(JSON.stringify({ ...rewrite, uniques, required }))
    .digest('base64url');
}

/** @param {Rewrite} rewrite */
const namesIn = ({ indexes, uniques, checks, required }) =>
  new Set([...indexes, ...uniques, ...checks, ...required].map(({ name }) => name));

/** One at a time for each table. A process that dies gives it back at once. @param {Client} client @param {string} table */
async function claim(client, table) {
  const { rows } = await client.query('select pg_try_advisory_lock($1, hashtext($2)) as mine', [LOCK, table]);
  if (!rows[0].mine)
    throw new AppError('CHANGE_RUNNING', 'The rows of this table are being converted for another change', {
      status: 409,
      hint: 'Wait until that is done, or stop it on the page of the table’s fields',
    });
  const left = await client.query('select id from plinth.rewrites where table_id = $1', [table]);
  for (const { id } of left.rows) await removeLeft(client, id);
}

/**
 * Another edit of the table takes the note and the column away, perhaps in the middle of a statement.
 *
 * @param {Client} client @param {string} id
 */
const isNoted = (client, id) =>
  client.query('select from plinth.rewrites where id = $1', [id]).then(
    ({ rows }) => rows.length > 0,
    () => true,
  );

/** @param {Job} job @param {number} total */
async function begin({ client, rewrite, id }, total) {
  const { table, name, shadow, indexes, uniques, checks, required } = rewrite;
  const made = {
    indexes: [...indexes, ...uniques].map((one) => aheadName(one.name)),
    constraints: [...checks.map((one) => aheadName(one.name)), ...required.map((one) => one.name)],
  };
  const row = { id, table_id: table, field_id: shadow?.field ?? null, total, made: JSON.stringify(made) };
  await on(client).query(k('plinth.rewrites').insert(row));
  // A vacuum would stand in the way of short locks, and is cancelled for one that waits long enough. This lock blocks nobody.
  await run(client, `set lock_timeout = 0; alter table ${name} set (autovacuum_enabled = off)`);
}

/** @param {Job} job */
async function addShadowOf({ client, rewrite, stops }) {
  const { shadow } = rewrite;
  await stops({ stage: 'rows' });
  if (shadow) await locking(client, [...addShadow(rewrite, shadow, SETTINGS), NEW_VERSION], stops);
}

/** @param {Job} job */
async function addIndexes({ client, rewrite, stops }) {
  const { name, indexes, uniques, shadow } = rewrite;
  await client.query('set lock_timeout = 0');
  await stops({ stage: 'indexes' });
  for (const one of indexes) {
    await run(client, `create index concurrently ${quoteIdentifier(aheadName(one.name))} on ${name} ${one.sql}`);
    await stops();
  }
  for (const one of uniques) {
    try {
      await run(
        client,
        `create unique index concurrently ${quoteIdentifier(aheadName(one.name))} on ${name} (${one.columns.join(', ')})`,
      );
    } catch (error) {
      if (/** @type {any} */ (error).code === '23505') refuse(await ask(on(client), one.check));
      throw error;
    }
    await stops();
  }
  if (shadow) await run(client, `analyze ${name} (${shadow.column})`);
}

/** Last, since nobody can write what breaks them from then on. @param {Job} job */
async function addChecks({ client, rewrite, stops }) {
  const { name, checks, required } = rewrite;
  const rules = [
    ...checks.map((one) => ({ name: aheadName(one.name), sql: one.sql, check: null })),
    ...required.map((one) => ({ name: one.name, sql: `${one.sql} is not null`, check: one.check })),
  ];
  await stops({ stage: 'checks' });
  for (const { name: rule, sql: text, check } of rules) {
    if (check) refuse(await ask(on(client), check));
    const quoted = quoteIdentifier(rule);
    await locking(client, [`alter table ${name} add constraint ${quoted} check (${text}) not valid`], stops);
    try {
      await client.query('set lock_timeout = 0');
      await run(client, `alter table ${name} validate constraint ${quoted}`);
    } catch (error) {
      if (/** @type {any} */ (error).code !== '23514') throw error;
      if (check) refuse(await ask(on(client), check));
      throw new AppError('CONSTRAINT_VIOLATED', 'Some rows break this rule', {
        status: 422,
        hint: 'First change those rows, or relax the rule',
        cause: error,
      });
    }
  }
}

/**
 * Notes how far it is, and asks whether to go on.
 *
 * @param {Client} client @param {string} id @param {AbortSignal} signal @param {{ stage?: string, done?: number }} [told]
 */
async function tell(client, id, signal, { stage, done } = {}) {
  const { rows } = await on(client).query(sql`
    update plinth.rewrites set stage = coalesce(${stage ?? null}::text, stage), done = coalesce(${done ?? null}::bigint, done)
     where id = ${id}::uuid returning stopped`);
  if (rows.length === 0) throw tableChanged();
  if (rows[0].stopped || signal.aborted)
    throw new AppError('CHANGE_STOPPED', 'The change was stopped. Nothing is different from before', {
      status: 409,
      hint: 'Change the field again when there is time for it',
    });
}
