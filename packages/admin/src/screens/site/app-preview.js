import { html } from '@plinth/plugin';

/** @import { AppDocument, Html } from '@plinth/plugin' */

const ROWS = 5;
const COLOUR = /^#[0-9a-f]{6}$/i;

/**
 * A small picture of a starter app from its own contents: its colour, its menu, rows of its main table.
 *
 * @param {AppDocument} document @param {string} label
 * @returns {Html}
 */
export function appPreview(document, label) {
  const colour = COLOUR.test(document.settings?.themeColour ?? '') ? document.settings?.themeColour : '#2a5bd7';
  const title = short(label, 20);
  const menu = fitting(
    document.menu.slice(0, 3).map((item) => short(item.label, 12)),
    50 - 1.6 * title.length,
  );
  return html`<svg class="d-block w-100 border-bottom" viewBox="0 0 320 180" aria-hidden="true" focusable="false">
    <rect width="320" height="180" fill="${colour}" fill-opacity="0.13"/>
    <rect class="adm-preview-paper" x="18" y="18" width="284" height="176" rx="9"/>
    <path d="M18 27a9 9 0 0 1 9-9h266a9 9 0 0 1 9 9v19H18z" fill="${colour}"/>
    <text x="30" y="37" fill="#fff" font-size="12" font-weight="600">${title}</text>
    <text x="292" y="36" fill="#fff" fill-opacity="0.85" font-size="8.5" text-anchor="end">${menu.join(' · ')}</text>
    ${linesOf(document).map((text, i) => line(text, i, colour))}
  </svg>`;
}

/** @param {string} text @param {number} i @param {string | undefined} colour */
function line(text, i, colour) {
  const y = 60 + i * 25;
  return html`<rect x="30" y="${y}" width="12" height="12" rx="3" fill="${colour}" fill-opacity="${0.75 - i * 0.12}"/>
    <text class="adm-preview-text" x="50" y="${y + 10}" font-size="9.5">${short(text, 34)}</text>
    <rect x="250" y="${y + 2}" width="${38 - (i % 3) * 8}" height="9" rx="4.5" fill="${colour}" fill-opacity="0.2"/>
    <path class="adm-preview-rule" d="M30 ${y + 19}h260"/>`;
}

/**
 * Labels for rows of the table with most to show; if an app has no rows, its pages.
 *
 * @param {AppDocument} document @returns {string[]}
 */
function linesOf(document) {
  const told = document.tables.map((table) => {
    const texts = (document.rows?.[table.name] ?? []).map((row) => row[table.display]);
    return [...new Set(texts.filter((text) => typeof text === 'string'))];
  });
  const most = told.sort((a, b) => b.length - a.length)[0] ?? [];
  const names = [...document.pages.map((page) => page.title), ...document.tables.map((table) => table.label)];
  return /** @type {string[]} */ (most.length ? most : names).slice(0, ROWS);
}

/** As many words as fit beside the title. @param {string[]} words @param {number} room in letters */
function fitting(words, room) {
  return words.filter((word, i) => words.slice(0, i + 1).join(' · ').length <= room);
}

/** @param {string} text @param {number} most */
const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
