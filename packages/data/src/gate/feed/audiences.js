/** @import { Actor, Cache, Catalog, Filter, Registry } from '@plinth/plugin' */
/** @import { Members } from './members.js' */
/** @import { VisibilityPlan } from './visibility-plan.js' */
/** @import { Subscription } from './subscription.js' */
import { createCache, memoize } from '@plinth/plugin';
import { rightsKey } from '../../rules/rights/index.js';
import { createBudget, createMembers } from './members.js';
import { compileVisibility } from './visibility-plan.js';

/**
 * Subscribers who see the same rows of a table: the query runs once for all of them.
 *
 * @typedef {{ group: string, key: string, actor: Actor, plan: VisibilityPlan, members: Members | null,
 *   subscriptions: Set<Subscription>, alone: readonly Audience[] }} Audience
 *   group: audiences that share a statement; members: null if all rows are visible; alone: the audience as a list, shared
 *   by subscriptions that have no other
 * @typedef {{ table: string, where?: Filter, params?: Record<string, unknown>, fields?: readonly string[] }} Wanted
 */

/** Filters come from clients, so the cache needs a limit. */
const PLANS = { max: 5000 };

/** @param {{ catalog: () => Catalog, registry: Registry }} context */
export function createAudiences({ catalog, registry }) {
  const budget = createBudget();
  /** @type {Map<string, Audience>} */
  const known = new Map();
  /** @type {Map<string, Set<Audience>>} */
  const byTable = new Map();
  const plans = memoize(
    (/** @type {Catalog} */ _catalog) => /** @type {Cache<string, VisibilityPlan>} */ (createCache(PLANS)),
  );

  /** @param {Actor} actor @param {Wanted} wanted */
  function planOf(actor, wanted) {
    const group = `${rightsKey(actor)}\n${JSON.stringify([wanted.table, wanted.where, wanted.params, wanted.fields])}`;
    const now = catalog();
    return {
      group,
      plan: plans(now).getOrMake(group, () => compileVisibility({ catalog: now, registry, actor }, wanted)),
    };
  }

  return {
    /** @param {Actor} actor @param {Wanted} wanted @throws what a query would be refused with */
    find(actor, wanted) {
      const { group, plan } = planOf(actor, wanted);
      const key = plan.byUser ? `${group}\n${actor.userId}` : group;
      const audience = known.get(key);
      if (audience && audience.plan === plan) return { audience, isNew: false };
      const members = plan.limits === 'nothing' ? null : createMembers(budget);
      /** @type {Audience} */
      const made = {
        group: `${rightsKey(actor)} ${plan.shape}`,
        key,
        actor,
        plan,
        members,
        subscriptions: new Set(),
        alone: [],
      };
      return { audience: Object.assign(made, { alone: [made] }), isNew: true };
    },

    /** @param {Audience} audience @param {Subscription} subscription */
    join(audience, subscription) {
      audience.subscriptions.add(subscription);
      if (audience.subscriptions.size > 1) return;
      known.set(audience.key, audience);
      const of = byTable.get(audience.plan.table) ?? new Set();
      byTable.set(audience.plan.table, of.add(audience));
    },

    /** @param {Audience} audience @param {Subscription} subscription */
    leave(audience, subscription) {
      if (!audience.subscriptions.delete(subscription) || audience.subscriptions.size > 0) return;
      if (known.get(audience.key) === audience) known.delete(audience.key);
      const of = byTable.get(audience.plan.table);
      of?.delete(audience);
      if (of?.size === 0) byTable.delete(audience.plan.table);
      audience.members?.clear();
    },

    /** @param {string} table */
    of: (table) => byTable.get(table) ?? NONE,
    all: () => [...byTable.values()].flatMap((set) => [...set]),
    /** shapes: how many statements a batch needs at most. */
    sizes: () => ({
      audiences: known.size,
      shapes: new Set([...known.values()].map(({ group }) => group)).size,
      members: budget.used(),
    }),
  };
}

/** @type {ReadonlySet<Audience>} */
const NONE = new Set();
