/** @import { Actor, Catalog, Registry, Table } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
import { AppError, inputInvalid, phrase } from '@plinth/plugin';
import { mayRead, ownId } from '../notifications/notifications.js';
import { forbidden, rowNotFound } from '../errors/row-errors.js';
import { inScope, isUnlimited } from '../rights/index.js';
import { readKey } from '../schema/key.js';
import { tableSql } from '../schema/physical.js';
import { asUuid, k, sql } from '../sql/index.js';
import { mentionedIn, readMentions } from './mentions.js';

/**
 * @typedef {{ id: string, by: { id: string, name: string }, text: string, at: string, editedAt: string | null,
 *   isOwn: boolean, mayDelete: boolean }} Comment text: Markdown in which @{uuid} stands for a person
 * @typedef {{ db: Database, registry: Registry, catalog: () => Catalog, rows: any, select: any,
 *   notifications: { notify: Function }, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} CommentsContext
 */

const LONGEST = 10_000;
const MOST = 200;
const USUAL = 50;
const MOST_PEOPLE = 8;

/**
 * Comments on rows of tables whose comments are on. Whoever may read a row may read its comments; the table says who of
 * them may write. People change their own, admins delete any.
 *
 * @param {CommentsContext} context
 */
export function createComments(context) {
  const { db, registry, catalog, rows, notifications, actorsOfUsers } = context;

  /** @param {Actor} actor @param {string} name @param {unknown} id @throws {AppError} ROW_NOT_FOUND, COMMENTS_OFF */
  async function open(actor, name, id) {
    const table = catalog().table(name);
    const key = readKey(registry, table, id);
    if (table.system || !(await mayRead(rows, actor, { table: name, id: key }))) throw rowNotFound();
    if (table.comments === 'off') throw commentsOff(table.label);
    return { table, key };
  }

  /** @param {Actor} actor @param {Table} table @param {string | number} key */
  async function mayWrite(actor, table, key) {
    if (actor.userId === null || !inScope(actor, table, 'create')) return false;
    if (table.comments === 'readers') return true;
    const spec = {
      ...{ table: table.name, select: [{ as: 'may', may: 'update' }], limit: 1 },
      where: { field: 'id', op: 'eq', value: { param: 'key' } },
    };
    const [{ rows: found }] = await context.select(actor, [{ spec, params: { key } }]);
    return found[0]?.may === true;
  }

  /** @param {Table} table @param {string | number} key */
  const commentsOf = (table, key) =>
    k('plinth.comments as c').where('c.table_id', table.id).where('c.row_key', String(key));

  /** @param {Actor} actor @param {string} name @param {unknown} id @param {string} comment */
  async function openOne(actor, name, id, comment) {
    const { table, key } = await open(actor, name, id);
    const { rows: found } = await db.query(commentsOf(table, key).select('c.*').where('c.id', asUuid(comment)));
    if (found.length === 0) throw commentNotFound();
    return { table, key, found: found[0] };
  }

  /** @param {Table} table @param {string | number} key @returns {(ids: readonly string[]) => Promise<Set<string>>} */
  const readersOf = (table, key) => async (ids) => {
    const actors = await actorsOfUsers(ids);
    const may = await Promise.all(actors.map((one) => mayRead(rows, one, { table: table.name, id: key })));
    return new Set(actors.flatMap((one, i) => (may[i] && one.userId ? [one.userId] : [])));
  };

  /** @param {Actor} actor @param {{ table: Table, key: string | number }} row @param {string} comment @param {readonly string[]} people */
  async function tell(actor, { table, key }, comment, people) {
    const row = { table: table.name, id: key };
    for (const user of people) await notifications.notify(actor, { user, kind: 'mention', row, about: comment });
  }

  return {
    /**
     * The newest comments, newest first.
     *
     * @param {Actor} actor @param {string} name @param {unknown} id @param {{ before?: string | null, limit?: number }} [options]
     * @returns {Promise<{ comments: Comment[], names: Map<string, string>, mayWrite: boolean }>} names: of people mentioned
     */
    async list(actor, name, id, { before = null, limit = USUAL } = {}) {
      const { table, key } = await open(actor, name, id);
      const query = commentsOf(table, key)
        .leftJoin('plinth.users as u', 'u.id', 'c.user_id')
        .select('c.*', { name: 'u.name' })
        .orderBy('c.id', 'desc')
        .limit(Math.min(limit, MOST));
      if (before !== null) query.where('c.id', '<', asUuid(before));
      const [{ rows: found }, may] = await Promise.all([db.query(query), mayWrite(actor, table, key)]);
      const names = await namesOf(
        db,
        found.flatMap(({ text }) => mentionedIn(text)),
      );
      return { comments: found.map((row) => shown(actor, row, may)), names, mayWrite: may };
    },

    /**
     * @param {Actor} actor @param {string} name @param {unknown} id
     * @param {{ text: unknown, picked?: readonly string[] }} input picked: people chosen from the list while typing
     * @returns {Promise<string>} its id
     */
    async add(actor, name, id, { text, picked }) {
      const { table, key } = await open(actor, name, id);
      const userId = ownId(actor);
      if (!(await mayWrite(actor, table, key))) throw forbidden(phrase`comment here`);
      const stored = await readMentions(db, checkText(text), { picked, readers: readersOf(table, key) });
      const { rows: added } = await db.query(
        k('plinth.comments')
          .insert({ table_id: table.id, row_key: String(key), user_id: userId, text: stored })
          .returning('id'),
      );
      await tell(actor, { table, key }, added[0].id, mentionedIn(stored));
      return added[0].id;
    },

    /**
     * Only by its author, and only while they may write here. People who are newly mentioned are told.
     *
     * @param {Actor} actor @param {string} name @param {unknown} id @param {string} comment
     * @param {{ text: unknown, picked?: readonly string[] }} input
     */
    async update(actor, name, id, comment, { text, picked }) {
      const { table, key, found } = await openOne(actor, name, id, comment);
      if (found.user_id !== ownId(actor) || !(await mayWrite(actor, table, key)))
        throw forbidden(phrase`change this comment`);
      const stored = await readMentions(db, checkText(text), { picked, readers: readersOf(table, key) });
      await db.query(
        commentsOf(table, key)
          .where('c.id', found.id)
          .update({ text: stored, edited_at: k.raw('now()') }),
      );
      const known = mentionedIn(found.text);
      await tell(
        actor,
        { table, key },
        found.id,
        mentionedIn(stored).filter((one) => !known.includes(one)),
      );
    },

    /** By its author, or an admin. @param {Actor} actor @param {string} name @param {unknown} id @param {string} comment */
    async remove(actor, name, id, comment) {
      const { table, key, found } = await openOne(actor, name, id, comment);
      if (!mayRemove(actor, table, found.user_id)) throw forbidden(phrase`delete this comment`);
      await db.query(commentsOf(table, key).where('c.id', found.id).delete());
    },

    /** The text as its author types it. @param {string} text @param {Map<string, string>} names */
    typed: (text, names) =>
      mentionedIn(text).reduce((all, id) => all.replaceAll(`@{${id}}`, `@${names.get(id) ?? ''}`), text),

    /**
     * People who may read the row and whose name has the text, to be mentioned.
     *
     * @param {Actor} actor @param {string} name @param {unknown} id @param {string} text
     * @returns {Promise<{ id: string, name: string }[]>}
     */
    async people(actor, name, id, text) {
      const { table, key } = await open(actor, name, id);
      if (!(await mayWrite(actor, table, key))) return [];
      const pattern = `%${text
        .toWellFormed()
        .replaceAll('\0', '')
        .slice(0, 100)
        .replace(/[\\%_]/g, '\\$&')}%`;
      const { rows: found } = await db.query(sql`select id, name from plinth.users
        where disabled_at is null and name ilike ${pattern} and name <> '' order by lower(name), id limit 40`);
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

/** @param {Actor} actor @param {any} row @param {boolean} may write @returns {Comment} */
function shown(actor, row, may) {
  const isOwn = row.user_id === actor.userId;
  return {
    ...{ id: row.id, text: row.text, at: row.created_at, editedAt: row.edited_at },
    by: { id: row.user_id, name: row.name ?? '' },
    isOwn: isOwn && may,
    mayDelete: isOwn || isUnlimited(actor),
  };
}

/** @param {Actor} actor @param {Table} table @param {string} author */
function mayRemove(actor, table, author) {
  if (isUnlimited(actor)) return true;
  return author === actor.userId && inScope(actor, table, 'delete');
}

/** @param {Database} db @param {readonly string[]} ids */
async function namesOf(db, ids) {
  /** @type {Map<string, string>} */
  const names = new Map();
  if (ids.length === 0) return names;
  const { rows } = await db.query(sql`select id, name from plinth.users where id = any(${[...ids]}::uuid[])`);
  for (const { id, name } of rows) names.set(id, name);
  return names;
}

/** @param {unknown} text @returns {string} */
function checkText(text) {
  const given = typeof text === 'string' ? text.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trim() : '';
  if (given === '') throw inputInvalid({ text: 'Write something first' });
  if (given.length > LONGEST) throw inputInvalid({ text: phrase`A comment can have at most ${LONGEST} characters` });
  return given;
}

/** @param {string} label */
const commentsOff = (label) =>
  new AppError('COMMENTS_OFF', phrase`"${label}" has no comments`, {
    status: 404,
    hint: 'An admin can switch them on in the settings of the table',
  });

const commentNotFound = () => new AppError('COMMENT_NOT_FOUND', 'This comment is not there any more', { status: 404 });
