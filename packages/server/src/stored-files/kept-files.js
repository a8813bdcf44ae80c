/** @import { Actor } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../types.d.ts' */
/** @import { Stream } from '../delivery/pages.js' */
import { findCookie, sessionCookieName } from '../http/cookies.js';
import { VISITOR } from '../http/visitor.js';
import { sendPrepared } from '../assets/prepared.js';
import { createContents } from './contents.js';
import { createGrants } from './grants.js';

/** @typedef {import('./contents.js').StoredFile} StoredFile */
/** @typedef {ReturnType<typeof createKeptFiles>} KeptFiles */

const PATH = /^\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/[^/?]+$/;

/**
 * Who may have which stored file, kept exactly as long as nothing changed that it was decided by (the file, the rows
 * that hold it, the Catalog), and the contents of small files. With both a file is answered before anything else looks
 * at the request, after a proof that every change has been heard of.
 *
 * @param {{ data: App['data'], stream: Stream, secure: boolean, log: App['log'], maxBytes?: number }} options
 */
export function createKeptFiles({ data, stream, secure, log, maxBytes }) {
  const contents = createContents({ data, secure, maxBytes });
  const cookieName = sessionCookieName(secure);
  let hits = 0;

  const isOpen = () => stream.state() === 'live' && data.isSettled();
  const grants = createGrants({ data, stream, log, isOpen });

  /** @param {Request} req @param {Response} res @param {string} id @returns {Promise<boolean>} */
  async function answerProven(req, res, id) {
    req.proven = await stream.prove();
    if (!req.proven || res.destroyed || !isOpen()) return false;
    const token = findCookie(req.headers.cookie, cookieName);
    const found = token ? await data.people.session(token, true) : null;
    if (found?.session.rotate || !isOpen()) return false;
    const file = grants.known(found?.actor ?? VISITOR, id);
    const prepared = file && contents.of(file);
    if (!prepared || res.destroyed) return false;
    req.keptFor = found?.user.id;
    hits++;
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
    find: async (actor, id, proven) => (proven && isOpen() ? grants.known(actor, id) : null) ?? grants.ask(actor, id),
    contents,
    counts: () => ({ hits, grants: grants.size(), bytes: contents.bytes() }),
    close: grants.close,
  };
}
