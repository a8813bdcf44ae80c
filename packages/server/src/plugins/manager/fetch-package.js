/** @import { Values } from '@plinth/plugin' */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError, phrase } from '@plinth/plugin';
import { runNpm, whyNotFetched } from '../npm/run-npm.js';

const PACKAGE = /^(@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*(@[A-Za-z0-9.^~+-]{1,60})?$/;
/** Not a package name: those have a slash only after their scope. */
const PATH = /^[/\\.]|^[^@].*[/\\]|\.(tgz|tar\.gz)$/;

/**
 * Gets the tarball of a plugin: a tarball as it is; a folder or a package name with "npm pack", which runs no scripts
 * of the package and checks its integrity.
 *
 * @template T
 * @param {string} source NAME[@VERSION], a folder, or a tarball
 * @param {(tarball: string) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withTarball(source, use) {
  const found = PATH.test(source) ? await stat(source).catch(() => null) : null;
  if (found?.isFile()) return use(source);
  if (!found?.isDirectory() && !PACKAGE.test(source)) throw sourceInvalid(source);
  const folder = await mkdtemp(path.join(tmpdir(), 'plinth-plugin-'));
  try {
    const file = await pack(found ? path.resolve(source) : source, folder);
    return await use(path.join(folder, file));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The package that a source names; null for a folder or a tarball. @param {string} source */
export function packageName(source) {
  return PATH.test(source) ? null : source.replace(/(?<=.)@[^@/]*$/, '');
}

/** @param {string} source @param {string} folder @returns {Promise<string>} file name */
async function pack(source, folder) {
  try {
    // After "--", nothing is read as an option.
    const options = ['--json', '--ignore-scripts', '--pack-destination', folder, '--no-workspaces'];
    const args = ['pack', ...options, '--', source];
    const [packed] = Object.values(JSON.parse(await runNpm(args, { cwd: folder })));
    return path.basename(packed.filename);
  } catch (error) {
    throw fetchFailed(source, /** @type {Values} */ (error));
  }
}

/** @param {string} source */
function sourceInvalid(source) {
  return new AppError('PLUGIN_SOURCE_INVALID', phrase`"${source}" is not a package name, folder or tarball`, {
    status: 422,
    hint: 'Enter a name such as plinth-rating or plinth-rating@1.2.0, a folder with a package.json, or a .tgz file',
  });
}

/** @param {string} source @param {{ code?: unknown, stderr?: string }} error */
function fetchFailed(source, error) {
  if (error instanceof AppError) return error;
  const { message, ...more } = whyNotFetched(source, error);
  return new AppError('PLUGIN_NOT_FETCHED', message, more);
}
