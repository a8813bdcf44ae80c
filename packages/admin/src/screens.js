import { readdir } from 'node:fs/promises';
import { importAll } from '@plinth/plugin';
import { areasOf } from './frame/areas.js';
import { createGuide } from './help/guide.js';

/** @import { Screen } from '@plinth/server/types' */

/** Where they are. */
export const FOLDER = new URL('./screens/', import.meta.url);

/**
 * The admin's screens. They are a quarter of the server's modules, so they are read when the first of them is asked for.
 *
 * @param {readonly URL[]} [folders]
 * @returns {import('@plinth/server/types').Screens}
 */
export function createScreens(folders = [FOLDER]) {
  /** @type {Promise<readonly Screen[]> | null} */
  let reading = null;
  /** @type {readonly Screen[]} */
  let all = [];

  async function read() {
    try {
      return (all = (await Promise.all(folders.map(readScreens))).flat().sort(firstOnes));
    } catch (error) {
      reading = null;
      throw error;
    }
  }

  return {
    load: () => (reading ??= read()),
    areas: () => areasOf(all),
    finds: (req) => all.flatMap((screen) => screen.finds?.(req) ?? []),
    helpAt: (address) => helpAt(all, address),
    guide: createGuide(),
  };
}

/** The help of the screen with the longest path that leads to the address. @param {readonly Screen[]} screens @param {string} address */
function helpAt(screens, address) {
  const [path] = address.replace(/^\/admin/, '').split('?');
  const [nearest] = screens
    .filter((screen) => screen.help && (path === screen.path || path.startsWith(`${screen.path}/`)))
    .sort((a, b) => b.path.length - a.path.length);
  return nearest?.help ?? null;
}

/** @param {URL} folder @returns {Promise<Screen[]>} */
async function readScreens(folder) {
  const files = (await readdir(folder, { recursive: true })).sort();
  const screens = files.filter((file) => /(?<!\.test|\.long-test)\.js$/.test(file));
  const modules = await importAll(screens.map((file) => new URL(file, folder)));
  return modules.flatMap(({ screen }) => (screen ? [screen] : []));
}

/** @param {Screen} a @param {Screen} b */
const firstOnes = (a, b) => Number(b.first ?? false) - Number(a.first ?? false);
