import { relative } from './join-modules.js';

/** Where the browser kit of @plinth/plugin is served. */
export const KIT = 'core-kit';
const IMPORTED = /(['"`])@plinth\/plugin\/browser\/([\w-]+)\1/g;

/**
 * Modules for browsers import the kit by its name, so that editors, TypeScript and Node.js find it. Browsers know no names of
 * packages, and our content security policy allows no inline import map: each becomes a relative address.
 *
 * @param {string} name of the asset @param {string} text
 */
export const linkKit = (name, text) =>
  text.replace(IMPORTED, (_, quote, module) => `${quote}${relative(name, `${KIT}/${module}.js`)}${quote}`);
