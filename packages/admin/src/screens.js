import { readdir } from 'node:fs/promises';
import { areasOf } from './frame/areas.js';

/** @import { Screen } from '@plinth/server/types' */

const FOLDER = new URL('./screens/', import.meta.url);

/**
 * The admin's screens. They are a quarter of the server's modules, so they are read when the first of them is asked for.
 *
 * @returns {import('@plinth/server/types').Screens}
 */
export function createScreens() {
  /** @type {Promise<readonly Screen[]> | null} */
  let reading = null;
  /** @type {readonly Screen[]} */
  let all = [];

  async function read() {
    try {
      return (all = await readScreens());
    } catch (error) {
      reading = null;
      throw error;
    }
  }

  return {
    load: () => (reading ??= read()),
    areas: () => areasOf(all),
  };
}

/** @returns {Promise<readonly Screen[]>} */
async function readScreens() {
  const files = (await readdir(FOLDER, { recursive: true })).sort();
  const modules = await Promise.all(
    files.filter((file) => /(?<!\.test|\.long-test)\.js$/.test(file)).map((file) => import(new URL(file, FOLDER).href)),
  );
  /** @type {Screen[]} */
  const screens = modules.flatMap(({ screen }) => (screen ? [screen] : []));
  return Object.freeze(screens.sort((a, b) => Number(b.first ?? false) - Number(a.first ?? false)));
}
