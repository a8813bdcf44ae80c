/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../types.d.ts' */
/** @import { Stamp } from '../delivery/kept-page.js' */
/** @import { Stream } from '../delivery/pages.js' */
import { createReading, tableVersionsOf } from '@plinth/data';
import { LRUCache } from 'lru-cache';
import { audienceOf } from '../delivery/audience.js';
import { createCoverage } from '../delivery/coverage.js';
import { findCookie, sessionCookieName } from '../http/cookies.js';
import { VISITOR } from '../http/visitor.js';
import { sendPrepared } from '../assets/prepared.js';
import { createContents } from './contents.js';

/** @typedef {import('./contents.js').StoredFile} StoredFile */
/** @typedef {ReturnType<typeof createKeptFiles>} KeptFiles */
/** @typedef {{ catalog: Catalog, stamp: Stamp, file: StoredFile }} Grant */

const PATH = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/?]+$/;
const MOST_GRANTS = 20_000;

/**
 * Who may have which stored file, kept exactly as long as nothing changed that it was decided by (the file, the rows
 * that hold it, the Catalog), and the contents of small files. With both a file is answered before anything else looks
 * at the request, after a proof that every change has been heard of.
 *
 * @param {{ data: App['data'], stream: Stream, secure: boolean, log: App['log'], maxBytes?: number }} options
 */
export function createKeptFiles({ data, stream, secure, log, maxBytes }) {
  const versions = tableVersionsOf(stream);
  const coverage = createCoverage({ data, stream, log });
  const contents = createContents({ data, secure, maxBytes });
  /** @type {LRUCache<string, Grant>} */
  const grants = new LRUCache({ max: MOST_GRANTS });
  const offReset = stream.subscribe(({ kind }) => kind === 'reset' && grants.clear());
  const cookieName = sessionCookieName(secure);
  const counts = { hits: 0, kept: 0 };

  const isOpen = () => stream.state() === 'live' && data.isSettled();
  const keyOf = (/** @type {Actor} */ actor, /** @type {string} */ id) => audienceOf(actor, null).user + id;

  /** What is known to be his still. @param {Actor} actor @param {string} id @returns {StoredFile | null} */
  function known(actor, id) {
    const key = keyOf(actor, id);
    const grant = grants.get(key);
    if (!grant) return null;
    if (grant.catalog === data.catalog() && versions.stands(grant.stamp)) return grant.file;
    grants.delete(key);
    return null;
  }

  /** Asks the database, and keeps the answer if nothing changed meanwhile. @param {Actor} actor @param {string} id */
  async function ask(actor, id) {
    const catalog = data.catalog();
    const generation = versions.generation();
    const reading = createReading();
    const file = await data.files.get(actor, id, { reading });
    const covered = coverage.of(catalog);
    const tables = [...reading.tables];
    const isSure =
      isOpen() && data.catalog() === catalog && reading.snapshot && tables.every((name) => covered?.has(name));
    const stamp = isSure ? versions.stamp(tables, String(reading.snapshot), generation) : null;
    if (stamp) {
      grants.set(keyOf(actor, id), { catalog, stamp, file });
      counts.kept++;
    }
    return file;
  }

  /** @param {Request} req @param {Response} res @param {string} id @returns {Promise<boolean>} */
  async function answerProven(req, res, id) {
    req.proven = await stream.prove();
    if (!req.proven || res.destroyed || !isOpen()) return false;
    const token = findCookie(req.headers.cookie, cookieName);
    const found = token ? await data.people.session(token, true) : null;
    if (found?.session.rotate || !isOpen()) return false;
    const file = known(found?.actor ?? VISITOR, id);
    const prepared = file && contents.of(file);
    if (!prepared || res.destroyed) return false;
    req.keptFor = found?.user.id;
    counts.hits++;
    sendPrepared(prepared, req, res);
    return true;
  }

  return {
    /** False: not from memory. @param {Request} req @param {Response} res @returns {false | Promise<boolean>} */
    answer(req, res) {
      if (stream.state() !== 'live' || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
      const id = PATH.exec(req.url)?.[1];
      return id === undefined ? false : answerProven(req, res, id);
    },

    /**
     * The file, if the actor may have it.
     *
     * @param {Actor} actor @param {string} id @param {boolean} proven whether every change had been heard of after this was
     *   asked for
     * @returns {Promise<StoredFile>}
     * @throws FILE_NOT_FOUND
     */
    find: async (actor, id, proven) => (proven && isOpen() ? known(actor, id) : null) ?? ask(actor, id),
    contents,
    counts: () => ({ ...counts, grants: grants.size, bytes: contents.bytes() }),
    close() {
      offReset();
      coverage.close();
    },
  };
}
