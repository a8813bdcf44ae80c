/** @import { Connection } from '../../../postgres/database/connect.js' */
/** @import { Head } from '../types.d.ts' */
/** @import { Difference } from './compare-table.js' */
import { readArchive } from '../archive/read-archive.js';
import { checkHead } from '../database/load.js';
import { readingSession } from '../database/session.js';
import { createComparer } from './comparer.js';
import { readNow } from './read-now.js';

const MOST_NAMED = 20;

/**
 * @typedef {object} ComparedTable
 * @property {string} label
 * @property {'stays' | 'comes' | 'goes'} fate
 * @property {number} then rows in the backup
 * @property {number} now rows of the site
 * @property {Difference | null} rows null: too many to compare one by one, or only one of both has the table
 * @property {number} fields how many fields only one of both has
 *
 * @typedef {{ count: number, names: string[] }} Some names: the first ones
 *
 * @typedef {object} Comparison what a restore would change
 * @property {Pick<Head, 'at' | 'plinth' | 'site' | 'plugins'>} head
 * @property {ComparedTable[]} tables
 * @property {{ come: Some, go: Some, then: number, now: number }} people
 * @property {boolean} asksIn whether `me` has an account in the backup
 * @property {number} edits changes of definitions since the backup, which are lost
 * @property {{ then: number, now: number }} files
 */

/**
 * What a restore of this backup would change. Reads all of it, so that a damaged one is refused; changes nothing.
 *
 * @param {{ connection: Connection, file: string, passphrase?: string, me?: string | null, most?: number }} options
 *   me: id of the user who asks; most: rows of a table that are compared one by one
 * @returns {Promise<Comparison>}
 * @throws {import('@plinth/plugin').AppError} BACKUP_DAMAGED, BACKUP_NEWER, BACKUP_PASSPHRASE, BACKUP_UNKNOWN
 */
export const compareBackup = ({ connection, file, passphrase, me = null, most }) =>
  readingSession(connection, async (client) => {
    let head = /** @type {Head | undefined} */ (undefined);
    let comparer = /** @type {ReturnType<typeof createComparer> | undefined} */ (undefined);
    for await (const item of readArchive(file, passphrase)) {
      if ('head' in item) {
        head = item.head;
        await checkHead(head);
        await client.query('begin isolation level repeatable read read only');
        comparer = createComparer({ client, head, now: await readNow(client, head.at), most });
      } else if ('manifest' in item) {
        const found = await /** @type {NonNullable<typeof comparer>} */ (comparer).end();
        return summary({ head: /** @type {Head} */ (head), files: item.manifest.files, me, ...found });
      } else if (item.kind === 'data') await comparer?.part(item);
      else for await (const chunk of item.body) void chunk;
    }
    throw new TypeError('A backup without manifest was read to its end');
  });

/**
 * @param {Awaited<ReturnType<ReturnType<typeof createComparer>['end']>> & { head: Head, files: number, me: string | null }} found
 * @returns {Comparison}
 */
function summary({ head: { at, plinth, site, plugins }, files, me, tables, people, now }) {
  const some = (/** @type {string[]} */ names) => ({ count: names.length, names: names.slice(0, MOST_NAMED) });
  const missing = (/** @type {Map<string, string>} */ from, /** @type {Map<string, string>} */ other) =>
    [...from].filter(([id]) => !other.has(id)).map(([, email]) => email);
  return {
    head: { at, plinth, site, plugins },
    tables,
    people: {
      come: some(missing(people, now.people)),
      go: some(missing(now.people, people)),
      then: people.size,
      now: now.people.size,
    },
    asksIn: me === null || people.has(me),
    edits: now.edits,
    files: { then: files, now: now.files },
  };
}
