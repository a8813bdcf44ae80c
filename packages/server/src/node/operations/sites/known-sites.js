/** @import { Note } from './note-site.js' */
import { lstatSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pidNamespace, processStartTime } from '@plinth/data/embedded';
import { SETTING_NAMES } from '../../../http/config/settings.js';
import { placesToLook } from './places.js';

/** Accounts below it are those of services, in every distribution. */
const FIRST_PERSON = 1000;
const MOST_BYTES = 64 * 1024;

/**
 * A site that a server of this machine noted.
 *
 * @typedef {Note & { owner: number, running: boolean, trusted: boolean }} KnownSite
 *   owner: the number of the user whose server it is; trusted: whether a command of ours works on it without being told
 */

/**
 * The sites of this machine. Root and a service's own user work on a service's site; nobody's command is led to the site
 * of another person by what that person noted.
 *
 * @param {Record<string, string | undefined>} env @returns {KnownSite[]}
 */
export const knownSites = (env) =>
  placesToLook(env)
    .flatMap((place) => namesIn(place).map((name) => join(place, name)))
    .flatMap((file) => readNote(file) ?? [])
    .map((note) => ({ ...note, running: isRunning(note), trusted: isTrusted(note) }));

/** @param {string} place */
function namesIn(place) {
  try {
    return readdirSync(place).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}

/** @param {string} file @returns {(Note & { owner: number }) | undefined} */
function readNote(file) {
  try {
    const found = lstatSync(file);
    if (!found.isFile() || found.size > MOST_BYTES || found.nlink !== 1) return undefined;
    const note = JSON.parse(readFileSync(file, 'utf8'));
    const isNote =
      typeof note.dataDir === 'string' && isAbsolute(note.dataDir) && Number.isInteger(note.pid) && note.pid > 0;
    return isNote ? { ...note, owner: found.uid } : undefined;
  } catch {
    return undefined;
  }
}

/** @param {Note & { owner: number }} note */
function isRunning({ pid, startTime, pidNamespace: namespace, stopped, owner }) {
  if (stopped !== null || namespace !== pidNamespace() || processStartTime(pid) !== startTime) return false;
  return process.platform !== 'linux' || statSync(`/proc/${pid}`, { throwIfNoEntry: false })?.uid === owner;
}

/** @param {Note & { owner: number }} note */
function isTrusted({ owner, dataDir }) {
  const me = process.getuid?.() ?? owner;
  const folder = ownerOf(dataDir);
  // Whoever notes a folder must be whose folder it is.
  if (folder === undefined || (folder !== owner && owner !== 0)) return false;
  if (me !== 0) return me === owner;
  return owner < FIRST_PERSON || owner === ownerOf(fileURLToPath(import.meta.url));
}

/** @param {string} place */
function ownerOf(place) {
  try {
    return statSync(place).uid;
  } catch {
    return undefined;
  }
}

/** The settings in the environment of a running server, if the system shows them to us. @param {number} pid @returns {Record<string, string> | undefined} */
export function settingsOfProcess(pid) {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
    const pairs = lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
    return Object.fromEntries(pairs.filter(([name]) => SETTING_NAMES.some((one) => one === name)));
  } catch {
    return undefined;
  }
}
