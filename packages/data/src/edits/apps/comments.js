/** @import { Registry, Table } from '@plinth/plugin' */
/** @import { Transaction } from '../../postgres/database/transaction.js' */
import { AppError, phrase } from '@plinth/plugin';
import { MENTION } from '../../people/comments/mentions.js';
import { escapeMarkdown } from '../../rules/expressions/fill-texts.js';
import { readKey } from '../../catalog/schema/key.js';
import { sql } from '../../postgres/sql/index.js';
import { resolveDays } from './row-values.js';

/**
 * A comment in a document. People are named by their e-mail address, in the text as @{address}.
 *
 * @typedef {{ row: string | number, by: string, text: string, at?: string | { $days: number } }} SampleComment
 */

/** How a document writes a mention. */
const NAMED = /@\{([^{}\s@]+@[^{}\s@]+)\}/g;
const BATCH = 500;

/**
 * The comments on rows of tables, oldest first, with users as ids.
 *
 * @param {Transaction} tx @param {readonly Table[]} tables @param {Record<string, Record<string, unknown>[]>} rows those of
 *   the document
 * @returns {Promise<{ comments: Record<string, SampleComment[]>, userIds: Set<string> }>}
 */
export async function exportComments(tx, tables, rows) {
  /** @type {Record<string, SampleComment[]>} */
  const comments = {};
  /** @type {Set<string>} */
  const userIds = new Set();
  for (const { id, name, comments: mode } of tables) {
    if (mode === 'off') continue;
    const keys = new Map((rows[name] ?? []).map((row) => [String(row.id), row.id]));
    const { rows: found } = await tx.query(sql`select row_key, user_id, text, created_at from plinth.comments
      where table_id = ${id}::uuid order by created_at, id`);
    const kept = found.filter((one) => keys.has(one.row_key));
    for (const { user_id: user, text } of kept) {
      userIds.add(user);
      for (const [, mentioned] of text.matchAll(MENTION)) userIds.add(mentioned);
    }
    if (kept.length > 0)
      comments[name] = kept.map((one) => ({
        row: /** @type {any} */ (keys.get(one.row_key)),
        by: one.user_id,
        text: one.text,
        at: one.created_at,
      }));
  }
  return { comments, userIds };
}

/**
 * Names people by e-mail. Comments of deleted accounts are left out.
 *
 * @param {Record<string, SampleComment[]>} comments @param {Map<string, string>} emails by id
 */
export function nameAuthors(comments, emails) {
  const named = Object.entries(comments).map(([table, list]) => [
    table,
    list.flatMap((one) => {
      const by = emails.get(one.by);
      const text = one.text.replace(MENTION, (_, id) => (emails.has(id) ? `@{${emails.get(id)}}` : '@?'));
      return by === undefined ? [] : [{ ...one, by, text }];
    }),
  ]);
  return Object.fromEntries(named.filter(([, list]) => list.length > 0));
}

/**
 * Adds a document's comments to its rows, in the transaction that inserted them. Nobody is notified. A document may say that
 * somebody of this site wrote something: whoever installs it does, and quotes the name.
 *
 * @param {Transaction} tx
 * @param {{ tables: readonly Table[], comments: Record<string, SampleComment[]>, registry: Registry, now: number,
 *   timeZone: string, userIds: Map<string, string | null>, absent: ReadonlySet<string>, real: ReadonlySet<string>,
 *   names: ReadonlyMap<string, string>, importer: string | null }} input absent: people who were not added: nobody says their
 *   comments; real: people of this site; names: by e-mail; importer: null: nobody could, so that they are left out
 * @throws {AppError} APP_ROW_INVALID
 */
export async function importComments(tx, { tables, comments, registry, now, timeZone, ...people }) {
  const { userIds, absent, real, names, importer } = people;
  for (const [name, all] of Object.entries(comments)) {
    const isQuoted = (/** @type {string} */ by) => real.has(by) && userIds.get(by) !== importer;
    const list = all.filter(({ by }) => !absent.has(by));
    const table = tables.find((one) => one.name === name);
    if (!table) throw invalid(`comments.${name}`, phrase`is not a table of the document`);
    const found = list.map((one, i) => {
      const where = `comments.${name}.${i}`;
      const user = userIds.get(one.by);
      const at = momentOf(one.at, registry, { now, timeZone });
      if (user === undefined) throw invalid(where, phrase`"${one.by}" is not one of its users`);
      if (at === null) throw invalid(`${where}.at`, phrase`must be a date and time`);
      // A mark that was written by hand must mention nobody.
      const text = one.text
        .replace(MENTION, '@$1')
        .replace(NAMED, (_, email) => mention(absent.has(email) ? null : userIds.get(email), email));
      const key = String(readKey(registry, table, one.row));
      if (!isQuoted(one.by)) return { key, user, text, at };
      return { key, user: importer, text: `${quoted(names.get(one.by) || one.by)}\n\n${text}`, at };
    });
    const entries = found.filter(({ user }) => user !== null);
    for (let from = 0; from < entries.length; from += BATCH) {
      const part = entries.slice(from, from + BATCH);
      await tx.query(sql`insert into plinth.comments (table_id, row_key, user_id, text, created_at)
        select ${table.id}::uuid, c.key, c."user", c.text, c.at
          from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) c(key text, "user" uuid, text text, at timestamptz)`);
    }
  }
}

const MOMENT = /** @type {any} */ ({ name: 'at', label: 'at', type: 'date_time', attributes: {} });

/**
 * @param {unknown} given @param {Registry} registry @param {{ now: number, timeZone: string }} site
 * @returns {string | null} null: no date and time
 */
function momentOf(given, registry, site) {
  if (given === undefined) return new Date(site.now).toISOString();
  try {
    const moment = { ...MOMENT, traits: registry.traitsOf(MOMENT.type) };
    return registry.fieldType(MOMENT.type).parse(resolveDays(given, moment, site), moment);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** A name that mentions nobody, whatever it is. @param {string} name */
const quoted = (name) => `“${escapeMarkdown(name)}”:`;

/** @param {string | null | undefined} id @param {string} email */
const mention = (id, email) => (!id ? `@${email.split('@')[0]}` : `@{${id}}`);

/** @param {string} where @param {import('@plinth/plugin').Message} what */
const invalid = (where, what) => new AppError('APP_ROW_INVALID', phrase`${where}: ${what}`, { status: 422 });
