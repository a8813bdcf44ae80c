/** @import { Actor, Table } from '@plinth/plugin' */
/** @import { CommentsContext } from './open-row.js' */
import { inputInvalid, phrase } from '@plinth/plugin';
import { forbidden } from '../../postgres/errors/row-errors.js';
import { ownId } from '../notifications/settings.js';
import { inScope, isUnlimited } from '../../rules/rights/index.js';
import { k } from '../../postgres/sql/index.js';
import { mentionedIn, readMentions } from './mentions.js';
import { commentsOf } from './open-row.js';
import { LIMITS } from '../../catalog/limits/limits.js';

/**
 * Writing comments: authors change their own, admins delete any.
 *
 * @param {CommentsContext} context @param {ReturnType<typeof import('./open-row.js').createOpenRow>} opening
 */
export function createWriteComments({ db, notifications }, { open, openOne, mayWrite, readersOf }) {
  /** @param {Actor} actor @param {{ table: Table, key: string | number }} row @param {string} comment @param {readonly string[]} people */
  async function tell(actor, { table, key }, comment, people) {
    const row = { table: table.name, id: key };
    for (const user of people) await notifications.notify(actor, { user, kind: 'mention', row, about: comment });
  }

  return {
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
  };
}

/** @param {Actor} actor @param {Table} table @param {string} author */
function mayRemove(actor, table, author) {
  if (isUnlimited(actor)) return true;
  return author === actor.userId && inScope(actor, table, 'delete');
}

/** @param {unknown} text @returns {string} */
function checkText(text) {
  const given = typeof text === 'string' ? text.toWellFormed().replaceAll('\0', '').replace(/\r\n?/g, '\n').trim() : '';
  if (given === '') throw inputInvalid({ text: 'Write something first' });
  if (given.length > LIMITS.commentCharacters)
    throw inputInvalid({ text: phrase`A comment can have at most ${LIMITS.commentCharacters} characters` });
  return given;
}
