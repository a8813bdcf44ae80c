/** @import { Client } from 'pg' */
import { readFile } from 'node:fs/promises';

/** A message in the write-ahead log with this prefix says that tables were changed by SQL. */
export const SCHEMA_MESSAGE = 'plinth_schema';
/** Returned by the last statement of schema-events.sql. */
const VERSION = 'plinth 1';
const SCRIPT = new URL('./schema-events.sql', import.meta.url);
const LOCK = 0x65767472;
const INSUFFICIENT_PRIVILEGE = '42501';

/** Whether the event triggers exist in their newest version and are enabled: one row with `heard`. */
export const SCHEMA_EVENTS = `
  select count(*) = 2
         and bool_or(obj_description(oid, 'pg_event_trigger') = '${VERSION}') is true as heard
    from pg_event_trigger
   where evtname in ('plinth_schema_changed', 'plinth_schema_dropped')
     and evtenabled in ('O', 'A')`;

/**
 * Creates the event triggers that report changes of tables by SQL, unless they exist.
 *
 * @param {Pick<Client, 'query'>} client a separate connection
 * @returns {Promise<boolean>} false: its role may not create them
 */
export async function installSchemaEvents(client) {
  if (await areHeard(client)) return true;
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK]);
    // Another process may have been faster.
    if (!(await areHeard(client))) await client.query(await readFile(SCRIPT, 'utf8'));
    await client.query('commit');
    return true;
  } catch (error) {
    await client.query('rollback');
    if (/** @type {any} */ (error).code === INSUFFICIENT_PRIVILEGE) return false;
    throw error;
  }
}

/** @param {Pick<Client, 'query'>} client */
async function areHeard(client) {
  const { rows } = await client.query(SCHEMA_EVENTS);
  return rows[0].heard;
}
