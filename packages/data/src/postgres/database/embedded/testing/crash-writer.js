import pg from 'pg';
import { createLog } from './line-log.js';
import { openDatabase } from '../open-database.js';

/**
 * A process that a test kills while it writes: opens the database of its data folder as a server does, inserts rising
 * numbers and prints each one that was acknowledged. Arguments: the data folder and the purpose.
 */
const [dataDir, purpose = 'serve'] = process.argv.slice(2);
const log = createLog();
const database = await openDatabase({
  config: { dataDir },
  purpose: /** @type {'serve' | 'command'} */ (purpose),
  log,
});

process.once('SIGTERM', async () => {
  stopped = true;
  await database.close();
  process.exit(0);
});
let stopped = false;
console.log('open');
let client = await connect();
await client.query('create table if not exists written (n bigint primary key)');
const { rows } = await client.query('select coalesce(max(n), 0)::int as last from written');
for (let n = rows[0].last + 1; !stopped; n += 1) n = await write(n);

/** @param {number} n @returns {Promise<number>} the number written */
async function write(n) {
  for (;;) {
    try {
      await client.query('insert into written values ($1)', [n]);
      console.log(`wrote ${n}`);
      return n;
    } catch (error) {
      // A commit whose response was lost counts as neither written nor failed: it is not reported, and the next number
      // is taken.
      if (/** @type {{ code?: string }} */ (error).code === '23505') n += 1;
      else client = await connect();
    }
  }
}

async function connect() {
  for (;;) {
    const next = new pg.Client(database.connection);
    next.on('error', () => {});
    try {
      await next.connect();
      return next;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
