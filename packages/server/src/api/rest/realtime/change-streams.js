/** @import { App, Request } from '../../../types.d.ts' */
/** @import { Call } from '../endpoints.js' */
/** @import { Actor } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';
import { confirmerOf } from '../../../http/identity/confirm-actor.js';
import { EventStream } from './event-stream.js';
import { createListeners } from './listeners.js';
import { requireOwnOrigin } from './own-origin.js';
import { createStreamSlots } from './stream-slots.js';
import { readSubscription } from './read-subscription.js';

/**
 * GET /api/v1/changes: changes of rows as server-sent events, as far as the subscriber may see them
 * (docs/reference/realtime.md).
 *
 * @param {App} app
 */
export function createChangeStreams(app) {
  const { feed } = app.data;
  const origin = new URL(app.config.baseUrl).origin;
  const slots = createStreamSlots(app.config.streamLimits);
  const listeners = createListeners(feed);

  /** @param {EventStream} stream */
  const forget = (stream) => {
    const { subscription } = stream;
    // It may have been closed while opening failed.
    if (!subscription) return;
    stream.subscription = null;
    listeners.remove(stream);
    slots.leave(stream.holder.slot);
    feed?.leave(subscription);
  };

  return async (/** @type {Call} */ { req, res, actor }) => {
    if (req.ctx.tokenId === null) requireOwnOrigin(req, origin);
    // Without a socket, it was pipelined behind a request that is still in progress.
    if (!feed || app.retired.aborted || app.data.stream?.state() !== 'live' || !res.socket) throw notNow();
    const wanted = await readSubscription(app, req);
    const slot = slots.take({ userId: actor.userId, address: req.ctx.address });
    const stream = new EventStream({ ...holder(app, req), slot });
    try {
      stream.subscription = await feed.subscribe(actor, wanted, stream);
    } catch (error) {
      slots.leave(slot);
      throw error;
    }
    if (app.retired.aborted) {
      forget(stream);
      throw notNow();
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
 * The subscriber, so that their rights can be checked again.
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

/** Shared by all visitors. @type {string[]} */
const NOTHING = [];

const notNow = () =>
  new AppError('CHANGES_UNAVAILABLE', "Changes can't be received at the moment", {
    status: 503,
    hint: 'Try again in a few seconds',
  });
