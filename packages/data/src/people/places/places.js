/** @import { Actor, Catalog, Query, Registry } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
import { mayOpen } from '@plinth/plugin';
import { rowNotFound } from '../../postgres/errors/row-errors.js';
import { ownId } from '../notifications/settings.js';
import { createLabelRows } from '../../gate/rows/everywhere/label-rows.js';
import { readKey } from '../../catalog/schema/key.js';
import { k, sql } from '../../postgres/sql/index.js';

/**
 * A page or a view by its name, or a row of a table.
 *
 * @typedef {{ kind: 'page' | 'view' | 'row', name: string, id?: string | number | null }} PlaceRef
 * @typedef {PlaceRef & { label: string }} NamedPlace
 */

/** How many recent items are kept per person, besides favourites. */
const MOST_SEEN = 50;
const MOST_STARRED = 200;
const MOST_SHOWN = 12;

/**
 * Each person's favourites and recent items. Rights are checked when they are shown.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, rows: any,
 *   select: (actor: Actor, queries: Query[]) => Promise<any[]> }} context
 */
export function createPlaces(context) {
  const { db, catalog } = context;
  const labelRows = createLabelRows(context);

  const keyOf = createKeyOf(context);

  return {
    /**
     * Records that the actor has opened it. @param {Actor} actor @param {PlaceRef} place @returns {Promise<boolean>}
     * whether it is starred
     */
    async see(actor, place) {
      const key = await keyOf(actor, place);
      const { rows: found } = await db.query(
        k('plinth.user_places')
          .insert({ ...key, seen_at: k.raw('now()') })
          .onConflict(['user_id', 'object_id', 'row_key'])
          .merge(['seen_at'])
          .returning(k.raw('starred_at is not null as starred')),
      );
      await db.query(sql`delete from plinth.user_places p using (
          select object_id, row_key from plinth.user_places where user_id = ${key.user_id}::uuid and starred_at is null
          order by seen_at desc offset ${MOST_SEEN}) old
        where p.user_id = ${key.user_id}::uuid and p.object_id = old.object_id and p.row_key = old.row_key`);
      return found[0].starred;
    },

    /** @param {Actor} actor @param {PlaceRef} place @param {boolean} isStarred */
    async star(actor, place, isStarred) {
      const key = await keyOf(actor, place);
      await db.query(
        k('plinth.user_places')
          .insert({ ...key, starred_at: isStarred ? k.raw('now()') : null })
          .onConflict(['user_id', 'object_id', 'row_key'])
          .merge(['starred_at']),
      );
    },

    /**
     * Those that the actor may still open, the latest first.
     *
     * @param {Actor} actor @returns {Promise<{ starred: NamedPlace[], recent: NamedPlace[] }>}
     */
    async list(actor) {
      const { rows: found } = await db.query(
        k('plinth.user_places')
          .select('object_id', 'row_key', 'starred_at')
          .where('user_id', ownId(actor))
          .orderByRaw('starred_at desc nulls last, seen_at desc nulls last')
          .limit(MOST_SEEN + MOST_STARRED),
      );
      const refs = found.map((one) => ({ ref: refOf(catalog(), actor, one), isStarred: one.starred_at !== null }));
      const known = refs.flatMap(({ ref, isStarred }) => (ref ? [{ ref, isStarred }] : []));
      const labelOf = await labelRows(
        actor,
        known.flatMap(({ ref: { kind, name, id } }) => (kind === 'row' && id ? [{ table: name, id }] : [])),
      );
      const named = known.flatMap(({ ref, isStarred }) => {
        const label = ref.kind === 'row' ? labelOf({ table: ref.name, id: String(ref.id) }) : ref.label;
        return label === null ? [] : [{ ...ref, label, isStarred }];
      });
      return {
        starred: named.filter(({ isStarred }) => isStarred).slice(0, MOST_SHOWN),
        recent: named.filter(({ isStarred }) => !isStarred).slice(0, MOST_SHOWN),
      };
    },

    /** Deletes entries whose place no longer exists, and those not opened for a long time. */
    async sweep() {
      await db.query(sql`delete from plinth.user_places p
        where (p.starred_at is null and p.seen_at < now() - interval '180 days')
          or (coalesce(p.seen_at, p.starred_at) < now() - interval '31 days'
            and not exists (select from plinth.objects o where o.id = p.object_id))`);
    },
  };
}

/** @param {Parameters<typeof createPlaces>[0]} context */
function createKeyOf({ registry, catalog, rows }) {
  /** Where it is stored. @param {Actor} actor @param {PlaceRef} place @throws {AppError} ROW_NOT_FOUND where it may not be opened */
  return async function keyOf(actor, { kind, name, id }) {
    const user = ownId(actor);
    if (kind === 'row' && catalog().hasTable(name) && !catalog().table(name).system) {
      const table = catalog().table(name);
      const key = readKey(registry, table, id);
      await rows.get(actor, name, key, { fields: [] });
      return { user_id: user, object_id: table.id, row_key: String(key) };
    }
    const found = kind === 'page' && catalog().hasPage(name) ? catalog().page(name) : null;
    const object = found ?? (kind === 'view' && catalog().hasView(name) ? catalog().view(name) : null);
    if (!object || !mayOpen(object.roles, actor)) throw rowNotFound();
    return { user_id: user, object_id: object.id, row_key: '' };
  };
}

/**
 * @param {Catalog} catalog @param {Actor} actor @param {any} stored @returns {NamedPlace | null} null: it no longer
 * exists, or the actor may not open it
 */
function refOf(catalog, actor, { object_id: id, row_key: key }) {
  const table = catalog.tables.find((one) => one.id === id);
  if (table) return { kind: 'row', name: table.name, id: key, label: '' };
  const page = catalog.pages.find((one) => one.id === id);
  if (page) return mayOpen(page.roles, actor) ? { kind: 'page', name: page.name, label: page.title } : null;
  const view = catalog.views.find((one) => one.id === id);
  return view && mayOpen(view.roles, actor) ? { kind: 'view', name: view.name, label: view.label || view.name } : null;
}
