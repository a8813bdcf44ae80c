/** @import { Actor, Query, Result, Table } from '@plinth/plugin' */
/** @import { Readable } from 'node:stream' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { OpenFile } from '../../exchange/pdf/load-pictures.js' */
/** @import { Attachment, Paper } from './types.d.ts' */
import { AppError, phrase } from '@plinth/plugin';
import { readableField } from '../../rules/rights/index.js';
import { asUuid, k } from '../../postgres/sql/index.js';
import { LIMITS } from '../../catalog/limits/limits.js';
import { storedJson } from '../../postgres/sql/stored-json.js';

/** Of all attachments of a mail together, in bytes. Many mail servers refuse 25 MB, which base64 makes of 18. */
export const MOST_ATTACHED = LIMITS.mailFilesBytes;

/**
 * The files in some fields of a row, as far as the actor may open them.
 *
 * @param {{ files: OpenFile, select: (actor: Actor, queries: readonly Query[]) => Promise<Result[]>, actor: Actor }} context
 * @param {{ table: Table, id: string | number }} row @param {readonly string[]} fields
 * @returns {Promise<Attachment[]>}
 * @throws {AppError} MAIL_TOO_LARGE, and what refuses the file
 */
export async function filesOfRow({ files, select, actor }, { table, id }, fields) {
  const known = fields.filter((name) => table.hasField(name) && readableField(actor, table, table.field(name)));
  if (known.length === 0) return [];
  const where = { field: 'id', op: /** @type {const} */ ('eq'), value: { param: 'id' } };
  const spec = { table: table.name, limit: 1, select: known.map((field) => ({ as: field, field })), where };
  const [{ rows }] = await select(actor, [{ spec, params: { id } }]);
  const ids = known.flatMap((field) => [rows[0]?.[field] ?? []].flat());
  if (ids.length > LIMITS.mailFiles) throw tooMany();
  /** @type {Attachment[]} */
  const attached = [];
  for (const one of ids) {
    const { file, stream } = await files.open(actor, String(one));
    attached.push({ name: file.name, mime: file.mime, data: await collected(stream, roomLeft(attached)) });
  }
  return attached;
}

/** @param {readonly Attachment[]} attached @throws {AppError} MAIL_TOO_LARGE */
export function requireRoom(attached) {
  if (roomLeft(attached) < 0) throw tooLarge();
}

/** @param {readonly Attachment[]} attached */
export const roomLeft = (attached) => LIMITS.mailFilesBytes - attached.reduce((sum, { data }) => sum + data.length, 0);

/**
 * @param {AsyncIterable<Buffer | string>} stream @param {number} most
 * @throws {AppError} MAIL_TOO_LARGE
 */
export async function collected(stream, most) {
  const chunks = [];
  let size = 0;
  for await (const chunk of stream) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    // Leaving the loop closes the stream.
    if (size > most) throw tooLarge();
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Attachments of mails that wait, or were sent. @param {Database} db */
export function createAttachments(db) {
  /** Mails to several people share what is to be laid out. @type {WeakMap<Paper, string>} */
  const kept = new WeakMap();

  /** @param {{ query: Database['query'] }} on @param {Paper} paper @returns {Promise<string>} its id */
  async function keepPaper(on, paper) {
    const known = kept.get(paper);
    if (known) return known;
    const row = { reader: paper.reader, app: paper.app, document: storedJson(paper.document) };
    const { rows } = await on.query(k('plinth.mail_papers').insert(row).returning('id'));
    kept.set(paper, rows[0].id);
    return rows[0].id;
  }

  return {
    /**
     * @param {{ query: Database['query'] }} tx of the mail @param {string} mail @param {readonly Attachment[]} attached
     */
    async keep(tx, mail, attached) {
      for (const [position, { name, mime, data, paper }] of attached.entries()) {
        const content = paper ? { size: 0, paper: await keepPaper(tx, paper) } : { size: data.length, data };
        await tx.query(k('plinth.mail_attachments').insert({ mail_id: mail, position, name, mime, ...content }));
      }
    },

    /** What is to be laid out before it is sent. @param {string} mail @returns {Promise<string[]>} ids */
    async papers(mail) {
      const query = k('plinth.mail_attachments').select('paper').where('mail_id', mail).whereNotNull('paper');
      return (await db.query(query)).rows.map(({ paper }) => paper);
    },

    /** For sending it. @param {string} mail @returns {Promise<Attachment[]>} */
    async of(mail) {
      const query = k('plinth.mail_attachments').select('name', 'mime', 'data').where('mail_id', mail);
      const { rows } = await db.query(query.whereNotNull('data').orderBy('position'));
      return rows;
    },

    /** What was attached, without the contents. @param {string} mail @returns {Promise<{ name: string, size: number }[]>} */
    async names(mail) {
      const query = k('plinth.mail_attachments').select('name', 'size').where('mail_id', asUuid(mail));
      return (await db.query(query.orderBy('position'))).rows;
    },

    /** Their contents are not needed any more. @param {string} mail */
    async drop(mail) {
      await db.query(k('plinth.mail_attachments').where('mail_id', mail).update({ data: null }));
    },
  };
}

const tooLarge = () =>
  new AppError(
    'MAIL_TOO_LARGE',
    phrase`The attachments are larger than the ${LIMITS.mailFilesBytes / 1024 ** 2} MB that a mail may have`,
    { status: 422, hint: 'Attach fewer or smaller files, or put a link into the text' },
  );

const tooMany = () =>
  new AppError('MAIL_TOO_LARGE', phrase`A mail can have at most ${LIMITS.mailFiles} attached files`, {
    status: 422,
    hint: 'Attach fewer or smaller files, or put a link into the text',
  });
