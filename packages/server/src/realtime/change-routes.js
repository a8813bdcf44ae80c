/** @import { App, Handler, Request } from '../types.d.ts' */
/** @import { Actor } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { bearerOf } from '../api/request-actor.js';
import { findCookie, sessionCookieName } from '../http/cookies.js';
import { openEventStream } from './event-stream.js';
import { createListeners } from './listeners.js';
import { requireOwnOrigin } from './own-origin.js';
import { createPlaces } from './places.js';
import { readSubscription } from './read-subscription.js';

/**
 * GET /api/v1/changes: what happens to rows, as server-sent events, as far as the listener may see it
 * (docs/reference/realtime.md).
 *
 * @param {App} app @returns {Handler}
 */
export function changesRoute(app) {
  const { feed } = app.data;
  const origin = new URL(app.config.baseUrl).origin;
  const places = createPlaces(app.config.streamLimits);
  const listeners = createListeners(feed);

  return async (req, res) => {
    if (req.ctx.tokenId === null) requireOwnOrigin(req, origin);
    if (!feed || app.data.stream?.state() !== 'live') throw notNow();
    const wanted = readSubscription(app, req);
    const leave = places.take({ userId: req.ctx.actor.userId, address: req.ctx.address });
    res.once('close', leave);
    /** What is told before the headers are out. @type {(Buffer | string)[]} */
    const early = [];
    /** @type {ReturnType<typeof openEventStream>} */
    let stream = { send: (event) => void early.push(event), end() {} };
    const subscription = await feed
      .subscribe(req.ctx.actor, {
        ...wanted,
        ...holder(app, req),
        send: (/** @type {Buffer} */ event) => stream.send(event),
        end: (/** @type {string} */ why) => {
          stream.send(`event: end\ndata: ${JSON.stringify({ reason: why })}\n\n`);
          stream.end();
        },
      })
      .catch((/** @type {unknown} */ error) => {
        leave();
        throw error;
      });
    if (res.closed || req.socket.destroyed) return subscription.leave();
    stream = openEventStream(res);
    release(req);
    stream.send(`retry: ${1000 + Math.floor(Math.random() * 2000)}\n\n`);
    for (const event of early) stream.send(event);
    const quiet = listeners.add(stream);
    res.once('close', () => {
      quiet();
      subscription.leave();
    });
  };
}

/** A stream stays for hours: what its request brought goes, but for what the log says at the end. @param {Request} req */
function release(req) {
  const { user, address } = req.ctx;
  req.ctx = /** @type {any} */ ({ user, address });
  Object.assign(req, { form: undefined, json: undefined, query: undefined, keeping: undefined, isStream: true });
}

/**
 * Who listens, so that it can be asked again whether he still may.
 *
 * @param {App} app @param {Request} req
 * @returns {{ watch: string[], confirm: () => Promise<Actor | null> }}
 */
function holder(app, req) {
  const { people } = app.data;
  const { actor, user, session, tokenId } = req.ctx;
  if (!user) return { watch: [], confirm: async () => actor };
  const bearer = bearerOf(req);
  if (tokenId !== null && bearer !== null) {
    const confirm = async () => (await people.apiTokens.actorOf(bearer))?.actor ?? null;
    return { watch: [`users:${user.id}`, `api_tokens:${tokenId}`], confirm };
  }
  const cookie = findCookie(req.headers.cookie, sessionCookieName(app.secure));
  const { id } = session ?? {};
  const confirm = async () => (await people.whoseSession(cookie))?.actor ?? null;
  return { watch: [`users:${user.id}`, `sessions:${id}`], confirm };
}

const notNow = () =>
  new AppError('CHANGES_UNAVAILABLE', 'Changes are not heard of just now', {
    status: 503,
    hint: 'Try again in a few seconds',
  });
