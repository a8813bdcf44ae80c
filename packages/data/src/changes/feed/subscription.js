/** @import { Actor } from '@plinth/plugin' */
/** @import { Audience } from './audiences.js' */

/**
 * Who is told of changes.
 *
 * @typedef {object} Subscription
 * @property {Actor} actor
 * @property {Audience[]} audiences
 * @property {readonly string[]} rows tables of which rows are told
 * @property {readonly string[]} tables that it only wants to know of, not their rows
 * @property {string} signature of what it rests on in the Catalog
 * @property {ReadonlySet<string> | null} kinds null: all
 * @property {boolean} resumed whether it has rows from before
 * @property {readonly string[]} watch what its rights rest on: "users:<id>", "sessions:<id>"
 * @property {() => Promise<Actor | null>} confirm who it is now; null: nobody any more
 * @property {(text: Buffer) => void} send
 * @property {(why: string) => void} end
 * @property {Buffer[]} pending
 * @property {boolean} over
 */

/**
 * An event as it travels (server-sent events, HTML standard section 9.2).
 *
 * @param {string | null} id @param {string} kind @param {object} data
 */
export function printEvent(id, kind, data) {
  return Buffer.from(`${id === null ? '' : `id: ${id}\n`}event: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
}
