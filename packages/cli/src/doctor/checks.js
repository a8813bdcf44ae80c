import { formatBytes } from '../frame/bytes.js';

/** @typedef {{ name: string, state: 'ok' | 'warn' | 'fail', found: string, hint?: string }} Finding */
/** @import { readFacts, readMachineFacts } from '@plinth/server/operations' */

const MB = 2 ** 20;
/** Seconds after which a transaction was probably forgotten. */
const LONG_OPEN = 60;

/** @param {ReturnType<typeof readMachineFacts>} facts @returns {Finding[]} */
export function machineChecks(facts) {
  const major = Number(facts.node.split('.')[0]);
  return [
    finding('node', facts.node, [
      [major < 24, 'fail', 'Start Plinth through npm start or npx plinth, which bring Node.js 24.'],
    ]),
    finding('memory', `${facts.memoryMb} MB`, [[facts.memoryMb < 400, 'fail', 'Plinth needs 512 MB.']]),
    finding('data folder', facts.dataDir, [
      [!facts.dataDirWritable, 'fail', 'This user can’t write there: give the folder to it, or set PLINTH_DATA.'],
    ]),
    finding('disk', `${formatBytes(facts.diskFreeBytes)} free`, [
      [facts.diskFreeBytes < 200 * MB, 'fail', 'The database needs room to work: free some space.'],
      [facts.diskFreeBytes < 1024 * MB, 'warn', 'Less than 1 GB: free some space before the database grows.'],
    ]),
    workers(facts),
  ];
}

/**
 * Those that run, or else those that a server started from here would have.
 *
 * @param {ReturnType<typeof readMachineFacts>} facts
 * @returns {Finding}
 */
function workers({ running, workers: wanted, cores }) {
  const found = running
    ? `${running.workers.length} of ${running.wanted} run on ${cores} cores`
    : `WORKERS is ${wanted}, on ${cores} cores`;
  const many = running?.wanted ?? wanted;
  return finding('workers', found, [
    [
      running !== null && running.workers.length < running.wanted,
      'warn',
      'Some ended or are starting; the log says why.',
    ],
    [
      many > cores,
      'warn',
      'More than cores: they take turns and each takes memory. WORKERS=auto takes one for each core.',
    ],
  ]);
}

/** @param {Awaited<ReturnType<typeof readFacts>>['database']} database @returns {Finding[]} */
export function databaseChecks(database) {
  return [
    finding('database', `PostgreSQL ${database.version} (${database.kind})`, []),
    finding('durability', `fsync is ${database.fsync}`, [
      [database.fsync !== 'on', 'fail', 'A power cut can destroy the database: set fsync = on.'],
    ]),
    changeStream(database),
    finding('tables changed by SQL', database.schemaHeard ? 'heard at once' : 'not heard', [
      [
        !database.schemaHeard,
        'warn',
        'Pages in memory stay as they were until a row changes. As a superuser, run packages/data/src/changes/schema-events.sql in this database; or call plinth.schema_changed() in the transaction that changes a table.',
      ],
    ]),
    finding('rights', `role ${database.role}`, [
      [!database.mayCreate, 'fail', `It can't make tables. Run: grant create on database … to ${database.role}`],
      [database.superuser, 'warn', 'It is a superuser; a role that only owns its database is safer.'],
    ]),
    finding('connections', `${database.maxConnections} at most`, [
      [
        database.maxConnections < 20,
        'warn',
        'Each worker uses up to 23, fewer where there are few: raise max_connections.',
      ],
    ]),
    oldestTransaction(database.oldest),
    finding('clock', `the database's is ${Math.abs(database.clockSkewMs)} ms off`, [
      [Math.abs(database.clockSkewMs) > 2000, 'warn', 'Sessions and schedules go by both clocks: synchronise them.'],
    ]),
  ];
}

/**
 * What the database names and this machine has not got.
 *
 * @param {Pick<Awaited<ReturnType<typeof readFacts>>, 'missing' | 'dataDir'>} facts @returns {Finding[]}
 */
export function contentChecks({ missing: { plugins, files }, dataDir }) {
  const found =
    files.missing > 0 ? `${files.missing} of ${files.looked} that were looked at are not here` : 'all are here';
  return [
    finding('plugins', plugins.length > 0 ? `${plugins.join(', ')} not here` : 'all are here', [
      [
        plugins.length > 0,
        'warn',
        `Share ${dataDir}/plugins with the node that has them, or copy it from there, and start again.`,
      ],
    ]),
    finding('files', found, [
      [
        files.missing > 0,
        'warn',
        `Share ${dataDir}/files among all nodes; until then pages and downloads of these files fail here.`,
      ],
    ]),
  ];
}

/**
 * By what Plinth hears of changes, why, and what leads to the better way.
 *
 * @param {Awaited<ReturnType<typeof readFacts>>['database']} database @returns {Finding}
 */
function changeStream(database) {
  const { noLog, walLevel, mayReplicate, role, senders, maxSenders, slots, maxSlots } = database;
  if (noLog) {
    return finding('change stream', `triggers and NOTIFY, because ${noLog}`, [
      [
        walLevel !== 'logical',
        'warn',
        'It works, but writes are slower and changes come without keys. To follow the log: alter system set wal_level = logical, then restart PostgreSQL (with a hosted one, switch logical replication on).',
      ],
      [!mayReplicate, 'warn', `It works, but slower. To follow the log run: alter role ${role} replication`],
    ]);
  }
  // The server that runs has one of each itself.
  return finding(
    'change stream',
    `the write-ahead log (${senders} of ${maxSenders} senders, ${slots} of ${maxSlots} slots in use)`,
    [
      [
        maxSenders === 0 || maxSlots === 0,
        'fail',
        'Set max_wal_senders and max_replication_slots to 10 and restart PostgreSQL.',
      ],
      [
        senders >= maxSenders || slots >= maxSlots,
        'warn',
        'None is left: raise max_wal_senders and max_replication_slots, or drop slots that nobody uses. Until then nothing is answered from memory.',
      ],
    ],
  );
}

/** @param {{ pid: number | null, name: string, seconds: number } | null} oldest @returns {Finding} */
function oldestTransaction(oldest) {
  if (!oldest) return finding('open transactions', 'none', []);
  const { pid, name, seconds } = oldest;
  const end = pid === null ? 'commit prepared or rollback prepared' : `select pg_terminate_backend(${pid})`;
  return finding('open transactions', `the oldest is ${seconds} s old (${name}${pid ? `, process ${pid}` : ''})`, [
    [
      seconds > LONG_OPEN,
      'warn',
      `Edits of tables that it uses wait for it, and after a restart nothing is answered from memory before it ends. To end it: ${end}`,
    ],
  ]);
}

/**
 * The first thing that is wrong decides.
 *
 * @param {string} name @param {string} found
 * @param {[wrong: boolean, state: 'warn' | 'fail', hint: string][]} troubles
 * @returns {Finding}
 */
function finding(name, found, troubles) {
  const trouble = troubles.find(([wrong]) => wrong);
  return trouble ? { name, state: trouble[1], found, hint: trouble[2] } : { name, state: 'ok', found };
}
