import { attrs } from '@plinth/plugin';
import { select } from '@plinth/plugin/settings';

/** @import { Setting, Table, Values } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @typedef {{ value: string, label: string }} Choice */

/** The script that looks for others while somebody types. */
export const ROW_SEARCH = 'core-views/js/fields/combobox.js';
/** Rows that the page contains, and that a search returns. */
const MOST_ROWS = 20;
const LONGEST = 200;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Rows to try something with, as choices: those with these words, or the newest.
 *
 * @param {Request} req @param {string | null} name of the table @param {string} [search] words, or a key @returns {Promise<Choice[]>}
 */
export async function rowsToTry(req, name, search = '') {
  const { app, catalog, actor, locale } = req.ctx;
  const table = name && catalog.hasTable(name) ? catalog.table(name) : null;
  if (!table) return [];
  const words = search.replaceAll('\0', '').trim().slice(0, LONGEST);
  const select = [{ as: 'label', field: table.display, label: Boolean(table.field(table.display).target) }];
  const spec = { table: table.name, select, limit: MOST_ROWS, sort: [{ field: 'id', descending: true }] };
  const queries = [
    ...(isKey(table, words)
      ? [{ spec: { ...spec, where: BY_KEY }, params: { key: table.key === 'identity' ? Number(words) : words } }]
      : []),
    words ? { spec: { ...spec, search: { param: 'q', locale } }, params: { q: words } } : { spec, params: {} },
  ];
  const found = await app.data.select(actor, queries);
  const rows = new Map(found.flatMap((one) => one.rows).map((/** @type {Values} */ row) => [row.id, row]));
  return [...rows.values()].map(({ id, label }) => ({
    value: String(id),
    label: `${label?.label ?? label ?? ''} (${id})`,
  }));
}

const BY_KEY = { field: 'id', op: /** @type {const} */ ('eq'), value: { param: 'key' } };

/** @param {Table} table @param {string} words */
const isKey = (table, words) => (table.key === 'identity' ? /^\d{1,15}$/.test(words) : UUID.test(words));

/** The same with the row that was chosen among them. @param {Request} req @param {string | null} name @param {string | null} chosen @returns {Promise<Choice[]>} */
export async function rowsWithChosen(req, name, chosen) {
  const newest = await rowsToTry(req, name);
  if (!chosen || newest.some(({ value }) => value === chosen)) return newest;
  const found = (await rowsToTry(req, name, chosen)).filter(({ value }) => value === chosen);
  return [...found, ...newest];
}

/** What makes a select of rows find others. @param {Request} req @param {string} table */
export const searchesRows = ({ ctx: { t } }, table) => ({
  'data-pl-combobox': `/admin/tables/${table}/rows-to-try`,
  'data-pl-none': t('fieldView.noMatch'),
  'data-pl-search': t('fieldView.search'),
});

/** @param {Request} req @param {string} table @param {readonly Choice[]} rows @returns {Setting} */
export const rowSetting = (req, table, rows) =>
  select('row', 'admin.workflow.testRow', rows, {
    required: true,
    default: rows[0]?.value,
    attrs: searchesRows(req, table),
  });

/** The same in a form without settings. @param {Request} req @param {string} table */
export const rowSearchAttrs = (req, table) => attrs(searchesRows(req, table));
