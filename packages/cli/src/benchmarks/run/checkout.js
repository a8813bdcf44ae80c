import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '@plinth/plugin';
import { output } from './load/index.js';
import { ROOT, git } from './machine.js';
import { createOwnData } from './servers.js';
import { createRunFolder } from './run-folder.js';

/** @import { Site } from './servers.js' */
/** @typedef {{ root: string, commit: string, system: string, remove: () => Promise<void> }} Checkout */

/**
 * The full name of a commit.
 *
 * @param {string} name
 * @throws {AppError} BENCHMARK_COMMIT_UNKNOWN
 */
export function findCommit(name) {
  try {
    return git('rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`);
  } catch {
    throw new AppError('BENCHMARK_COMMIT_UNKNOWN', `This copy has no commit "${name}"`, {
      status: 404,
      hint: 'git log shows those that there are. A shallow clone has few of them: git fetch --unshallow.',
    });
  }
}

/**
 * A commit as a folder that can be run: with the packages of this copy, or with its own if it asks for others.
 *
 * @param {string} commit @param {(text: string) => void} note
 * @returns {Promise<Checkout>}
 * @throws {AppError} BENCHMARK_BASELINE_FAILED
 */
export async function checkOut(commit, note) {
  const { folder, remove } = createRunFolder();
  const short = commit.slice(0, 10);
  try {
    const [root, tar] = [path.join(folder, 'code'), path.join(folder, 'code.tar')];
    mkdirSync(root);
    git('archive', '--output', tar, commit);
    execFileSync('tar', ['-xf', tar, '-C', root]);
    if (packagesOf(root) === packagesOf(ROOT)) linkPackages(root);
    else {
      note(`${short} needs other packages: installing them.`);
      await output('npm', ['ci', '--prefix', root, '--omit=dev', '--no-audit', '--no-fund'], { cwd: root });
    }
    return { root, commit, system: `plinth ${short}`, remove };
  } catch (error) {
    await remove();
    throw new AppError(
      'BENCHMARK_BASELINE_FAILED',
      `${short} can't be built: ${/** @type {Error} */ (error).message}`,
      {
        hint: 'Choose another commit, or clone it and compare with --compare.',
        cause: error,
      },
    );
  }
}

/** What the lock file installs from a registry, as text. @param {string} root */
function packagesOf(root) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
  const installed = Object.entries(packages).filter(
    ([name, { dev, link }]) => /node_modules\//.test(name) && !dev && !link,
  );
  return JSON.stringify(installed.map(([name, { version }]) => [name, version]).sort());
}

/** The packages of this copy, but Plinth's own of the commit. @param {string} root */
function linkPackages(root) {
  const [ours, theirs] = [ROOT, root].map((folder) => path.join(folder, 'node_modules'));
  mkdirSync(path.join(theirs, '@plinth'), { recursive: true });
  for (const name of readdirSync(ours)) {
    if (name !== '@plinth' && !name.startsWith('.package-lock'))
      symlinkSync(path.join(ours, name), path.join(theirs, name));
  }
  for (const kind of ['packages', 'plugins']) {
    for (const name of readdirSync(path.join(root, kind))) {
      const [own, here] = [root, ROOT].map((folder) => path.join(folder, kind, name));
      if (existsSync(path.join(own, 'package.json'))) symlinkSync(own, path.join(theirs, '@plinth', name));
      const nested = path.join(here, 'node_modules');
      if (existsSync(nested)) symlinkSync(nested, path.join(own, 'node_modules'));
    }
  }
}

/**
 * Data of its own for a commit, set up by the commands of that commit.
 *
 * @param {Checkout} checkout @param {Record<string, string | undefined>} from
 * @returns {Promise<Site>}
 */
export async function prepareCheckout({ root, system }, from) {
  const { env, remove } = createOwnData(from);
  const [email, password] = ['benchmark-user@example.com', crypto.randomUUID()];
  const plinth = (/** @type {string[]} */ args, input = '') =>
    output(process.execPath, [path.join(root, 'packages/cli/src/main.js'), ...args], { env, cwd: root, input });
  try {
    const { benchmarks } = JSON.parse(await plinth(['setup-benchmark', '--json']));
    await plinth(['create-user', email, '--role', 'user', '--password-stdin'], `${password}\n`);
    return {
      root,
      system,
      env,
      paths: benchmarks,
      adminCookie: null,
      remove,
      cookies: (url) => logIn(url, email, password),
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** @param {string} url @param {string} email @param {string} password @returns {Promise<Record<string, string>>} */
async function logIn(url, email, password) {
  const answer = await fetch(new URL('/auth/login', url), {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]);
  return cookies.length > 0 ? { user: cookies.join('; ') } : {};
}
