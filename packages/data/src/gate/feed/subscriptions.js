/** @import { Change } from '../../postgres/changes/types.d.ts' */
/** @import { Subscription } from './subscription.js' */
import { sameRights } from '../../rules/rights/index.js';
import { createAuthority } from './authority.js';
import { printEvent } from './subscription.js';

/**
 * All subscriptions of a feed.
 *
 * @param {ReturnType<typeof import('./audiences.js').createAudiences>} audiences
 */
export function createSubscriptions(audiences) {
  const authority = createAuthority();
  /** @type {Set<Subscription>} */
  const all = new Set();
  /** Subscriptions that only need to know that a table changed, by table. @type {Map<string, Set<Subscription>>} */
  const watchers = new Map();
  const { waiting, ...outgoing } = createOutgoing();

  /** @param {Subscription} subscription @param {string} why */
  function finish(subscription, why) {
    if (subscription.over) return;
    subscription.over = true;
    all.delete(subscription);
    authority.forget(subscription);
    for (const audience of subscription.audiences) audiences.leave(audience, subscription);
    for (const table of subscription.tables) {
      const of = watchers.get(table);
      if (of?.delete(subscription) && of.size === 0) watchers.delete(table);
    }
    subscription.listener.end(why);
  }

  const subscriptions = {
    all: /** @type {ReadonlySet<Subscription>} */ (all),
    finish,
    /** @param {Subscription} subscription */
    add(subscription) {
      for (const audience of subscription.audiences) audiences.join(audience, subscription);
      for (const table of subscription.tables)
        watchers.set(table, (watchers.get(table) ?? new Set()).add(subscription));
      all.add(subscription);
      authority.remember(subscription);
    },
    /** Subscriptions whose rights these changes may have affected. @param {readonly Change[]} changes */
    affected: (changes) => authority.affected(changes),
    /** Ends the subscription unless its actor still has the same rights. @param {Subscription} subscription */
    async confirm(subscription) {
      const actor = await subscription.listener.confirm().catch(() => null);
      if (!actor || !sameRights(actor, subscription.actor)) finish(subscription, 'revoked');
    },
    /** Confirms every n-th subscription, because sessions may have expired. @param {number} which @param {number} n */
    async review(which, n) {
      await Promise.all([...all].filter((_, i) => i % n === which).map(subscriptions.confirm));
    },
    /** Tells clients to read again, because they may have missed changes. @param {Iterable<Subscription>} those @param {string} reason */
    reset(those, reason) {
      const event = printEvent(null, 'reset', { reason });
      for (const one of those) one.enqueue(event, waiting());
    },
    /** @param {Subscription} subscription @param {Buffer} event */
    send: (subscription, event) => subscription.enqueue(event, waiting()),
    /** Subscriptions that need to know that one of these tables changed. @param {Iterable<string>} tables @returns {Set<Subscription>} */
    watching(tables) {
      /** @type {Set<Subscription>} */
      const found = new Set();
      for (const table of tables) for (const one of watchers.get(table) ?? []) found.add(one);
      return found;
    },
    ...outgoing,
    /** @param {string} why */
    endAll(why) {
      for (const subscription of [...all]) finish(subscription, why);
    },
  };
  return subscriptions;
}

/** Subscriptions with events to be sent. */
function createOutgoing() {
  /** @type {Subscription[]} */
  let waiting = [];
  /** Whether a batch has been sent in part. */
  let midway = false;
  return {
    waiting: () => waiting,
    isMidway: () => midway,
    /** Sends all pending events. @param {{ midway?: boolean }} [at] midway: whether more of the same batch follows; absent: as before */
    flush(at = {}) {
      midway = at.midway ?? midway;
      const due = waiting;
      waiting = [];
      for (const one of due) {
        const { pending } = one;
        one.pending = null;
        if (pending && !one.over) one.listener.send(pending.bytes());
      }
    },
  };
}
