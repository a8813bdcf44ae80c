/** @import { Actor, Row } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { CommentsContext } from './open-row.js' */
import { isUnlimited } from '../../rules/rights/index.js';
import { tableSql } from '../../postgres/sql/physical.js';
import { nameOrder } from '../../postgres/sql/text-order.js';
import { asUuid, fixed, sql } from '../../postgres/sql/index.js';
import { mentionedIn } from './mentions.js';
import { commentNotFound, commentsOf, createOpenRow } from './open-row.js';
import { createWriteComments } from './write-comments.js';

/**
 * @typedef {{ id: string, by: { id: string, name: string, picture: string | null }, text: string, at: string, editedAt: string | null,
 *   isOwn: boolean, mayDelete: boolean }} Comment text: Markdown in which @{uuid} stands for a person
 */

const MOST = 200;
const USUAL = 50;
const MOST_PEOPLE = 8;

/**
 * Comments on rows of tables whose comments are on. Whoever may read a row may read its comments; the table says who of
 * them may write.
 *
 * @param {CommentsContext} context
 */
export function createComments(context) {
  const { db, catalog } = context;
  const opening = createOpenRow(context);
  const { open, openOne, mayWrite, readersOf } = opening;

  return {
    ...createWriteComments(context, opening),

    /**
     * The newest comments, newest first.
     *
     * @param {Actor} actor @param {string} name @param {unknown} id @param {{ before?: string | null, limit?: number }} [options]
     * @returns {Promise<{ comments: Comment[], names: Map<string, string>, pictures: Map<string, string>, mayWrite: boolean }>}
     *   names, pictures: of people mentioned
     */
    async list(actor, name, id, { before = null, limit = USUAL } = {}) {
      const { table, key } = await open(actor, name, id);
      const query = withAuthor(commentsOf(table, key)).orderBy('c.id', 'desc').limit(Math.min(limit, MOST));
      if (before !== null) query.where('c.id', '<', asUuid(before));
      const [{ rows: found }, may] = await Promise.all([db.query(query), mayWrite(actor, table, key)]);
      const mentioned = await peopleOf(
        db,
        found.flatMap(({ text }) => mentionedIn(text)),
      );
      return { comments: found.map((row) => shown(actor, row, may)), ...mentioned, mayWrite: may };
    },

    /**
     * One comment.
     *
     * @param {Actor} actor @param {string} name @param {unknown} id @param {string} comment
     * @returns {Promise<{ comment: Comment, names: Map<string, string> }>}
     * @throws {import('@plinth/plugin').AppError} ROW_NOT_FOUND, COMMENTS_OFF, COMMENT_NOT_FOUND
     */
    async get(actor, name, id, comment) {
      const { table, key } = await openOne(actor, name, id, comment);
      const query = withAuthor(commentsOf(table, key)).where('c.id', asUuid(comment));
      const [{ rows: found }, may] = await Promise.all([db.query(query), mayWrite(actor, table, key)]);
      if (found.length === 0) throw commentNotFound();
      const { names } = await peopleOf(db, mentionedIn(found[0].text));
      return { comment: shown(actor, found[0], may), names };
    },

    /** The text as its author types it. @param {string} text @param {Map<string, string>} names */
    typed: (text, names) =>
      mentionedIn(text).reduce((all, id) => all.replaceAll(`@{${id}}`, `@${names.get(id) ?? ''}`), text),

    /**
     * People who may read the row and whose name has the text, to be mentioned.
     *
     * @param {Actor} actor @param {string} name @param {unknown} id @param {string} text
     * @returns {Promise<{ id: string, name: string, picture: string | null }[]>}
     */
    async people(actor, name, id, text) {
      const { table, key } = await open(actor, name, id);
      if (!(await mayWrite(actor, table, key))) return [];
      const pattern = `%${text
        .toWellFormed()
        .replaceAll('\0', '')
        .slice(0, 100)
        .replace(/[\\%_]/g, '\\$&')}%`;
      const { rows: found } = await db.query(sql`select id, name, picture from plinth.users
        where disabled_at is null and name ilike ${pattern} and name <> '' order by ${fixed(nameOrder('name', catalog()))}, id limit 40`);
      const readers = await readersOf(table, key)(found.map((one) => one.id));
      return found.filter((one) => readers.has(one.id)).slice(0, MOST_PEOPLE);
    },

    /** Deletes comments of rows that are gone and can't come back: nothing of them is in the history. */
    async sweep() {
      const known = catalog().tables.filter(({ system, comments }) => !system && comments !== 'off');
      for (const table of known)
        await db.query(sql`delete from plinth.comments c where c.table_id = ${table.id}::uuid
          and c.created_at < now() - interval '30 days'
          and not exists (select from plinth.row_history h where h.table_id = c.table_id and h.row_key = c.row_key)
          and not exists (select from ${tableSql(table)} t where t.id::text = c.row_key)`);
    },
  };
}

/** @param {ReturnType<typeof commentsOf>} query */
const withAuthor = (query) =>
  query.leftJoin('plinth.users as u', 'u.id', 'c.user_id').select('c.*', { name: 'u.name', picture: 'u.picture' });

/** @param {Actor} actor @param {Row} row @param {boolean} may write @returns {Comment} */
function shown(actor, row, may) {
  const isOwn = row.user_id === actor.userId;
  return {
    id: row.id,
    text: row.text,
    at: row.created_at,
    editedAt: row.edited_at,
    by: { id: row.user_id, name: row.name ?? '', picture: row.picture ?? null },
    isOwn: isOwn && may,
    mayDelete: isOwn || isUnlimited(actor),
  };
}

/** @param {Database} db @param {readonly string[]} ids */
async function peopleOf(db, ids) {
  const wanted = sql`select id, name, picture from plinth.users where id = any(${[...ids]}::uuid[])`;
  const { rows } = ids.length === 0 ? { rows: [] } : await db.query(wanted);
  /** @type {Map<string, string>} */
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  /** @type {Map<string, string>} */
  const pictures = new Map(rows.flatMap(({ id, picture }) => (picture ? [[id, picture]] : [])));
  return { names, pictures };
}
