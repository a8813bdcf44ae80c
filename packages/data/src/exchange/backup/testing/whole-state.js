/** @import { Connection } from '../../../postgres/database/connect.js' */
import { backupSession } from '../database/session.js';
import { copyOut } from '../database/dump.js';
import { createRowSet } from '../database/row-set.js';
import { NO_ROWS, fullName, readSequences, readTables } from '../database/shape.js';

/** Policies, triggers and functions are made from the metadata when Plinth opens the database. */
const DERIVED = `
  select 'trigger ' || t.tgrelid::regclass || ' ' || pg_get_triggerdef(t.oid) || t.tgenabled::text as what
    from pg_trigger t where not t.tgisinternal and t.tgname <> 'plinth_changes'
  union all
  select 'policy ' || tablename || ' ' || policyname || coalesce(roles::text, '') || coalesce(qual, '') || coalesce(with_check, '')
    from pg_policies
  union all
  select 'function ' || p.oid::regprocedure || md5(p.prosrc) from pg_proc p
   where p.pronamespace::regnamespace::text in ('plinth', 'app', 'plinth_wall') and p.proname <> 'tell_change'
  union all
  select 'row security ' || oid::regclass from pg_class where relrowsecurity and relnamespace = to_regnamespace('app')
  order by 1`;

/**
 * Everything that a restore must bring back: the shape of all tables, a hash of the rows of each, sequences, and what is
 * derived from the metadata.
 *
 * @param {Connection} connection
 */
export const wholeState = (connection) =>
  backupSession(connection, async (client) => {
    const tables = await readTables(client);
    /** @type {Record<string, string>} */
    const rows = {};
    for (const table of tables) {
      const name = fullName(table);
      if (NO_ROWS.includes(name) || name === 'plinth.security_events') continue;
      const set = createRowSet();
      const copied = copyOut(client, table);
      for await (const chunk of copied.stream) set.add(chunk);
      rows[name] = `${copied.rows()} ${set.digest()}`;
    }
    const sequences = (await readSequences(client)).filter(({ name }) => name !== 'security_events_id_seq');
    const { rows: derived } = await client.query(DERIVED);
    return { tables, rows, sequences, derived: derived.map(({ what }) => what) };
  });
