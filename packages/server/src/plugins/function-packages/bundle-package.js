import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError, isPackageName, phrase } from '@plinth/plugin';
import { runNpm, whyNotFetched } from '../npm/run-npm.js';

/** A version, a range or a tag; npm reads what begins with a dot as a folder. */
const VERSION = /^[A-Za-z0-9^~][A-Za-z0-9.^~+-]{0,59}$/;
const MOST_NAMED = 5;

/** @typedef {{ package: import('@plinth/plugin').FunctionPackage, code: string }} Bundled */

/**
 * Fetches an npm package with npm and makes one ES module of it and of all that it needs. No script of any package runs.
 *
 * @param {string} name @param {string} [version] or a range or tag; default: the latest
 * @returns {Promise<Bundled & { script: string }>} script: the same as a classic script that only runs it, for a trial
 * @throws {AppError} PACKAGE_INVALID, PACKAGE_NOT_FETCHED, PACKAGE_REFUSED, NPM_MISSING
 */
export async function bundlePackage(name, version = 'latest') {
  if (!isPackageName(name) || !VERSION.test(version)) throw sourceInvalid();
  const folder = await mkdtemp(path.join(tmpdir(), 'plinth-package-'));
  try {
    await writeFile(path.join(folder, 'package.json'), '{"private":true}');
    await install(folder, `${name}@${version}`);
    const lock = JSON.parse(await readFile(path.join(folder, 'package-lock.json'), 'utf8'));
    const { version: exact, integrity = '' } = lock.packages[`node_modules/${name}`];
    const [code, script] = await bundle(folder, name);
    const hash = createHash('sha256').update(code).digest('hex');
    return { package: { name, version: exact, integrity, hash }, code, script };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder @param {string} wanted */
async function install(folder, wanted) {
  // An admin waits for it, or for the word that there is no way to the registry.
  const patience = ['--fetch-retries=1', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=1000'];
  const options = [
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--omit=dev',
    '--no-workspaces',
    '--prefix',
    folder,
    ...patience,
  ];
  try {
    // After "--", nothing is read as an option.
    await runNpm(['install', ...options, '--', wanted], { cwd: folder });
  } catch (error) {
    if (error instanceof AppError) throw error;
    const { message, ...more } = whyNotFetched(wanted, error);
    throw new AppError('PACKAGE_NOT_FETCHED', message, more);
  }
}

/**
 * As a module, and as a script.
 *
 * @param {string} folder @param {string} name @returns {Promise<string[]>}
 */
async function bundle(folder, name) {
  const { build, stop } = await import('esbuild');
  const quoted = JSON.stringify(name);
  // Packages in the old format have a default export only.
  const contents = `export * from ${quoted}; import * as all from ${quoted}; export default all['default'] ?? all;`;
  const options = /** @type {import('esbuild').BuildOptions} */ ({
    stdin: { contents, resolveDir: folder, sourcefile: 'entry.js' },
    absWorkingDir: folder,
    bundle: true,
    write: false,
    platform: 'neutral',
    target: 'es2024',
    minify: true,
    legalComments: 'inline',
    logLevel: 'silent',
    mainFields: ['browser', 'module', 'main'],
    conditions: ['browser', 'import', 'default'],
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
  });
  try {
    const module = await build({ ...options, format: 'esm' });
    const script = await build({ ...options, format: 'iife' });
    return [module, script].map(({ outputFiles }) => outputFiles?.[0].text ?? '');
  } catch (error) {
    throw refused(name, whyNot(/** @type {any} */ (error)), error);
  } finally {
    await stop();
  }
}

/** What stands in the way, such as modules of Node.js. @param {{ errors?: { text: string }[], message: string }} error */
function whyNot({ errors = [], message }) {
  const missing = errors.flatMap(({ text }) => /^Could not resolve "(.+)"$/.exec(text)?.[1] ?? []);
  const native = errors.some(({ text }) => /No loader is configured for "\.node"/.test(text));
  if (native) return phrase`it has native code`;
  const named = [...new Set(missing)].slice(0, MOST_NAMED).join(', ');
  if (named) return phrase`it needs ${named}, which functions don't have`;
  return phrase`it can't be bundled: ${String(errors[0]?.text ?? message).slice(0, 300)}`;
}

/** @param {string} name @param {import('@plinth/plugin').Message} why @param {unknown} [cause] */
export const refused = (name, why, cause) =>
  new AppError('PACKAGE_REFUSED', phrase`The package "${name}" was not added: ${why}`, {
    status: 422,
    hint: 'Functions run without Node.js, files and network: look for a package made for browsers',
    cause,
  });

const sourceInvalid = () =>
  new AppError('PACKAGE_INVALID', 'This is not the name and version of an npm package', {
    status: 422,
    hint: 'Enter a name such as dayjs or @scope/name, and a version such as 1.11.13',
  });
