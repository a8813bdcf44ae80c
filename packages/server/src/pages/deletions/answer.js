/** @import { Html, Table } from '@plinth/plugin' */
/** @import { Request, Response } from '../../types.d.ts' */
/** @import { Question } from './question.js' */
import { html } from '@plinth/plugin';
import { wantsJson } from '../../http/requests/answer-error.js';
import { deletedText } from './question.js';

/**
 * Asks before a deletion: scripts get the question for their dialog, others a page with the form.
 *
 * @param {Request} req @param {Response} res @param {Question} question
 * @param {{ action: string, fields: [string, string][], back: string }} form that deletes; fields: hidden ones; back: where
 *   "Cancel" leads
 * @param {(page: { title: string, body: Html }) => unknown} [show] in a frame of its own
 */
export function ask(
  req,
  res,
  question,
  form,
  show = ({ title, body }) => res.page({ title, body: titled(title, body) }),
) {
  if (wantsJson(req)) return res.json(question, { headers: { 'cache-control': 'private, no-store' } });
  return show({ title: question.title, body: questionForm(req, question, form) });
}

/**
 * Goes on after a deletion: scripts show a message with "Undo" on the next page; the form of a page without scripts leads
 * to a page that says so.
 *
 * @param {Request} req @param {Response} res
 * @param {{ table: Table, rows: number, deletion: string | null, next: string, plain: boolean, note?: string }} deleted note:
 *   what was left
 */
export function goOn(req, res, { table, rows, deletion, next, plain, note }) {
  const message = [rows > 0 && deletedText(req, table, rows), note].filter(Boolean).join('. ');
  const undo = req.ctx.user ? deletion : null;
  if (wantsJson(req)) return res.json({ deleted: rows, message, undo, url: next });
  if (plain && undo) return res.redirect(undoPage(undo, next));
  res.flash(message, note ? 'danger' : 'success', { undo });
  return res.redirect(next);
}

/** The page that offers to undo a change, for browsers without scripts. @param {string} undo @param {string} next */
export const undoPage = (undo, next) => `/undo/${undo}?${new URLSearchParams({ return: next })}`;

/** The shell's heading is for screen readers only. @param {string} title @param {Html} body */
export const titled = (title, body) => html`<p class="h2" aria-hidden="true">${title}</p>${body}`;

/** @param {Request} req @param {Question} question @param {{ action: string, fields: [string, string][], back: string }} form */
function questionForm({ ctx: { t } }, { lines, button, possible }, { action, fields, back }) {
  return html`<div class="card pl-question"><form class="card-body" method="post" action="${action}">
    ${lines.map((line) => html`<p>${line}</p>`)}
    ${[...fields, ['plain', '1']].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <div class="btn-list">${possible && html`<button class="btn btn-danger">${button}</button>`}
      <a class="btn" href="${back}">${t('shell.cancel')}</a></div></form></div>`;
}
