/** @import { Actor } from '@plinth/plugin' */
/** @import { App, Request, Response } from '../../../types.d.ts' */
/** @import { Found } from '../../../http/identity/identify.js' */
/** @import { Stream } from '../pages/page-cache.js' */
import { VISITOR } from '../../../http/identity/visitor.js';
import { wantsOtherEyes } from '../../../http/identity/viewing-as.js';
import { createContents } from '../../stored-files/contents.js';
import { createGrants } from './grants.js';

/** @typedef {import('../../stored-files/contents.js').StoredFile} StoredFile */
/** @typedef {ReturnType<typeof createFileCache>} FileCache */

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Caches who may read which stored file, exactly until something changes that the decision depends on (the file, the
 * rows that refer to it, the Catalog), and the contents of small files.
 *
 * @param {{ data: App['data'], stream: Stream, secure: boolean, log: App['log'], maxBytes: number }} options
 */
export function createFileCache({ data, stream, secure, log, maxBytes }) {
  const contents = createContents({ data, secure, maxBytes });
  const isOpen = () => stream.state() === 'live' && data.isSettled();
  const grants = createGrants({ data, stream, log, isOpen });
  const tally = { hits: 0 };

  return {
    isOpen,
    contents,
    tally,

    /**
     * The response with the file, if the actor may read it and both are in memory.
     *
     * @param {Actor} actor
     * @param {string} id
     */
    answerOf(actor, id) {
      const file = isOpen() ? grants.known(actor, id) : null;
      return file && contents.of(file);
    },

    /**
     * The file, if the actor may read it.
     *
     * @param {Actor} actor
     * @param {string} id
     * @param {boolean} isFresh whether the freshness barrier was passed for this request
     * @returns {Promise<StoredFile>}
     * @throws FILE_NOT_FOUND
     */
    find: async (actor, id, isFresh) => (isFresh && isOpen() ? grants.known(actor, id) : null) ?? grants.ask(actor, id),
    counts: () => ({ ...tally, grants: grants.size(), bytes: contents.bytes() }),
    close: grants.close,
  };
}

/**
 * GET /files/:id/:name from memory.
 *
 * @param {App} runtime @param {{ hit(req: Request, res: Response, user?: string): void }} log
 */
export function createStoredFiles({ data, identify, files: cache }, { hit }) {
  /** @param {Request} req @param {Response} res @param {string} id @param {Found | null | undefined} found */
  function send(req, res, id, found) {
    if (!cache || found === undefined || found?.session?.rotate || res.destroyed) return false;
    const answer = cache.answerOf(found?.actor ?? VISITOR, id);
    if (!answer) return false;
    cache.tally.hits++;
    answer.send(req, res);
    hit(req, res, found?.user.id);
    return true;
  }

  /** @param {Request} req @param {Response} res @param {Record<string, string>} params */
  return function answer(req, res, { id }) {
    if (!cache?.isOpen() || !ID.test(id) || req.url.includes('?') || wantsOtherEyes(req)) return false;
    return /** @type {NonNullable<typeof data.stream>} */ (data.stream)
      .caughtUp()
      .then((/** @type {boolean} */ isFresh) => {
        req.isFresh = isFresh;
        if (!isFresh || !cache.isOpen()) return false;
        const found = identify.remembered(req);
        if (found !== undefined) return send(req, res, id, found);
        return identify.find(req, true).then((looked) => send(req, res, id, looked));
      });
  };
}
