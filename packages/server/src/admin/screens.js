import { readdir } from 'node:fs/promises';
import { areasOf } from './areas.js';

/** @import { App, Routes } from '../types.d.ts' */

/**
 * An admin screen: every file below screens/ that exports one as `screen`.
 *
 * @typedef {object} Screen
 * @property {string} path where it is mounted below /admin
 * @property {string} title the key of its text
 * @property {{ section: 'build' | 'automate' | 'people' | 'site', icon: string, order: number }} [nav] its link in the sidebar
 * @property {boolean} [first] matched before screens without it (/views/new before /views/:view)
 * @property {(app: App) => Routes} routes
 */

const FOLDER = new URL('./screens/', import.meta.url);

/** @typedef {ReturnType<typeof createScreens>} Screens */

/**
 * The admin's screens. They are a quarter of the server's modules, so they are read when the first of them is asked for.
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
    /** @returns {Promise<readonly Screen[]>} in the order in which they are mounted */
    load: () => (reading ??= read()),
    /** Those in the sidebar, once they are read. */
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
