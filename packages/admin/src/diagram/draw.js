import { html } from '@plinth/plugin';
import { HEAD, layOut, LINE, WIDTH } from './lay-out.js';
import { route } from './route.js';

/** @import { Html, Table } from '@plinth/plugin' */
/** @import { Box } from './lay-out.js' */

/** Wider drawings are scaled down as far as they are readable, and scroll. */
const MOST_SCALED = 6;
/** Lines may pass above and below all boxes. */
const EDGE = 28;

/**
 * The tables and their relations as SVG: boxes are links, colours come from classes and follow light and dark mode.
 *
 * @param {readonly Table[]} tables @param {{ title: string, more: (count: number) => string }} texts
 * @returns {Html}
 */
export function drawDiagram(tables, { title, more }) {
  const { boxes, width, height } = layOut(tables);
  const columns = new Set(boxes.map(({ x }) => x)).size;
  const byName = new Map(boxes.map((box) => [box.table.name, box]));
  const view = `${-EDGE} ${-EDGE} ${width + 2 * EDGE} ${height + 2 * EDGE}`;
  return html`<svg class="adm-diagram adm-diagram-${Math.min(columns, MOST_SCALED)}" viewBox="${view}" width="${width + 2 * EDGE}" height="${height + 2 * EDGE}" role="group" aria-label="${title}">
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
    <text class="adm-diagram-title" x="12" y="22">${short(table.label, 21)}</text>
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
  let lane = [...byName.keys()].indexOf(box.table.name);
  return box.fields.map((field, i) => {
    const target = field.target ? byName.get(field.target) : undefined;
    if (!target) return null;
    const y = box.y + HEAD + i * LINE + 11;
    return html`<path class="adm-diagram-edge" marker-end="url(#adm-arrow)" d="${way(box, y, target, [...byName.values()], lane++)}"/>`;
  });
}

/** @param {Box} box @param {number} y @param {Box} target @param {readonly Box[]} boxes @param {number} lane */
function way(box, y, target, boxes, lane) {
  if (target === box) return loop(box, y);
  const side = box.x + WIDTH;
  const toY = target.y + HEAD / 2;
  if (target.x === box.x) return `M${side} ${y}C${side + 50} ${y} ${side + 50} ${toY} ${side} ${toY}`;
  return route({ x: target.x < box.x ? box.x : side, y }, target, boxes, lane);
}

/** A table with a relation to itself. @param {Box} box @param {number} y */
function loop(box, y) {
  const side = box.x + WIDTH;
  return `M${side} ${y}c45 0 45 ${box.y + HEAD / 2 - y} 0 ${box.y + HEAD / 2 - y}`;
}

/** @param {string} text @param {number} most */
const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
