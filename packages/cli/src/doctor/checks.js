import { formatBytes } from '../frame/bytes.js';

/** Below this for each worker, in MB, caches are small. */
const MODEST_MB = 400;

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
      [major < 24, 'fail', 'Start Plinth with npm start or npx plinth, which include Node.js 26.'],
    ]),
    memory(facts),
    finding('data folder', facts.dataDir, [
      [
        !facts.dataDirWritable,
        'fail',
        'This user can’t write there. Change the owner of the folder, or set PLINTH_DATA.',
      ],
    ]),
    finding('disk', `${formatBytes(facts.diskFreeBytes)} free`, [
      [facts.diskFreeBytes < 200 * MB, 'fail', 'The database needs more space to work. Free some space.'],
      [facts.diskFreeBytes < 1024 * MB, 'warn', 'Less than 1 GB: free some space before the database grows.'],
    ]),
    workers(facts),
  ];
}

/** What is used of it. @param {ReturnType<typeof readMachineFacts>} facts @returns {Finding} */
function memory({ memoryMb, memory: { mb, wantedMb, leastMb: least }, workers: count }) {
  const each = count > 1 ? ` for ${count} workers` : '';
  return finding('memory', wantedMb === null ? `${mb} MB` : `${mb} of ${memoryMb} MB (PLINTH_MEMORY)`, [
    [mb < least, 'fail', `Plinth needs at least ${least} MB${each}, better ${2 * least}.`],
    [wantedMb !== null && wantedMb > memoryMb, 'warn', `PLINTH_MEMORY is ${wantedMb} MB, more than there is.`],
    [mb < MODEST_MB * count, 'warn', `It works, but ${2 * least} MB${each} are better.`],
  ]);
}

/**
 * The running workers, or those that a server started from here would have.
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
      'Some have stopped or are still starting. See the log.',
    ],
    [
      many > cores,
      'warn',
      'More workers than cores: they share the cores, and each uses memory. WORKERS=auto starts one per core.',
    ],
  ]);
}

/** @param {Awaited<ReturnType<typeof readFacts>>['database']} database @returns {Finding[]} */
export function databaseChecks(database) {
  return [
    finding('database', `PostgreSQL ${database.version} (${database.kind})`, []),
    finding('durability', `fsync is ${database.fsync}`, [
      [database.fsync !== 'on', 'fail', 'A power failure can destroy the database. Set fsync = on.'],
    ]),
    changeStream(database),
    finding('tables changed by SQL', database.schemaHeard ? 'detected immediately' : 'not detected', [
      [
        !database.schemaHeard,
        'warn',
        'Cached pages stay unchanged until a row changes. As a superuser, run packages/data/src/postgres/database/schema-events.sql in this database; or call plinth.schema_changed() in the transaction that changes a table.',
      ],
    ]),
    finding('rights', `role ${database.role}`, [
      [
        !database.mayCreate,
        'fail',
        `This role can't create tables. Run: grant create on database … to ${database.role}`,
      ],
      [database.superuser, 'warn', 'This role is a superuser. A role that only owns its database is safer.'],
    ]),
    finding('connections', `${database.maxConnections} at most`, [
      [
        database.maxConnections < 20,
        'warn',
        'Each worker uses up to 23, or fewer if there are not enough. Raise max_connections.',
      ],
    ]),
    oldestTransaction(database.oldest),
    finding('clock', `the database's is ${Math.abs(database.clockSkewMs)} ms off`, [
      [Math.abs(database.clockSkewMs) > 2000, 'warn', 'Sessions and schedules use both clocks. Synchronise them.'],
    ]),
  ];
}

/**
 * What the database refers to and this machine lacks.
 *
 * @param {Pick<Awaited<ReturnType<typeof readFacts>>, 'missing' | 'dataDir'>} facts @returns {Finding[]}
 */
export function contentChecks({ missing: { plugins, files }, dataDir }) {
  const found = files.missing > 0 ? `${files.missing} of ${files.looked} checked files are missing` : 'none missing';
  return [
    finding('plugins', plugins.length > 0 ? `${plugins.join(', ')} missing` : 'none missing', [
      [
        plugins.length > 0,
        'warn',
        `Share ${dataDir}/plugins with the node that has them, or copy it from there, then restart.`,
      ],
    ]),
    finding('files', found, [
      [
        files.missing > 0,
        'warn',
        `Share ${dataDir}/files among all nodes. Until then, pages with these files and their downloads fail on this node.`,
      ],
    ]),
  ];
}

/** One day may be missed. */
const OLD_HOURS = 49;

/** @param {Awaited<ReturnType<typeof readFacts>>['lastBackup']} last @returns {Finding[]} */
export function backupChecks(last) {
  if (!last) return [];
  const { good, ageHours, tested, failed, enabled } = last;
  const found = good ? `the last good one is ${ageHours} hours old${tested ? ', tested' : ''}` : 'none yet';
  const hint = 'Run npx plinth backup, and see Settings > Backups in the admin.';
  return [
    finding('backups', found, [
      [failed !== null, 'warn', `The last one failed: ${failed}. ${hint}`],
      [good ? ageHours > OLD_HOURS : !enabled || ageHours > OLD_HOURS, 'warn', hint],
    ]),
  ];
}

/**
 * How Plinth receives changes, why, and how to get the better way.
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
        'Changes still work, but writes are slower and changes have no keys. To follow the log: alter system set wal_level = logical, then restart PostgreSQL (with a hosted one, enable logical replication).',
      ],
      [
        !mayReplicate,
        'warn',
        `Changes still work, but more slowly. To follow the log, run: alter role ${role} replication`,
      ],
    ]);
  }
  // The running server has one of each.
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
        'None is left. Raise max_wal_senders and max_replication_slots, or drop unused slots. Until then no page is served from the cache.',
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
      `Changes to the tables it uses wait for it, and after a restart no page is served from the cache until it ends. To end it: ${end}`,
    ],
  ]);
}

/**
 * The first problem decides.
 *
 * @param {string} name @param {string} found
 * @param {[wrong: boolean, state: 'warn' | 'fail', hint: string][]} troubles
 * @returns {Finding}
 */
function finding(name, found, troubles) {
  const trouble = troubles.find(([wrong]) => wrong);
  return trouble ? { name, state: trouble[1], found, hint: trouble[2] } : { name, state: 'ok', found };
}
