/** @import { Html, Table, Values } from '@plinth/plugin' */
/** @import { Request } from '../../types.d.ts' */
import { avatar, escapeHtml } from '@plinth/plugin';
import { renderMarkdown } from '@plinth/views';
import { historyText } from '../cells/history-text.js';

/**
 * @typedef {{ kind: 'comment' | 'change', id: string, who: string, avatar: Html, at: string, ago: string, when: string }} Head
 * @typedef {{ names: Map<string, string>, pictures: Map<string, string> }} Mentioned people in comments, by id
 * @typedef {Head & { body: Html, typed: string, isEdited: boolean, isOwn: boolean, mayDelete: boolean }} CommentEntry
 * @typedef {Head & { what: string, changes: { label: string, before: string, after: string }[] }} ChangeEntry
 */

/** The most entries that are shown at once. */
const PAGE = 30;
export const MOST_PAGES = 6;
const LONGEST_VALUE = 200;

/**
 * Comments on a row and changes of it, oldest first. Of the changes only fields that the reader may see.
 *
 * @param {Request} req @param {Table} table @param {string} id
 * @param {{ activity: boolean, pages: number }} options pages: how many pages of entries, the newest ones
 * @returns {Promise<{ entries: (CommentEntry | ChangeEntry)[], isMore: boolean, mayWrite: boolean }>}
 */
export async function readTimeline(req, table, id, { activity, pages }) {
  const { app, actor } = req.ctx;
  const most = PAGE * pages;
  const isOn = table.comments !== 'off';
  const page = { limit: most + 1 };
  const [said, happened] = await Promise.all([
    isOn ? app.data.comments.list(actor, table.name, id, page) : NOTHING,
    activity && table.history ? app.data.history.list(actor, table.name, id, page) : [],
  ]);
  const say = await historyText(app, req, table, happened);
  const changes = happened
    .map((entry) => changeEntry(req, table, entry, say))
    .filter((/** @type {Values} */ { operation, changes: own }) => operation !== 'update' || own.length > 0);
  const comments = said.comments.map((/** @type {unknown} */ one) => commentEntry(req, one, said));
  // Both kinds of ids are UUIDs that grow with time.
  const all = [...comments, ...changes].sort((a, b) => (a.id < b.id ? 1 : -1));
  const shown = all.slice(0, most).reverse();
  const isMore = all.length > most || happened.length > most;
  return { entries: shown, isMore: isMore && pages < MOST_PAGES, mayWrite: said.mayWrite };
}

const NOTHING = Object.freeze({ comments: [], names: new Map(), pictures: new Map(), mayWrite: false });

/** @param {Request} req @param {any} comment @param {Mentioned} mentioned @returns {CommentEntry} */
function commentEntry(req, { id, by, text, at, editedAt, isOwn, mayDelete }, mentioned) {
  return {
    kind: 'comment',
    id,
    isOwn,
    mayDelete,
    isEdited: editedAt !== null,
    ...headOf(req, by, at),
    body: withMentions(text, mentioned),
    typed: req.ctx.app.data.comments.typed(text, mentioned.names),
  };
}

/** @param {Request} req @param {Table} table @param {Values} entry @param {(field: any, value: unknown) => string} say */
function changeEntry(req, table, { id, at, operation, user, changes }, say) {
  const { t } = req.ctx;
  const value = (/** @type {string} */ name, /** @type {unknown} */ given) =>
    given === null || given === undefined ? '' : say(table.field(name), given).slice(0, LONGEST_VALUE);
  const shown = operation === 'update' ? changes : [];
  return {
    kind: /** @type {const} */ ('change'),
    id,
    operation,
    what: t(`comments.did.${operation}`),
    ...headOf(req, user, at),
    changes: shown
      .filter((/** @type {Values} */ { field }) => table.hasField(field) && !table.field(field).auto)
      .map((/** @type {Values} */ { field, label, before, after }) => ({
        label,
        before: value(field, before),
        after: value(field, after),
      })),
  };
}

/** @param {Request} req @param {{ id: string, name: string | null, picture: string | null } | null} by @param {string} at */
function headOf(req, by, at) {
  const { t, formats } = req.ctx;
  const who = by === null ? t('comments.system') : by.name || t('comments.gone');
  return {
    who,
    at: new Date(at).toISOString(),
    ago: formats.relative(at),
    when: formats.dateTime(at),
    avatar: avatar({ id: by?.id ?? '', name: who, picture: by?.picture }),
  };
}

/**
 * A text in which marks of people become their names, after their picture if they have one. A mark within a tag (a title)
 * stays as it is.
 *
 * @param {string} text @param {Mentioned} mentioned
 */
const withMentions = (text, { names, pictures }) =>
  renderMarkdown(text, {
    fill: (part) =>
      part.replace(
        /@\{([0-9a-f-]{36})\}/g,
        (_, id) => `<span class="pl-mention">${face(id, pictures.get(id))}@${escapeHtml(names.get(id) ?? '?')}</span>`,
      ),
  });

/** @param {string} id @param {string | undefined} picture */
const face = (id, picture) => (picture ? avatar({ id, name: '', picture }).text : '');
