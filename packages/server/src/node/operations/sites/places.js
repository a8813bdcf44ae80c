import { lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const SHARED = '/tmp';
const OTHERS_MAY_WRITE = 0o022;

const ownUid = () => process.getuid?.() ?? 0;

/**
 * Where a server notes which site it runs: a folder that belongs to its user and that others may read. systemd makes one
 * with RuntimeDirectory=, which is also seen from outside a private /tmp.
 *
 * @param {Record<string, string | undefined>} env
 * @returns {string | undefined} undefined: there is none that nobody else can write to
 */
export function placeToNote({ PLINTH_SITES, RUNTIME_DIRECTORY }) {
  const own = join(SHARED, `plinth-${ownUid()}`);
  const made = RUNTIME_DIRECTORY?.split(':')[0];
  const places = PLINTH_SITES ? [PLINTH_SITES] : [made, ownUid() === 0 ? '/run/plinth-0' : undefined, own];
  return places.find((place) => place !== undefined && make(place));
}

/** Where servers of this machine may have noted their sites. @param {Record<string, string | undefined>} env @returns {string[]} */
export function placesToLook({ PLINTH_SITES, RUNTIME_DIRECTORY }) {
  if (PLINTH_SITES) return [PLINTH_SITES].filter(isSafe);
  const listed = ['/run', SHARED].flatMap((folder) => list(folder).map((name) => join(folder, name)));
  const places = [
    ...(RUNTIME_DIRECTORY?.split(':') ?? []),
    ...listed.filter((place) => /\/plinth(-\d+)?$/.test(place)),
  ];
  return [...new Set(places)].filter(isSafe);
}

/** @param {string} place */
function make(place) {
  try {
    mkdirSync(place, { recursive: true, mode: 0o755 });
    return isSafe(place) && lstatSync(place).uid === ownUid();
  } catch {
    return false;
  }
}

/** A real folder whose owner alone may write to it. @param {string} place */
function isSafe(place) {
  const found = lstatSync(place, { throwIfNoEntry: false });
  return Boolean(found?.isDirectory() && (found.mode & OTHERS_MAY_WRITE) === 0);
}

/** @param {string} folder */
function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
