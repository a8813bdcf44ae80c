import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import {
  clusterVersionDiffers,
  codeOf,
  dataFolderUnusable,
  dataOwnerWrong,
  databaseIncomplete,
  oldDatabaseBeside,
  postgresFailed,
  userWithoutName,
} from './errors.js';
import { namedUser, nobody } from './os-user.js';
import { handOver } from './owner.js';

/** @import { Binaries, Log, OsUser } from './types.d.ts' */

/** The owner of our database: it may replicate (for the change stream) and is not a superuser. */
export const ROLE = 'plinth';
export const DATABASE = 'plinth';
export const SUPERUSER = 'postgres';
/** They own no table; row-level security uses them for reading and writing (packages/data/src/rules/rights/row-security). */
const SECURITY_ROLES = ['plinth_reader', 'plinth_writer'];

/**
 * Creates the cluster if there is none, under another name that is replaced once it is complete, so that an interrupted
 * start leaves nothing half done.
 *
 * @param {{ clusterDir: string, binaries: Binaries, user: OsUser | undefined, log: Log }} options
 */
export function ensureCluster({ clusterDir, binaries, user, log }) {
  const dataDir = dirname(clusterDir);
  if (isThere(clusterDir, dataDir)) return takeUp({ clusterDir, binaries, user });
  const draft = `${clusterDir}.new`;
  log.info('Making a new database', { folder: clusterDir, postgres: binaries.major });
  try {
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
  } catch (error) {
    throw dataFolderUnusable(dataDir, error);
  }
  const maker = user && namedUser(user);
  if (maker) chownSync(draft, maker.uid, maker.gid);
  initialise(draft, binaries, maker, dataDir);
  if (user) handOver(draft, user);
  chmodSync(draft, 0o700);
  renameSync(draft, clusterDir);
}

/**
 * A short name that is unique on this machine: the folder's identity in its file system.
 *
 * @param {string} clusterDir
 */
export function clusterIdentity(clusterDir) {
  const { dev, ino } = statSync(clusterDir);
  return `plinth-${dev.toString(36)}-${ino.toString(36)}`;
}

/**
 * How to name the cluster's folder to PostgreSQL. Another user may not be able to reach it (a 0700 home directory) but
 * may use the folder it was started in, because the kernel checks no path then. Before version 16, PostgreSQL's
 * programs left that folder while they looked for themselves.
 *
 * @param {string} clusterDir @param {Binaries} binaries @param {OsUser} [user]
 */
export const clusterPath = (clusterDir, binaries, user) =>
  user && binaries.major >= 16 && process.platform === 'linux' ? '/proc/self/cwd' : clusterDir;

/** Our own environment (keys, passwords) is not passed to the database's processes. */
export const postgresEnvironment = () => ({ PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' });

/**
 * Whether there is a database. Where there is anything else of one, no new one is made beside it.
 *
 * @param {string} clusterDir @param {string} dataDir
 */
function isThere(clusterDir, dataDir) {
  const found = statSync(clusterDir, { throwIfNoEntry: false });
  if (!found) {
    const beside = readdirSync(dataDir).filter((name) => existsSync(join(dataDir, name, 'PG_VERSION')));
    const old = beside.find((name) => join(dataDir, name) !== `${clusterDir}.new`);
    if (old) throw oldDatabaseBeside(join(dataDir, old), clusterDir);
    return false;
  }
  try {
    const names = readdirSync(clusterDir);
    if (names.length > 0 && !names.includes('PG_VERSION')) throw databaseIncomplete(clusterDir);
    return names.length > 0;
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw dataOwnerWrong(clusterDir, found.uid, dataDir, error);
    throw error;
  }
}

/** @param {{ clusterDir: string, binaries: Binaries, user: OsUser | undefined }} options */
function takeUp({ clusterDir, binaries, user }) {
  checkVersion(clusterDir, binaries.major);
  const { uid } = statSync(clusterDir);
  // An earlier version ran as a user of its own in a folder that was another's.
  if (user && uid !== user.uid) handOver(clusterDir, user);
  if (!user && process.getuid && uid !== process.getuid()) throw dataOwnerWrong(clusterDir, uid, dirname(clusterDir));
}

/** @param {string} clusterDir @param {number} major */
function checkVersion(clusterDir, major) {
  const found = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim();
  if (found !== String(major)) throw clusterVersionDiffers(found, String(major), clusterDir);
}

/** @param {string} draft @param {Binaries} binaries @param {OsUser | undefined} maker @param {string} dataDir */
function initialise(draft, binaries, maker, dataDir) {
  const path = clusterPath(draft, binaries, maker);
  const options = { ...maker, cwd: draft, env: postgresEnvironment(), encoding: /** @type {const} */ ('utf8') };
  // The builtin provider sorts and folds case identically on every machine and in the future; it came with version 17.
  const provider = binaries.major >= 17 ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : [];
  const common = ['-D', path, '-U', SUPERUSER, '-E', 'UTF8', '--data-checksums', '--auth=trust', ...provider];
  /** @param {string} locale */
  const make = (locale) => runAsSomebody(binaries.initdb, [...common, `--locale=${locale}`], options);
  let made = make('C.UTF-8');
  // Few systems lack that locale; theirs also sort by code point.
  if (/invalid locale/.test(made.stderr ?? '')) made = make('C');
  if (NAMELESS.test(made.stderr ?? '')) throw userWithoutName(process.getuid?.() ?? 0, process.getgid?.() ?? 0);
  if (made.status !== 0) throw postgresFailed('The database could not be made', outputOf(made), dataDir);

  const single = runAsSomebody(binaries.postgres, ['--single', '-j', '-D', path, 'postgres'], {
    ...options,
    input: [
      `create role ${ROLE} login replication`,
      ...SECURITY_ROLES.flatMap((role) => [`create role ${role} nologin`, `grant ${role} to ${ROLE}`]),
      `create database ${DATABASE} owner ${ROLE}`,
    ]
      .map((statement) => `${statement};\n\n`)
      .join(''),
  });
  if (single.status !== 0 || /ERROR|FATAL/.test(single.stderr ?? '')) {
    throw postgresFailed('The database could not be set up', outputOf(single), dataDir);
  }
}

const NAMELESS = /could not look up (?:local|effective) user ID/;

/**
 * Runs a program that requires its user to have a name. Containers often run as a number without one; it then runs as
 * "nobody" of a user namespace if the kernel allows one, and what it creates still belongs to us.
 *
 * @param {string} program @param {string[]} args @param
 *   {import('node:child_process').SpawnSyncOptionsWithStringEncoding} options
 */
function runAsSomebody(program, args, options) {
  const run = spawnSync(program, args, options);
  if (!NAMELESS.test(run.stderr ?? '')) return run;
  const { uid, gid } = nobody();
  const again = spawnSync('unshare', ['--user', `--map-user=${uid}`, `--map-group=${gid}`, program, ...args], options);
  return again.status === 0 ? again : run;
}

/** @param {import('node:child_process').SpawnSyncReturns<string>} run */
const outputOf = (run) => [run.error?.message, run.stdout, run.stderr].filter(Boolean).join('\n');
