/** @import { Actor } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../types.d.ts' */
/** @import { Stream } from '../delivery/pages.js' */
import { sessionCookieName } from '../http/cookies.js';
import { createSessionCookies } from '../http/session-cookie-key.js';
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
  const sessionOf = createSessionCookies({ cookieName: sessionCookieName(secure), keyOf: data.people.sessionKey });
  let hits = 0;

  const isOpen = () => stream.state() === 'live' && data.isSettled();
  const grants = createGrants({ data, stream, log, isOpen });

  /** @typedef {Awaited<ReturnType<App['data']['people']['session']>>} Found */
  /** @param {Request} req @param {Response} res @param {string} id @param {Found} found whose session it is; null: a visitor's */
  function serve(req, res, id, found) {
    if (found?.session.rotate || !isOpen()) return false;
    const file = grants.known(found?.actor ?? VISITOR, id);
    const prepared = file && contents.of(file);
    if (!prepared || res.destroyed) return false;
    req.keptFor = found?.user.id;
    hits++;
    sendPrepared(prepared, req, res);
    return true;
  }

  /** @param {Request} req @param {Response} res @param {string} id @param {boolean} proven @returns {boolean | Promise<boolean>} */
  function answerProven(req, res, id, proven) {
    req.proven = proven;
    if (!proven || res.destroyed || !isOpen()) return false;
    const { token, key } = sessionOf(req);
    const found = token ? data.people.rememberedByKey(key) : null;
    if (!token || found) return serve(req, res, id, found);
    return data.people.session(token, true).then((/** @type {Found} */ looked) => serve(req, res, id, looked));
  }

  return {
    /** False: not from memory. @param {Request} req @param {Response} res @returns {false | Promise<boolean>} */
    answer(req, res) {
      if (!req.url.startsWith('/files/') || (req.method !== 'GET' && req.method !== 'HEAD')) return false;
      const id = PATH.exec(req.url)?.[1];
      if (id === undefined || stream.state() !== 'live') return false;
      return stream.prove().then((proven) => answerProven(req, res, id, proven));
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
