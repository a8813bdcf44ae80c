import { AppError, MAIL_SETTINGS, checkSettings, errorText, html, textConditions } from '@plinth/plugin';
import { layOut } from '@plinth/server/pages';

/** @import { Html, MailParts, Values } from '@plinth/plugin' */
/** @import { Form, Request, Response } from '../../types.d.ts' */

/** Mails have inline styles. Nothing else runs or is loaded. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'";
const PARTS = MAIL_SETTINGS.map(({ name }) => name);
const KB = 1024;

/** @typedef {Awaited<ReturnType<import('@plinth/server/types').App['data']['actions']['composeMail']>>} Mail */

/**
 * Shows what is in the form as a mail about one row, and sends it to who asks if they want a test.
 *
 * @param {Request} req @param {Response} res @param {(req: Request, form: Form) => Record<string, unknown>} read
 */
export async function preview(req, res, read) {
  const { app, author, t } = req.ctx;
  const form = await req.form();
  const headers = { 'content-security-policy': POLICY, 'cache-control': 'no-store' };
  try {
    const mail = await composed(req, read(req, form), form.get('previewRow'));
    const isTest = form.has('test');
    if (isTest) await send(req, mail);
    const { catalog } = req.ctx;
    const said =
      isTest && t((await app.mail.ready()) ? 'admin.mails.sent' : 'admin.mails.waits', { to: author.email ?? '' });
    const above = html`${said && notice(said)}${facts(req, mail)}`;
    const below = (/** @type {string} */ text) =>
      html`<details style="max-width:600px;margin:0 auto 24px;padding:0 16px"><summary>${t('admin.mails.plain')}</summary><pre style="white-space:pre-wrap">${text}</pre></details>`;
    const site = { settings: catalog.settings, baseUrl: app.config.baseUrl };
    res.html(layOut(mail, site, { above, below }).html, { headers });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const { message, hint, fields } = errorText(error, t);
    const more = Object.values(fields).filter((one) => one !== message);
    res.html(blank(req, html`${[message, ...more, hint].filter(Boolean).map((one) => html`<p>${one}</p>`)}`), {
      headers,
    });
  }
}

/** @param {Request} req @param {Values} given @param {string | null} row @returns {Promise<Mail>} */
async function composed({ ctx: { app, catalog, author } }, given, row) {
  const parts = Object.fromEntries(PARTS.filter((name) => given[name] !== null).map((name) => [name, given[name]]));
  const checked = /** @type {MailParts} */ (checkSettings(MAIL_SETTINGS, parts));
  for (const text of [checked.subject, checked.body]) textConditions(text);
  const table = given.table && catalog.hasTable(given.table) ? catalog.table(given.table) : null;
  return app.data.actions.composeMail(author, { table, id: table && row ? row : null }, checked);
}

/** @param {Request} req @param {Mail} mail */
async function send({ ctx: { app, user } }, mail) {
  if (!user?.email) return;
  await app.data.outbox.add({ kind: 'test', to: user.email, causedBy: user.id, ...mail });
}

/** Subject and attachments, which a mail program shows around the text. @param {Request} req @param {Mail} mail */
function facts({ ctx: { t, formats } }, { subject, attachments }) {
  const files = attachments.map(
    (/** @type {{ name: string, data: Buffer }} */ { name, data }) =>
      html`<br>📎 ${name} (${formats.number(Math.max(1, Math.round(data.length / KB)))} KB)`,
  );
  return html`<div style="max-width:600px;margin:0 auto;padding:16px 16px 0"><strong>${t('admin.mails.subject')}:</strong> ${subject}${files}</div>`;
}

/** @param {string} text */
const notice = (text) =>
  html`<p role="status" style="margin:0;padding:12px 16px;background:#d3f0dc;color:#12401f">${text}</p>`;

/** @param {Request} req @param {Html} content */
const blank = ({ ctx: { locale } }, content) =>
  html`<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>–</title></head>
    <body style="margin:0;padding:16px;font:16px/1.5 system-ui,sans-serif">${content}</body></html>`.text;
