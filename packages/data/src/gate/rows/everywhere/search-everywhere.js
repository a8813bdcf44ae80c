/** @import { Actor, Catalog, Field, Query, Registry, Table, Row } from '@plinth/plugin' */
/** @import { Database } from '../../../postgres/database/database.js' */
import { createPlanCache } from '../compile/plan-cache.js';
import { grantOf } from '../../../rules/rights/index.js';
import { createSelect } from '../select.js';
import { displayField, labelOf } from './display-field.js';
import { isNear, textsAround } from './near-words.js';
import { rank } from './rank.js';
import { withinTime } from './within-time.js';
import { stemsOf } from './word-stems.js';

/** @typedef {{ table: string, id: string | number, label: string, score: number }} FoundRow */

const MOST_TABLES = 40;
/** Rows read of one table: those whose label begins with the text, and the newest that have it anywhere. */
const BEGINNING = 5;
const ANYWHERE = 15;
const LONGEST = 200;
/** Where words may be mistyped, more statements ask for more rows each, in fewer tables. */
const NEAR_TABLES = 20;
const NEARBY = 100;

/**
 * Searches rows of many tables at once, for the palette.
 *
 * @param {{ db: Database, registry: Registry, catalog: () => Catalog, reload?: () => Promise<unknown>, clock?: () => Date,
 *   rowSecurity?: boolean, memory?: import('../../../postgres/memory/divide.js').Memory }} context
 */
export function createSearchEverywhere(context) {
  const { registry, catalog, memory } = context;
  const plans = createPlanCache(memory?.worker);

  /**
   * The rows that the actor may read and that have all words of the text in their searchable fields, best first; where there
   * are none, those with other forms of the words, and at last those whose label differs by a mistake or two. All
   * tables are asked in one round trip each time, and for at most a few seconds together.
   *
   * @param {Actor} actor @param {string} text
   * @param {{ tables: readonly string[], perTable?: number, most?: number, locale?: string }} options tables: where to look;
   *   those that the actor may not read are left out; locale: in which words, numbers and dates are written
   * @returns {Promise<{ rows: FoundRow[], partial: boolean, near: boolean }>} partial: a table took too long, or there are too
   *   many; near: the rows only have similar words
   */
  return async function searchEverywhere(actor, text, { tables, perTable = 5, most = 20, locale }) {
    const wanted = text.toWellFormed().replaceAll('\0', ' ').trim().slice(0, LONGEST);
    if (wanted === '') return { rows: [], partial: false, near: false };
    const known = tables.filter((name) => isOpen(catalog(), actor, name));
    const asked = known.slice(0, MOST_TABLES);
    const isCut = known.length > asked.length;
    const best = (/** @type {FoundRow[]} */ rows) => rows.sort((a, b) => b.score - a.score).slice(0, most);
    const exact = await look(actor, asked, { texts: [wanted], perTable, locale });
    if (exact.rows.length > 0 || exact.isLate)
      return { rows: best(exact.rows), partial: exact.isLate || isCut, near: false };
    const stems = await stemsOf(context.db, wanted, locale);
    const forms = stems ? await look(actor, asked, { texts: [stems], perTable, locale }) : exact;
    if (forms.rows.length > 0) return { rows: best(forms.rows), partial: forms.isLate || isCut, near: false };
    const texts = textsAround(wanted);
    const few = asked.slice(0, NEAR_TABLES);
    const near = texts.length > 0 ? await look(actor, few, { texts, perTable, locale, like: wanted }) : exact;
    return { rows: best(near.rows), partial: near.isLate || isCut, near: near.rows.length > 0 };
  };

  /**
   * @param {Actor} actor @param {readonly string[]} tables
   * @param {{ texts: readonly string[], perTable: number, locale: string | undefined, like?: string }} wanted texts: any of
   *   them; like: what a label must be near to
   * @returns {Promise<{ rows: FoundRow[], isLate: boolean }>}
   */
  async function look(actor, tables, { texts, perTable, locale, like }) {
    const limit = like === undefined ? ANYWHERE : NEARBY;
    const queries = tables.map((name) =>
      texts.flatMap((text) => queriesOf(registry, actor, catalog().table(name), { text, locale, limit })),
    );
    const { db, timedOut } = withinTime(context.db, queries.flat().length);
    const results = await createSelect({ ...context, db, plans })(actor, queries.flat());
    /** @type {FoundRow[]} */
    const found = [];
    let next = 0;
    for (const [i, own] of queries.entries()) {
      const rows = results.slice(next, (next += own.length)).flatMap((result) => result.rows);
      const display = displayField(registry, actor, catalog().table(tables[i]));
      const fitting = bestOf(tables[i], display, rows, like ?? texts[0]);
      found.push(...fitting.filter(({ label }) => like === undefined || isNear(label, like)).slice(0, perTable));
    }
    return { rows: found, isLate: timedOut() };
  }
}

/** @param {Catalog} catalog @param {Actor} actor @param {string} name */
function isOpen(catalog, actor, name) {
  if (!catalog.hasTable(name)) return false;
  const table = catalog.table(name);
  return !table.system && grantOf(actor, table, 'read') !== 'none';
}

/** @param {Registry} registry @param {Actor} actor @param {Table} table @param {{ text: string, locale: string | undefined, limit: number }} wanted @returns {Query[]} */
function queriesOf(registry, actor, table, { text, locale, limit }) {
  const display = displayField(registry, actor, table);
  const select = [{ as: 'label', field: display.name }];
  const params = { q: text };
  /** @type {Query} */
  const anywhere = {
    spec: {
      table: table.name,
      select,
      search: { param: 'q', locale },
      limit,
      sort: [{ field: 'id', descending: true }],
    },
    params,
  };
  if (!registry.fieldType(display.type).operators.includes('starts')) return [anywhere];
  /** @type {Query} */
  const beginning = {
    spec: {
      table: table.name,
      select,
      limit: BEGINNING,
      where: { field: display.name, op: 'starts', value: { param: 'q' } },
    },
    params,
  };
  return [beginning, anywhere];
}

/** @param {string} table @param {Field} display @param {readonly Row[]} rows @param {string} text @returns {FoundRow[]} */
function bestOf(table, display, rows, text) {
  /** @type {Map<string, FoundRow>} */
  const found = new Map();
  for (const { id, label } of rows) {
    const shown = labelOf(display, label) || `#${id}`;
    if (!found.has(String(id))) found.set(String(id), { table, id, label: shown, score: rank(shown, text) });
  }
  return [...found.values()].sort((a, b) => b.score - a.score);
}
