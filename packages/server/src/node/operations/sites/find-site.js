/** @import { KnownSite } from './known-sites.js' */
import { resolve } from 'node:path';
import { AppError } from '@plinth/plugin';
import { hasOwnDatabase } from '@plinth/data/embedded';
import { knownSites, settingsOfProcess } from './known-sites.js';

/** A command has these of its own. */
const NOT_ADOPTED = new Set(['LOG_LEVEL', 'PORT', 'HOST', 'PLINTH_SITES']);
/** What no command needs. */
const NOT_NEEDED = new Set(['METRICS_TOKEN']);

/** @typedef {Record<string, string | undefined>} Environment */

/**
 * The environment of a command on the site that it is about: what its own environment says, and for the rest what the
 * server of that site was given. Without PLINTH_DATA and DATABASE_URL it is the one site of this machine.
 *
 * @param {Environment} env
 * @returns {{ env: Environment, site?: KnownSite, told: boolean }} told: by the command's own environment
 * @throws {AppError} SITE_SEVERAL, SITE_SETTINGS_MISSING
 */
export function findSite(env) {
  const sites = knownSites(env).filter(({ trusted }) => trusted);
  const given = (/** @type {string} */ name) => env[name]?.trim();
  if (given('DATABASE_URL')) return { env, told: true };
  const folder = given('PLINTH_DATA');
  if (folder) {
    const site = sites.find(({ dataDir }) => dataDir === resolve(folder));
    return site ? { ...adopted(site, env), told: true } : { env, told: true };
  }
  const running = sites.filter((site) => site.running);
  if (running.length > 0) return { ...adopted(theOnly(running), env), told: false };
  if (hasOwnDatabase(resolve('var'))) return { env, told: false };
  const stopped = sites.filter(({ dataDir, secrets }) => secrets.includes('DATABASE_URL') || hasOwnDatabase(dataDir));
  return { ...(stopped.length > 0 ? adopted(theOnly(stopped), env) : { env }), told: false };
}

/** @param {readonly KnownSite[]} sites */
function theOnly(sites) {
  if (sites.length === 1) return sites[0];
  const lines = sites.map(({ dataDir, url, running }) => `${dataDir} (${running ? url : 'not running'})`);
  throw new AppError('SITE_SEVERAL', `There are several sites on this machine: ${lines.join(', ')}`, {
    status: 409,
    hint: 'Say which one is meant: --data FOLDER, or PLINTH_DATA',
  });
}

/** @param {KnownSite} site @param {Environment} env @returns {{ env: Environment, site: KnownSite }} */
function adopted(site, env) {
  const { dataDir, settings, secrets, running, pid } = site;
  const there = running && secrets.length > 0 ? settingsOfProcess(pid) : undefined;
  /** @type {Environment} */
  const merged = { ...env };
  const missing = [];
  for (const name of [...Object.keys(settings), ...secrets]) {
    if (env[name]?.trim() || NOT_ADOPTED.has(name)) continue;
    const value = settings[name] ?? there?.[name];
    if (value !== undefined) merged[name] = value;
    else if (!NOT_NEEDED.has(name)) missing.push(name);
  }
  if (missing.length > 0) {
    throw new AppError('SITE_SETTINGS_MISSING', `The server of ${dataDir} was started with ${missing.join(', ')}`, {
      status: 409,
      hint: 'Set the same for this command',
    });
  }
  return { env: { ...merged, PLINTH_DATA: dataDir }, site };
}
