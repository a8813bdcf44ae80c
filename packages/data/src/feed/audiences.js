/** @import { Actor, Cache, Catalog, Filter, Registry } from '@plinth/plugin' */
/** @import { Members } from './members.js' */
/** @import { Sight } from './sight.js' */
/** @import { Subscription } from './subscription.js' */
import { createCache, memoize } from '@plinth/plugin';
import { rightsKey } from '../rights/index.js';
import { createBudget, createMembers } from './members.js';
import { compileSight } from './sight.js';

/**
 * Those who see the same of a table: one of them is asked for, all are told.
 *
 * @typedef {{ group: string, key: string, actor: Actor, sight: Sight, members: Members | null,
 *   subscriptions: Set<Subscription>, alone: readonly Audience[] }} Audience
 *   group: all who share a statement; members: null where everybody sees all rows; alone: itself, for those who hear of nothing else
 * @typedef {{ table: string, where?: Filter, params?: Record<string, unknown>, fields?: readonly string[] }} Wanted
 */

/** Filters come from outside, so they must not pile up until the Catalog changes. */
const SIGHTS = { max: 5000 };

/** @param {{ catalog: () => Catalog, registry: Registry }} context */
export function createAudiences({ catalog, registry }) {
  const budget = createBudget();
  /** @type {Map<string, Audience>} */
  const known = new Map();
  /** @type {Map<string, Set<Audience>>} */
  const byTable = new Map();
  const sights = memoize(
    (/** @type {Catalog} */ _catalog) => /** @type {Cache<string, Sight>} */ (createCache(SIGHTS)),
  );

  /** @param {Actor} actor @param {Wanted} wanted */
  function sightOf(actor, wanted) {
    const group = `${rightsKey(actor)}\n${JSON.stringify([wanted.table, wanted.where, wanted.params, wanted.fields])}`;
    const now = catalog();
    return {
      group,
      sight: sights(now).getOrMake(group, () => compileSight({ catalog: now, registry, actor }, wanted)),
    };
  }

  return {
    /** @param {Actor} actor @param {Wanted} wanted @throws what a query would be refused with */
    find(actor, wanted) {
      const { group, sight } = sightOf(actor, wanted);
      const key = sight.byUser ? `${group}\n${actor.userId}` : group;
      const audience = known.get(key);
      if (audience && audience.sight === sight) return { audience, isNew: false };
      const members = sight.limits === 'nothing' ? null : createMembers(budget);
      /** @type {Audience} */
      const made = {
        ...{ group: `${rightsKey(actor)} ${sight.shape}`, key, actor, sight, members },
        ...{ subscriptions: new Set(), alone: [] },
      };
      return { audience: Object.assign(made, { alone: [made] }), isNew: true };
    },

    /** @param {Audience} audience @param {Subscription} subscription */
    join(audience, subscription) {
      audience.subscriptions.add(subscription);
      if (audience.subscriptions.size > 1) return;
      known.set(audience.key, audience);
      const of = byTable.get(audience.sight.table) ?? new Set();
      byTable.set(audience.sight.table, of.add(audience));
    },

    /** @param {Audience} audience @param {Subscription} subscription */
    leave(audience, subscription) {
      if (!audience.subscriptions.delete(subscription) || audience.subscriptions.size > 0) return;
      if (known.get(audience.key) === audience) known.delete(audience.key);
      const of = byTable.get(audience.sight.table);
      of?.delete(audience);
      if (of?.size === 0) byTable.delete(audience.sight.table);
      audience.members?.clear();
    },

    /** @param {string} table */
    of: (table) => byTable.get(table) ?? NONE,
    all: () => [...byTable.values()].flatMap((set) => [...set]),
    /** shapes: so many statements tell all of them. */
    sizes: () => ({
      audiences: known.size,
      shapes: new Set([...known.values()].map(({ group }) => group)).size,
      members: budget.used(),
    }),
  };
}

/** @type {ReadonlySet<Audience>} */
const NONE = new Set();
