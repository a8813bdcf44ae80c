/** @import { Values } from '@plinth/plugin' */
/** @import { Head, Manifest, TableShape } from '../types.d.ts' */
import { once } from 'node:events';
import copyStreams from 'pg-copy-streams';
import { AppError, phrase } from '@plinth/plugin';
import { ident, join, sql, toStatement } from '../../../postgres/sql/index.js';
import { applyMigrations, knownMigrations } from '../../../postgres/migrations/runner.js';
import {
  backupDamaged,
  backupNewer,
  isDiskFull,
  backupDiskFull,
  restoreFailed,
  restorePostgresOlder,
  restoreTooManyTables,
} from '../errors.js';
import { addConstraint, addIndex, createSequence, createTable, ownSequence, setSequence } from './create.js';
import { storedColumns } from './dump.js';
import { refuseCode } from './functions-used.js';
import { runOne } from './run-one.js';
import { NO_ROWS, SCHEMAS, fullName, readSequences, readTables } from './shape.js';

/** @typedef {import('pg').Client} Client */

/** What a restore removes, in the order in which it goes. */
const REMOVED = ['plinth_wall', 'app', 'plinth_trash', 'plinth'];
const FORMAT = 1;

/** Refuses what this version can't read, before anything happens. @param {Head} head */
export async function checkHead(head) {
  const lists = [head.migrations, head.tables, head.sequences, head.plugins, head.admins];
  if (!Number.isInteger(head.format) || typeof head.plinth !== 'string' || !lists.every(Array.isArray))
    throw backupDamaged(phrase`its description is not valid`);
  if (head.format > FORMAT) throw backupNewer(head.plinth, `format ${head.format}`);
  const known = await knownMigrations();
  const unknown = head.migrations.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw backupNewer(head.plinth, unknown.slice(0, 5).join(', '));
  if ([...head.tables, ...head.sequences].some(({ schema }) => !SCHEMAS.includes(schema)))
    throw backupDamaged(phrase`its description is not valid`);
}

/** Removes everything of Plinth from the database. @param {Client} client in a transaction */
export async function clearDatabase(client) {
  // Otherwise other nodes would be told of each table.
  await client.query(`set local plinth.own_ddl = on`);
  for (const schema of REMOVED) await runOne(client, sql`drop schema if exists ${ident(schema)} cascade`);
}

/**
 * Fills an empty database from a backup: tables first, then rows as they come, then keys and indexes, and at last the
 * migrations that the backup did not have yet.
 *
 * @param {Client} client @param {Head} head
 */
export async function createLoader(client, head) {
  const explained = explaining(head, (await client.query('show server_version')).rows[0].server_version);
  const own = await explained('The structure of the database', () => createEmpty(client, head));
  const rows = createRowLoader(client, head);
  return {
    /** @param {{ key: string, body: AsyncIterable<Buffer> }} item */
    part: (item) => explained('A table', () => rows.part(item)),
    /** Breaks off, so that the transaction can be rolled back. */
    stop: () => rows.stop(),
    /** @param {Manifest} manifest */
    async finish(manifest) {
      await explained('A table', () => rows.end());
      rows.compare(manifest);
      await explained('The structure of the database', () => complete(client, head, own));
    },
  };
}

/** Makes Plinth's own tables by the migrations that the backup had, and those of apps as they were. @param {Client} client @param {Head} head */
async function createEmpty(client, head) {
  await migrateTo(client, head.migrations);
  const own = (await readTables(client)).filter(({ schema }) => schema === 'plinth');
  checkOwn(head, own);
  for (const table of own) {
    const on = ident(table.schema, table.name);
    await runOne(client, sql`alter table ${on} disable trigger user`);
    for (const { name } of foreignKeys(table))
      await runOne(client, sql`alter table ${on} drop constraint ${ident(name)}`);
    // What migrations wrote is in the backup too.
    if (!NO_ROWS.includes(fullName(table))) await runOne(client, sql`delete from ${on}`);
  }
  await client.query(CHECK_NOW);
  for (const sequence of others(head.sequences)) await createSequence(client, sequence);
  for (const table of others(head.tables)) await createTable(client, table, head.sequences);
  for (const sequence of others(head.sequences)) await ownSequence(client, sequence);
  await refuseCode(client);
  return own;
}

/** @param {Client} client @param {readonly string[]} names of migrations */
async function migrateTo(client, names) {
  await client.query('set search_path = plinth, public');
  await applyMigrations(client, names);
  await client.query('set search_path = pg_catalog');
  await client.query(CHECK_NOW);
}

/** Checks that wait for the end of the transaction keep a table from being altered. */
const CHECK_NOW = 'set constraints all immediate';

/** @param {Head} head @param {readonly TableShape[]} own as this version's migrations made them */
function checkOwn(head, own) {
  for (const table of head.tables.filter(({ schema }) => schema === 'plinth')) {
    const there = own.find(({ name }) => name === table.name);
    const known = new Set(there?.columns.map(({ name }) => name));
    const unknown = table.columns.find(({ name }) => !known.has(name));
    if (unknown) throw backupDamaged(phrase`${fullName(table)}.${unknown.name} is unknown`);
  }
}

/** @param {Client} client @param {Head} head @param {readonly TableShape[]} own */
async function complete(client, head, own) {
  const tables = others(head.tables);
  await client.query(CHECK_NOW);
  for (const table of tables) for (const one of rest(table)) await addConstraint(client, table, one);
  for (const table of tables) for (const index of table.indexes) await addIndex(client, index);
  await refuseCode(client);
  for (const table of [...own, ...tables])
    for (const one of foreignKeys(table)) await addConstraint(client, table, one);
  for (const table of own)
    await runOne(client, sql`alter table ${ident(table.schema, table.name)} enable trigger user`);
  const there = new Set((await readSequences(client)).map(fullName));
  for (const sequence of head.sequences) if (there.has(fullName(sequence))) await setSequence(client, sequence);
  await migrateTo(client, await knownMigrations());
}

/** Rows of one table after the other. @param {Client} client @param {Head} head */
function createRowLoader(client, head) {
  let current = -1;
  /** @type {any} */
  let stream = null;
  /** @type {Map<string, number>} */
  const counts = new Map();

  async function end() {
    if (!stream) return;
    const done = new Promise((resolve, reject) => stream.once('finish', resolve).once('error', reject));
    stream.end();
    await done;
    counts.set(fullName(head.tables[current]), Number(stream.rowCount));
    stream = null;
  }

  return {
    end,
    /** While rows are copied, the connection takes no other statement. */
    async stop() {
      if (!stream || stream.closed) return;
      // Not `once` of events: it rejects with the error that this causes.
      const closed = new Promise((resolve) => stream.once('close', resolve));
      stream.destroy();
      await closed;
    },
    /** @param {{ key: string, body: AsyncIterable<Buffer> }} item */
    async part({ key, body }) {
      const number = Number(key);
      if (number !== current) {
        await end();
        const table = head.tables[number];
        if (number < current || !table || NO_ROWS.includes(fullName(table)))
          throw backupDamaged(phrase`"data/${key}" is out of order`);
        current = number;
        const columns = join(storedColumns(table).map(({ name }) => ident(name)));
        const copy = sql`copy ${ident(table.schema, table.name)} (${columns}) from stdin`;
        stream = client.query(copyStreams.from(toStatement(copy).text));
        // Told by the next write, or at the end.
        stream.on('error', () => {});
      }
      for await (const chunk of body) {
        if (stream.errored) throw stream.errored;
        if (!stream.write(chunk)) await drained(stream);
      }
      if (stream.errored) throw stream.errored;
    },
    /** @param {Manifest} manifest */
    compare(manifest) {
      for (const { name, rows } of manifest.tables)
        if ((counts.get(name) ?? 0) !== rows)
          throw backupDamaged(phrase`Rows of ${name}: ${counts.get(name) ?? 0} instead of ${rows}`);
    },
  };
}

/** Until it takes more, or has failed. @param {import('node:events').EventEmitter} stream */
async function drained(stream) {
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })]);
  } finally {
    waiting.abort();
  }
}

/** @template {{ schema: string }} T @param {readonly T[]} list */
const others = (list) => list.filter(({ schema }) => schema !== 'plinth');

/** @param {TableShape} table */
const foreignKeys = ({ constraints }) => constraints.filter(({ type }) => type === 'f');

/** @param {TableShape} table */
const rest = ({ constraints }) => constraints.filter(({ type }) => type !== 'f');

/**
 * What a failure means to whoever restores.
 *
 * @param {Head} head @param {string} server its version
 * @returns {<T>(what: string, work: () => Promise<T>) => Promise<T>}
 */
const explaining = (head, server) => async (what, work) => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (isDiskFull(error)) throw backupDiskFull('the database', error);
    const code = String(/** @type {Values} */ (error).code);
    // out_of_memory of the shared lock table
    if (code === '53200') throw restoreTooManyTables(error);
    const [from, to] = [majorOf(head.postgres), majorOf(server)];
    // Syntax, types, functions and collations that an older server doesn't know.
    if (from > to && /^(42|0A)/.test(code)) throw restorePostgresOlder(String(from), String(to), error);
    throw restoreFailed(what, error);
  }
};

/** @param {unknown} version "18.4" or "15.14 (Debian 15.14-0+deb12u1)" */
const majorOf = (version) => Number.parseInt(String(version), 10) || 0;
