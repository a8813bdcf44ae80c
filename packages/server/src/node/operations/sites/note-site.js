/** @import { Config, Log } from '../../../types.d.ts' */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pidNamespace, processStartTime } from '@plinth/data/embedded';
import { SECRET_SETTINGS, SETTINGS, SETTING_NAMES } from '../../../http/config/settings.js';
import { placeToNote } from './places.js';

/** A folder for temporary files is swept now and then. */
const AGAIN = 60_000;

/**
 * What a server notes of the site that it runs. Secrets are named, not written: commands read them from the server's own
 * environment, as far as the system lets them.
 *
 * @typedef {object} Note
 * @property {string} dataDir
 * @property {string} url
 * @property {number} pid of the server
 * @property {string} startTime of this process, which no later one with its number has
 * @property {string} pidNamespace
 * @property {string | null} stopped when; null: it has not said so
 * @property {Record<string, string>} settings given by its environment
 * @property {string[]} secrets given by its environment
 */

/**
 * Notes for the commands of this machine where the site is that this process serves. It stays noted when the server stops,
 * for the commands that want it stopped.
 *
 * @param {{ config: Config, url: string, env: Record<string, string | undefined>, log: Log }} options
 * @returns {() => void} says that it has stopped
 */
export function noteSite({ config, url, env, log }) {
  const place = placeToNote(env);
  const { dataDir } = config;
  if (!place) {
    log.warn('commands will not find this site by themselves: there is no folder to note it in', { dataDir });
    return () => {};
  }
  const file = join(place, `${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}.json`);
  /** @type {Note} */
  const note = {
    dataDir,
    url,
    pid: process.pid,
    startTime: processStartTime(process.pid) ?? '',
    pidNamespace: pidNamespace(),
    stopped: null,
    ...givenBy(env),
  };
  const write = () => {
    try {
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(note), { mode: 0o644 });
      renameSync(`${file}.${process.pid}`, file);
    } catch (error) {
      rmSync(`${file}.${process.pid}`, { force: true });
      log.warn('this site could not be noted for commands', { file, error });
    }
  };
  forgetRemoved(place);
  write();
  const again = setInterval(() => existsSync(file) || write(), AGAIN).unref();
  return () => {
    clearInterval(again);
    note.stopped = new Date().toISOString();
    write();
  };
}

/** Notes of sites whose folder is gone. @param {string} place */
function forgetRemoved(place) {
  for (const name of readdirSync(place).filter((one) => one.endsWith('.json'))) {
    const file = join(place, name);
    try {
      if (!existsSync(JSON.parse(readFileSync(file, 'utf8')).dataDir)) rmSync(file);
    } catch {
      // Another server is writing it, or has removed it.
    }
  }
}

/** @param {Record<string, string | undefined>} env @returns {Pick<Note, 'settings' | 'secrets'>} */
export function givenBy(env) {
  /** @type {Note['settings']} */
  const settings = {};
  const secrets = [];
  for (const name of SETTING_NAMES) {
    const text = env[name]?.trim();
    if (!text) continue;
    if (SECRET_SETTINGS.has(name)) secrets.push(name);
    // A path is relative to where the server was started.
    else settings[name] = SETTINGS[name].read === SETTINGS.PLINTH_DATA.read ? String(SETTINGS[name].read(text)) : text;
  }
  return { settings, secrets };
}
