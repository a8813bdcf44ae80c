/** @import { Actor, Message, Row } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
/** @import { Change } from '../../catalog/types.d.ts' */
/** @import { Work } from '../types.d.ts' */
/** @import { Revision } from './store.js' */
import { AppError, asPhrase, joinPhrases, phrase } from '@plinth/plugin';
import { k } from '../../postgres/sql/index.js';
import { readSentence } from '../../postgres/words/stored-sentence.js';
import { inverse } from './inverse.js';
import { requireInTrash } from './require-in-trash.js';
import { listRevisions, readRevision } from './store.js';

/**
 * The record of all edits. Undo is an edit like any other, made of the inverse changes; redo is the undo of an undo.
 *
 * @param {{ db: Database, engine: { run(actor: Actor, work: Work, options?: object): Promise<any>,
 *   runAll(actor: Actor, works: readonly Work[]): Promise<any[]> } }} context
 */
export function createRevisions({ db, engine }) {
  /** @param {Actor} actor @param {string} id @param {{ dryRun?: boolean }} [options] */
  const undo = (actor, id, options) => engine.run(actor, undoWork(id), options);

  return {
    /** @param {{ after?: number | null, limit?: number }} [options] */
    list: (options = {}) => listRevisions(db, options),
    /** With all its changes. @param {string} id */
    get: (id) => readRevision(db, id),
    undo,
    /** Undoes several revisions in this order, all of them or none. */
    undoAll: (/** @type {Actor} */ actor, /** @type {readonly string[]} */ ids) =>
      engine.runAll(actor, ids.map(undoWork)),
    /** @param {Actor} actor @param {string} id the revision that was undone @param {{ dryRun?: boolean }} [options] */
    async redo(actor, id, options) {
      const revision = await readRevision(db, id);
      if (!revision.undoneBy)
        throw new AppError('REVISION_NOT_UNDONE', 'This change was not undone', {
          status: 409,
          hint: 'Check the history again',
        });
      return undo(actor, revision.undoneBy, options);
    },
  };
}

/** @param {string} id @returns {Work} */
function undoWork(id) {
  /** @type {Revision} */
  let revision;
  return {
    name: 'undo',
    summary: () => opposite(revision.says),
    async plan(catalog, tx) {
      revision = await readRevision(tx, id);
      if (revision.undoneBy)
        throw new AppError('REVISION_UNDONE', 'This change has already been undone', {
          status: 409,
          hint: 'Redo it if that is what you want',
        });
      const { changes, conflicts } = inverse(revision.changes, catalog);
      if (conflicts.length > 0) throw await conflict(tx, revision, conflicts);
      await requireInTrash(tx, revision, changes, catalog.settings.timeZone ?? 'UTC');
      // Redoing keeps its values where the first time did, so that both can be taken back again and again.
      const first = revision.undoes ? await readRevision(tx, revision.undoes) : null;
      return {
        changes,
        ids: {},
        warnings: [],
        fill: {},
        onFailure: 'refuse',
        restore: revision.trash,
        undoes: revision.id,
        ...(first && { trash: first.trash }),
      };
    },
    async after(tx, made) {
      await tx.query(k('plinth.revisions').where('id', revision.id).update({ undone_by: made.id }));
      await toggleEarlier(tx, revision.undoes, revision.id);
    },
  };
}

/** @param {Message} says what is undone */
function opposite(says) {
  if (typeof says === 'string') return phrase`Undo: ${says}`;
  const [inner] = Object.values(says.params);
  if (says.key === 'Undo: {0}') return phrase`Redo: ${inner}`;
  return phrase`Undo: ${says.key === 'Redo: {0}' ? inner : says}`;
}

/** Undoing an undo makes its revision stand again, and so on down the chain. @param {Transaction} tx @param {string | null} id @param {string} by */
async function toggleEarlier(tx, id, by) {
  let stands = true;
  for (let next = id, cause = by; next; stands = !stands) {
    const { rows } = await tx.query(
      k('plinth.revisions')
        .where('id', next)
        .update({ undone_by: stands ? null : cause })
        .returning(['id', 'undoes']),
    );
    cause = rows[0].id;
    next = rows[0].undoes;
  }
}

/** @param {Pick<Transaction, 'query'>} tx @param {Revision} revision @param {Change[]} conflicts */
async function conflict(tx, revision, conflicts) {
  const ids = conflicts.map((change) => change.id);
  const { rows } = await tx.query(
    k('plinth.revisions as r')
      .select('id', 'summary', 'phrase', 'at')
      .where('version', '>', revision.version)
      .whereNull('undone_by')
      .whereRaw(
        `exists (select from jsonb_array_elements(r.changes) as c
                  where c ->> 'id' = any (:ids::text[]) or c ->> 'parent' = any (:ids::text[]))`,
        { ids },
      )
      .orderBy('version')
      .limit(10),
  );
  const names = conflicts.slice(0, 3).map((change) => phrase`${asPhrase(change.kind)} "${change.name}"`);
  const later = rows.map(({ phrase: stored, ...row }) => row);
  return new AppError('EDIT_CONFLICT', phrase`This can't be undone: ${joinPhrases(names)} has changed since`, {
    status: 409,
    hint: rows.length > 0 ? phrase`First undo: ${joinPhrases(rows.map(saidIn), '; ')}` : 'Change it manually instead',
    details: { later, objects: conflicts.map(({ id, kind, name }) => ({ id, kind, name })) },
  });
}

/** @param {Row} row */
const saidIn = ({ summary, phrase: stored }) => readSentence(summary, stored);
