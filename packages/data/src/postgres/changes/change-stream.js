/** @import { ChangeStream } from './types.d.ts' */
/** @import { Connection } from '../database/connect.js' */
/** @import { Database } from '../database/database.js' */
import { createDatabase } from '../database/database.js';
import { createLogicalStream } from './logical.js';
import { createNotifyStream } from './notify.js';
import { whyNoLog } from '../database/why-no-log.js';
import { installSchemaEvents } from '../database/schema-events.js';

/**
 * The one source of changes: follows the write-ahead log where the server allows it, otherwise listens to triggers. It
 * has its own connections, so that slow statements do not delay it.
 *
 * @param {{ connection: Connection, log: import('./types.d.ts').ChangeDriverOptions['log'], kind?: 'logical' | 'notify' }} options
 *   kind: lets tests choose
 * @returns {Promise<ChangeStream>} to be started
 */
export async function createChangeStream({ connection, log, kind }) {
  const db = createDatabase(connection, { max: 1, shared: 1, log });
  try {
    const facts = await readFacts(db);
    if (facts.superuser) await hearOfSchema(db, log);
    const reason = kind === 'notify' ? 'asked for' : whyNoLog(facts);
    const stream =
      reason === '' ? createLogicalStream({ connection, db, log }) : createNotifyStream({ db, log, reason });
    return {
      ...stream,
      async close() {
        await stream.close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/**
 * Everything else works without it, so a failure is only logged.
 *
 * @param {Database} db
 * @param {import('./types.d.ts').ChangeDriverOptions['log']} log
 */
async function hearOfSchema(db, log) {
  try {
    await db.client(installSchemaEvents);
  } catch (error) {
    log.warn('Changes of tables by SQL are not heard', { error: String(error) });
  }
}

/** @param {Database} db */
async function readFacts(db) {
  const { rows } = await db.query(`
    select current_setting('wal_level') as "walLevel", rolname as role, rolsuper as superuser,
           rolreplication or rolsuper as "mayReplicate"
      from pg_roles
     where rolname = current_user`);
  return rows[0];
}
