/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { PdfDocument } from '../../exchange/pdf/types.d.ts' */
/** @import { Attachment, Paper } from './types.d.ts' */
import { fileName } from '../../exchange/csv/file-name.js';
import { MAILED_PDF, checkPaper } from '../../exchange/pdf/create-pdfs.js';
import { systemOf } from '../../rules/reach/system-of.js';
import { VISITOR } from '../../rules/reach/run-actor.js';
import { k, sql } from '../../postgres/sql/index.js';
import { collected, requireRoom } from './attachments.js';

/** Stands for visitors; null is the system. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** @typedef {{ make(document: PdfDocument, actor: Actor): Promise<Buffer> }} Pdfs */

/** @typedef {{ catalog: () => Catalog, actorsOfUsers: (ids: readonly string[]) => Promise<Actor[]> }} Readers */

/**
 * A PDF of a mail. Its rows are read now; it is laid out when the mail is sent, so that no transaction waits for it.
 *
 * @param {{ pdfs: Pdfs, catalog: () => Catalog, isLater?: boolean }} context isLater: false: laid out at once, for a preview
 * @param {Actor} actor @param {{ title: string, document: PdfDocument }} paper @param {number} most bytes
 * @returns {Promise<Attachment>}
 * @throws {import('@plinth/plugin').AppError} PDF_TOO_LARGE, PDF_BUSY, MAIL_TOO_LARGE
 */
export async function paperOf({ pdfs, catalog, isLater = false }, actor, { title, document }, most) {
  const file = { name: `${fileName(title)}.pdf`, mime: MAILED_PDF };
  if (!isLater)
    return { ...file, data: await collected(/** @type {any} */ ([await pdfs.make(document, actor)]), most) };
  checkPaper(document);
  return {
    ...file,
    data: Buffer.alloc(0),
    paper: { document, ...readerOf(catalog(), actor) },
  };
}

/** @param {Catalog} catalog @param {Actor} actor @returns {Omit<Paper, 'document'>} */
function readerOf({ apps }, { system, userId, reach }) {
  if (!system) return { reader: userId ?? NOBODY, app: null };
  return { reader: null, app: reach ? (apps.find(({ name }) => name === reach.app)?.id ?? null) : null };
}

/**
 * Who reads a paper, with their rights of today.
 *
 * @param {Readers} context @param {Omit<Paper, 'document'>} kept @returns {Promise<Actor>}
 */
async function actorFor({ catalog, actorsOfUsers }, { reader, app }) {
  if (reader !== null) return (await actorsOfUsers([reader]))[0] ?? VISITOR;
  if (app === null) return systemOf(catalog(), null);
  const known = catalog().apps.find(({ id }) => id === app);
  // Files for everybody, such as the logo, are included too.
  return known ? { ...systemOf(catalog(), known.name), roles: VISITOR.roles } : VISITOR;
}

/**
 * The files of a mail that is to be sent now, with its PDF files laid out. No database connection is held in the meantime.
 *
 * @param {Readers & { db: Database, pdfs: Pdfs, attachments: ReturnType<typeof import('./attachments.js').createAttachments> }} context
 */
export function createMailFiles({ db, pdfs, attachments, ...readers }) {
  /** @param {string} id */
  async function layOut(id) {
    const { rows } = await db.query(k('plinth.mail_papers').select('reader', 'app', 'document').where({ id }));
    // Another process was faster.
    if (rows.length === 0) return;
    const [{ document, ...kept }] = rows;
    const data = await pdfs.make(document, await actorFor(readers, kept));
    await db.query(sql`
      with made as (
        update plinth.mail_attachments set data = ${data}, size = ${data.length}::int, paper = null
         where paper = ${id}::uuid and data is null
      )
      delete from plinth.mail_papers where id = ${id}::uuid`);
  }

  return {
    /**
     * @param {string} mail its id @returns {Promise<Attachment[]>}
     * @throws {import('@plinth/plugin').AppError} PDF_TOO_LARGE, PDF_BUSY, MAIL_TOO_LARGE
     */
    async of(mail) {
      for (const id of await attachments.papers(mail)) await layOut(id);
      const files = await attachments.of(mail);
      requireRoom(files);
      return files;
    },

    /** Deletes papers that no mail needs any more. */
    async sweep() {
      await db.query(sql`
        delete from plinth.mail_papers p
         where p.created_at < now() - interval '1 day'
           and not exists (select from plinth.mail_attachments a where a.paper = p.id)`);
    },
  };
}
