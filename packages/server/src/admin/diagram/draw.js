import { html } from '@plinth/plugin';
import { HEAD, layOut, LINE, WIDTH } from './lay-out.js';

/** @import { Html, Table } from '@plinth/plugin' */
/** @import { Box } from './lay-out.js' */

const EDGE = 12;

/**
 * The tables and their relations as SVG: boxes are links, colours come from classes, so that it follows light and dark.
 *
 * @param {readonly Table[]} tables @param {{ title: string, more: (count: number) => string }} texts
 * @returns {Html}
 */
export function drawDiagram(tables, { title, more }) {
  const { boxes, width, height } = layOut(tables);
  const byName = new Map(boxes.map((box) => [box.table.name, box]));
  const view = `${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`;
  return html`<svg class="adm-diagram" viewBox="${view}" width="${width + 2 * EDGE}" height="${height + 2 * EDGE}" role="group" aria-label="${title}">
    <defs><marker id="adm-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="adm-diagram-arrow" d="M0 0 8 4 0 8z"/></marker></defs>
    <g aria-hidden="true">${boxes.map((box) => edges(box, byName))}</g>
    ${boxes.map((box) => drawBox(box, more))}
  </svg>`;
}

/** @param {Box} box @param {(count: number) => string} more */
function drawBox({ table, fields, more: hidden, x, y, height }, more) {
  const line = (/** @type {number} */ i) => HEAD + i * LINE + 15;
  return html`<a class="adm-diagram-box" href="/admin/tables/${table.name}/fields" transform="translate(${x} ${y})">
    <rect class="adm-diagram-frame" width="${WIDTH}" height="${height}" rx="8"/>
    <text class="adm-diagram-title" x="12" y="22">${short(table.label, 24)}</text>
    <path class="adm-diagram-rule" d="M0 ${HEAD - 3}h${WIDTH}"/>
    ${fields.map(
      (field, i) =>
        html`<text class="adm-diagram-field${field.target ? ' adm-diagram-relation' : ''}" x="12" y="${line(i)}">${short(field.label, 26)}</text>`,
    )}
    ${hidden > 0 && html`<text class="adm-diagram-more" x="12" y="${line(fields.length)}">${more(hidden)}</text>`}
  </a>`;
}

/** @param {Box} box @param {Map<string, Box>} byName */
function edges(box, byName) {
  return box.fields.map((field, i) => {
    const target = field.target ? byName.get(field.target) : undefined;
    if (!target) return null;
    const y = box.y + HEAD + i * LINE + 11;
    return html`<path class="adm-diagram-edge" marker-end="url(#adm-arrow)" d="${target === box ? loop(box, y) : curve(box, y, target)}"/>`;
  });
}

/** @param {Box} box @param {number} y @param {Box} target */
function curve(box, y, target) {
  const toY = target.y + HEAD / 2;
  if (target.x < box.x) {
    const from = box.x;
    const to = target.x + WIDTH;
    const bend = Math.max(30, (from - to) / 2);
    return `M${from} ${y}C${from - bend} ${y} ${to + bend} ${toY} ${to + 1} ${toY}`;
  }
  const side = box.x + WIDTH;
  const to = target.x === box.x ? side : target.x;
  const bend = target.x === box.x ? 50 : Math.max(30, (to - side) / 2);
  return `M${side} ${y}C${side + bend} ${y} ${target.x === box.x ? to + bend : to - bend} ${toY} ${to} ${toY}`;
}

/** A table that points at itself. @param {Box} box @param {number} y */
function loop(box, y) {
  const side = box.x + WIDTH;
  return `M${side} ${y}c45 0 45 ${box.y + HEAD / 2 - y} 0 ${box.y + HEAD / 2 - y}`;
}

/** @param {string} text @param {number} most */
const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
