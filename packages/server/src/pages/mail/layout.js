/** @import { Html, SiteSettings, Row } from '@plinth/plugin' */
/** @import { MailBlock, MailContent } from '@plinth/data' */
import { html, raw } from '@plinth/plugin';
import { direction, mailColours, renderMarkdown } from '@plinth/views';
import { isLoopback } from '../../http/requests/client-address.js';

const FONT = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";

/**
 * A mail as HTML and as plain text. Mail programs know no style sheets of ours, so that the HTML has inline styles and
 * tables; its dark colours are for those that know `prefers-color-scheme`, the others darken the light ones themselves.
 *
 * @param {{ subject: string, content: MailContent }} mail
 * @param {{ settings: SiteSettings, baseUrl: string }} site
 * @param {{ above?: Html | null, below?: (text: string) => Html }} [around] what a preview shows around the mail; below: by
 *   its plain text
 * @returns {{ html: string, text: string }}
 */
export function layOut({ subject, content }, { settings, baseUrl }, { above = null, below } = {}) {
  const { locale, blocks, footer } = content;
  const colours = mailColours(settings);
  const parts = [...blocks.map(plainBlock), `-- \n${[settings.siteName, footer].filter(Boolean).join('\n')}`];
  const text = `${parts.join('\n\n')}\n`;
  const page = html`<!doctype html>
<html lang="${locale}" dir="${direction(locale)}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark"><title>${subject}</title>
<style>${raw(css(colours))}</style></head>
<body class="page" style="margin:0;padding:0;background:#f1f3f6;color:#1d2530;font:16px/1.5 ${raw(FONT)}">${above}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px">
<tr><td class="head" style="padding:0 4px 16px;font-size:18px;font-weight:600">${heading(settings, baseUrl)}</td></tr>
<tr><td class="card" style="padding:28px;background:#ffffff;border:1px solid #e2e5ea;border-radius:8px;text-align:start">
${blocks.map((block) => htmlBlock(block, colours))}</td></tr>
<tr><td class="foot" style="padding:16px 4px;color:#5b6676;font-size:13px">${settings.siteName}${footer && html`<br>${linked(footer)}`}</td></tr>
</table></td></tr></table>${below?.(text)}</body></html>`;
  return { html: page.text, text };
}

/** Hex colours from the site's settings only. @param {ReturnType<typeof mailColours>} colours */
const css = ({ link, linkDark }) => `.card a{color:${link}}.card a.button{color:inherit}
.card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0!important}.card blockquote{margin:0 0 16px;padding-inline-start:14px;border-inline-start:3px solid #d5dae1}.card img{max-width:100%}.card pre{white-space:pre-wrap}
.card th,.card td{padding:4px 8px;border:1px solid #e2e5ea;text-align:start}.card table{border-collapse:collapse}
@media (prefers-color-scheme:dark){.page{background:#14181f!important;color:#e6e9ee!important}
.card{background:#1e232b!important;border-color:#2a303a!important;color:#e6e9ee!important}.head{color:#e6e9ee!important}
.foot{color:#9aa4b2!important}.card a{color:${linkDark}}}`;

/** The logo, where the reader's mail program can fetch it. @param {SiteSettings} settings @param {string} baseUrl */
function heading({ siteName, logo }, baseUrl) {
  if (!logo || isOnlyHere(baseUrl)) return siteName;
  return html`<img src="${baseUrl}/files/${logo}/logo" alt="${siteName}" height="32" style="height:32px;border:0">`;
}

/** @param {string} baseUrl */
function isOnlyHere(baseUrl) {
  const { hostname } = new URL(baseUrl);
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** @param {MailBlock} block @param {ReturnType<typeof mailColours>} colours @returns {Html} */
function htmlBlock(block, { button, onButton }) {
  if ('markdown' in block) return renderMarkdown(block.markdown);
  if ('table' in block) return tableBlock(block.table);
  if ('heading' in block)
    return html`<h3 style="margin:20px 0 8px;font-size:16px;font-weight:600">${block.heading}</h3>`;
  if ('title' in block) return html`<h2 style="margin:28px 0 12px;font-size:20px;font-weight:600">${block.title}</h2>`;
  if ('values' in block) return valuesBlock(block.values);
  if ('list' in block)
    return html`<ul style="margin:0 0 16px;padding-inline-start:20px">${block.list.map(listItem)}</ul>`;
  if ('button' in block)
    return html`<p style="margin:24px 0"><a class="button" href="${block.url}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${button};color:${onButton};text-decoration:none;font-weight:600"><span style="color:${onButton}">${block.button}</span></a></p>
      <p style="margin:0 0 16px;font-size:13px;word-break:break-all"><a href="${block.url}">${block.url}</a></p>`;
  return html`${block.text.split(/\n{2,}/).map((paragraph) => html`<p style="margin:0 0 16px">${lines(paragraph)}</p>`)}`;
}

/** @param {{ text: string, url: string | null }} item */
const listItem = ({ text, url }) =>
  html`<li style="margin:0 0 8px">${url ? html`<a href="${url}">${text}</a>` : text}</li>`;

/** @typedef {Extract<MailBlock, { table: any }>['table']} TableBlock */

/** @param {TableBlock} table */
function tableBlock({ title, heads, rows, more }) {
  const row = (/** @type {readonly string[]} */ cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  return html`<p style="margin:24px 0 8px;font-weight:600">${title}</p><table role="table" cellspacing="0" style="width:100%;font-size:14px">
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(row)}</tbody></table>${more && html`<p style="margin:8px 0 0">…</p>`}`;
}

/** @param {Extract<MailBlock, { values: Row }>['values']} values */
function valuesBlock(values) {
  const row = (/** @type {{ label: string, value: string }} */ { label, value }) =>
    html`<tr><th scope="row" style="width:35%;vertical-align:top;font-weight:400">${label}</th><td>${value ? lines(value) : '–'}</td></tr>`;
  return html`<table role="table" cellspacing="0" style="width:100%;margin:0 0 16px;font-size:14px">${values.map(row)}</table>`;
}

/** A row in a line. @param {TableBlock} table */
function plainTable({ title, heads, rows, more }) {
  const lines = [heads, ...rows].map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join(' | '));
  return [title, '', ...lines, ...(more ? ['…'] : [])].join('\n');
}

/** A text whose addresses are links. @param {string} text */
const linked = (text) =>
  text.split(/(https?:\/\/\S+)/).map((part, i) => (i % 2 ? html`<a href="${part}">${part}</a>` : html`${part}`));

/** @param {string} paragraph */
const lines = (paragraph) => paragraph.split('\n').map((line, i) => (i === 0 ? html`${line}` : html`<br>${line}`));

/** @param {MailBlock} block @returns {string} */
export function plainBlock(block) {
  if ('markdown' in block) return block.plain.trim();
  if ('table' in block) return plainTable(block.table);
  if ('title' in block) return block.title;
  if ('heading' in block) return block.heading;
  if ('values' in block) return block.values.map(({ label, value }) => `${label}: ${value || '–'}`).join('\n');
  if ('list' in block) return block.list.map(({ text, url }) => `- ${text}${url ? `\n  ${url}` : ''}`).join('\n');
  return 'button' in block ? `${block.button}:\n${block.url}` : block.text.trim();
}
