/** @import { Change } from '../changes/types.d.ts' */
/** @import { Subscription } from './subscription.js' */
import { sameRights } from '../rights/index.js';
import { createAuthority } from './authority.js';
import { printEvent } from './subscription.js';

/**
 * Who is told: comes, is confirmed, goes.
 *
 * @param {ReturnType<typeof import('./audiences.js').createAudiences>} audiences
 */
export function createRoll(audiences) {
  const authority = createAuthority();
  /** @type {Set<Subscription>} */
  const all = new Set();
  /** By the tables that they only want to know of. @type {Map<string, Set<Subscription>>} */
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

  const roll = {
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
    /** Whose rights these changes may have touched. @param {readonly Change[]} changes */
    affected: (changes) => authority.affected(changes),
    /** Ends it unless it is still somebody of the same rights. @param {Subscription} subscription */
    async confirm(subscription) {
      const actor = await subscription.listener.confirm().catch(() => null);
      if (!actor || !sameRights(actor, subscription.actor)) finish(subscription, 'revoked');
    },
    /** Asks again who every n-th of them is: a login may have run out meanwhile. @param {number} which @param {number} n */
    async review(which, n) {
      await Promise.all([...all].filter((_, i) => i % n === which).map(roll.confirm));
    },
    /** Something may be missing: the reader has to read again. @param {Iterable<Subscription>} those @param {string} reason */
    reset(those, reason) {
      const event = printEvent(null, 'reset', { reason });
      for (const one of those) one.hear(event, waiting());
    },
    /** @param {Subscription} subscription @param {Buffer} event */
    tell: (subscription, event) => subscription.hear(event, waiting()),
    /** Those who want to know that something of these tables changed. @param {Iterable<string>} tables @returns {Set<Subscription>} */
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
  return roll;
}

/** Who has something to be told, until it is sent. */
function createOutgoing() {
  /** @type {Subscription[]} */
  let waiting = [];
  /** Whether some of a batch has been sent and some has not. */
  let midway = false;
  return {
    waiting: () => waiting,
    isMidway: () => midway,
    /** Sends what is to be told. @param {{ midway?: boolean }} [at] midway: whether more of the same batch follows; absent: as before */
    flush(at = {}) {
      midway = at.midway ?? midway;
      const told = waiting;
      waiting = [];
      for (const one of told) {
        const { pending } = one;
        one.pending = null;
        if (pending && !one.over) one.listener.send(pending.bytes());
      }
    },
  };
}
