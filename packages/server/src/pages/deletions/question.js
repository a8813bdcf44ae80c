/** @import { Table } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */
import { rowNouns } from './row-nouns.js';

/** Longest name of a row in a question. */
const LONGEST = 80;

/**
 * What is asked before rows are deleted.
 *
 * @typedef {object} Question
 * @property {string} title "Delete project “Operations”?"
 * @property {string[]} lines what goes with them
 * @property {string} button "Delete project"
 * @property {boolean} possible whether they can be deleted
 */

/**
 * @param {Request} req @param {Table} table @param {readonly unknown[]} ids
 * @returns {Promise<Question>}
 * @throws {import('@plinth/plugin').AppError} ROW_NOT_FOUND, FORBIDDEN
 */
export async function deletionQuestion(req, table, ids) {
  const { app, actor, catalog, t, locale } = req.ctx;
  const goes = await app.data.rows.whatGoes(actor, table.name, ids);
  const say = sayer(req);
  const possible = goes.refusing.length === 0 && !goes.others.refusing;
  const lines = [];
  const others = (/** @type {boolean} */ there) => (there ? [t('deletion.others')] : []);
  const list = (/** @type {string[]} */ parts) =>
    capital(new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts));
  if (!possible) {
    lines.push(
      t('deletion.refused', { what: list([...goes.refusing.map(say.count), ...others(goes.others.refusing)]) }),
    );
    return { title: say.title(table, goes), lines, button: say.button(table, goes.rows), possible };
  }
  const deleted = [...goes.deleted.map(say.count), ...others(goes.others.deleted)];
  if (deleted.length > 0) lines.push(t('deletion.too', { what: list(deleted) }));
  for (const one of goes.emptied) {
    const field = catalog.table(one.table).field(one.field).label;
    lines.push(t('deletion.emptied', { field, what: say.count(one) }));
  }
  if (goes.others.emptied) lines.push(t('deletion.emptiedOthers'));
  if (goes.unkept.length > 0) {
    const all = goes.unkept.length === goes.deleted.length + 1 || goes.deleted.length === 0;
    const tables = list(goes.unkept.map((/** @type {string} */ name) => catalog.table(name).label));
    lines.push(all ? t('deletion.unkept') : t('deletion.unkeptOf', { tables }));
  }
  return { title: say.title(table, goes), lines, button: say.button(table, goes.rows), possible };
}

/** How many rows were deleted. @param {Request} req @param {Table} table @param {number} rows */
export function deletedText(req, table, rows) {
  const { t, locale } = req.ctx;
  const { many, heading } = rowNouns(table, locale, t);
  if (rows === 1) return t('deletion.deletedOne', { noun: heading });
  return t('deletion.deletedMany', { count: rows, nouns: many });
}

/** "5 issues" @param {Request} req @param {Table} table @param {number} count */
export const countText = (req, table, count) => sayer(req).count({ table: table.name, count, more: count >= 1000 });

/** The same for a number that was counted to the end. @param {Request} req @param {Table} table @param {number} count */
export const exactText = (req, table, count) => sayer(req).count({ table: table.name, count, more: false });

/** Words for counts and titles. @param {Request} req */
function sayer(req) {
  const { t, locale, catalog } = req.ctx;
  const numbers = new Intl.NumberFormat(locale);
  return {
    /** @param {{ table: string, count: number, more: boolean }} count */
    count({ table: name, count, more }) {
      const { one, many } = rowNouns(catalog.table(name), locale, t);
      const number = numbers.format(count);
      if (more) return t(count >= 1000 ? 'deletion.moreThan' : 'deletion.atLeast', { number, nouns: many });
      if (count === 1) return one === null ? t('deletion.oneOf', { nouns: many }) : t('deletion.single', { noun: one });
      return `${number} ${many}`;
    },
    /** @param {Table} table @param {{ rows: number, title: string | null }} goes */
    title(table, { rows, title }) {
      const { one, many } = rowNouns(table, locale, t);
      if (rows > 1) return t('deletion.askMany', { number: numbers.format(rows), nouns: many });
      if (!title) return t('deletion.askOne', { noun: one ?? t('deletion.row') });
      const name = title.length > LONGEST ? `${title.slice(0, LONGEST)}…` : title;
      return one === null ? t('deletion.askNamed', { name }) : t('deletion.askNounNamed', { noun: one, name });
    },
    /** @param {Table} table @param {number} rows */
    button(table, rows) {
      const { one, many } = rowNouns(table, locale, t);
      if (rows > 1) return t('deletion.buttonMany', { number: numbers.format(rows), nouns: many });
      return t('deletion.button', { noun: one ?? t('deletion.row') });
    },
  };
}

/** @param {string} text */
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
