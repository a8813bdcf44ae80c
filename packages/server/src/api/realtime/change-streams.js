/** @import { App, Request } from '../../types.d.ts' */
/** @import { Call } from '../endpoints.js' */
/** @import { Actor } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { confirmerOf } from '../../identity/confirm-actor.js';
import { EventStream } from './event-stream.js';
import { createListeners } from './listeners.js';
import { requireOwnOrigin } from './own-origin.js';
import { createPlaces } from './places.js';
import { readSubscription } from './read-subscription.js';

/**
 * GET /api/v1/changes: what happens to rows, as server-sent events, as far as the listener may see it
 * (docs/reference/realtime.md).
 *
 * @param {App} app
 */
export function createChangeStreams(app) {
  const { feed } = app.data;
  const origin = new URL(app.config.baseUrl).origin;
  const places = createPlaces(app.config.streamLimits);
  const listeners = createListeners(feed);

  /** @param {EventStream} stream */
  const forget = (stream) => {
    const { subscription } = stream;
    // It may have been closed while it failed to open.
    if (!subscription) return;
    stream.subscription = null;
    listeners.remove(stream);
    places.leave(stream.holder.place);
    feed?.leave(subscription);
  };

  return async (/** @type {Call} */ { req, res, actor }) => {
    if (req.ctx.tokenId === null) requireOwnOrigin(req, origin);
    // Without a socket it was sent ahead, behind a request that is still being answered.
    if (!feed || app.data.stream?.state() !== 'live' || !res.socket) throw notNow();
    const wanted = readSubscription(app, req);
    const place = places.take({ userId: actor.userId, address: req.ctx.address });
    const stream = new EventStream({ ...holder(app, req), place });
    try {
      stream.subscription = await feed.subscribe(actor, wanted, stream);
    } catch (error) {
      places.leave(place);
      throw error;
    }
    if (res.closed || req.socket.destroyed) return forget(stream);
    req.isStream = true;
    try {
      stream.open(res, forget);
    } catch (error) {
      forget(stream);
      throw error;
    }
    listeners.add(stream);
  };
}

/**
 * Who listens, so that it can be asked again whether he still may.
 *
 * @param {App} app @param {Request} req
 * @returns {{ watch: string[], confirm: () => Promise<Actor | null> }}
 */
function holder(app, req) {
  const { user, session, tokenId } = req.ctx;
  const confirm = confirmerOf(app, req);
  if (!user) return { watch: NOTHING, confirm };
  return {
    watch: [`users:${user.id}`, tokenId === null ? `sessions:${session?.id}` : `api_tokens:${tokenId}`],
    confirm,
  };
}

/** One for all visitors. @type {string[]} */
const NOTHING = [];

const notNow = () =>
  new AppError('CHANGES_UNAVAILABLE', "Changes can't be received at the moment", {
    status: 503,
    hint: 'Try again in a few seconds',
  });
