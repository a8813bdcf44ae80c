/** @import { Request } from '../../types.d.ts' */
/** @import { Place } from '../places/places.js' */
import { isNear } from '@plinth/data';
import { ownPlaces } from '../places/own-places.js';
import { placesFor } from '../places/places.js';
import { rowAddress } from '../places/row-address.js';

/** @typedef {{ label: string, items: Place[] }} Section */

const MOST_PLACES = 8;
/** Shown before anything was typed. */
const MOST_FIRST = 12;

/**
 * What the caller may open and that has the words: rows of all tables, pages, views, admin screens.
 *
 * @param {Request} req @param {string} text
 * @returns {Promise<{ sections: Section[], partial: boolean }>} partial: not every table could be searched in time
 */
export async function find(req, text) {
  const { t } = req.ctx;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const places = await placesFor(req);
  if (words.length === 0) {
    const first = places.filter(({ kind }) => kind === 'page' || kind === 'view').slice(0, MOST_FIRST);
    const { starred, recent } = await ownPlaces(req);
    const own = /** @type {[string, Place[]][]} */ ([
      [t('search.starred'), starred],
      [t('search.recent'), recent],
    ]);
    return { sections: sectionsOf([...own, [t('search.places'), first]]), partial: false };
  }
  const { rows, partial, near } = await findRows(req, text);
  const exact = places.filter(({ label, url }) => {
    const within = `${label} ${decodeURIComponent(url)}`.toLowerCase();
    return words.every((word) => within.includes(word));
  });
  const isFound = exact.length > 0 || (rows.length > 0 && !near);
  const fitting = isFound ? exact : places.filter(({ label }) => isNear(label, text));
  const [own, admin] = [fitting.filter(({ kind }) => kind !== 'admin'), fitting.filter(({ kind }) => kind === 'admin')];
  const sections = sectionsOf([
    [t(near ? 'search.similar' : 'search.rows'), rows],
    [t('search.places'), own.slice(0, MOST_PLACES)],
    [t('search.admin'), admin.slice(0, MOST_PLACES)],
  ]);
  return { sections, partial };
}

/** @param {Request} req @param {string} text */
async function findRows(req, text) {
  const { app, actor, locale } = req.ctx;
  const catalog = app.views.localCatalog(req.ctx.catalog, locale);
  const addresses = new Map(
    catalog.tables.flatMap(({ name }) => {
      const addressOf = rowAddress(catalog, actor, name);
      return addressOf ? [[name, addressOf]] : [];
    }),
  );
  const found = await app.data.rows.searchEverywhere(actor, text, { tables: [...addresses.keys()], locale });
  const rows = found.rows.map(
    (/** @type {{ table: string, id: string | number, label: string }} */ { table, id, label }) => {
      const { label: detail, icon } = catalog.table(table);
      const url = /** @type {(id: string | number) => string} */ (addresses.get(table))(id);
      return { kind: 'row', label, detail: detail || table, icon: icon || 'table', url };
    },
  );
  return { rows, partial: found.partial, near: found.near };
}

/** @param {[string, Place[]][]} all @returns {Section[]} */
const sectionsOf = (all) => all.flatMap(([label, items]) => (items.length > 0 ? [{ label, items }] : []));
