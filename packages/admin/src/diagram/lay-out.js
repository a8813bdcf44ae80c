/** @import { Table } from '@plinth/plugin' */

export const WIDTH = 210;
export const HEAD = 34;
export const LINE = 22;
const GAP_X = 110;
const GAP_Y = 28;
const MOST_FIELDS = 9;
const SWEEPS = 6;

/**
 * A box of the diagram. A table with many fields shows its relations and the first few others.
 *
 * @typedef {{ table: Table, fields: { name: string, label: string, target: string | null }[], more: number,
 *   x: number, y: number, height: number, layer: number }} Box
 */

/**
 * Places tables in columns so that relations run from right to left: referenced tables are on the left. Within a
 * column, tables move towards related ones (the barycentre heuristic of Sugiyama's layered drawings).
 *
 * @param {readonly Table[]} tables
 * @returns {{ boxes: Box[], width: number, height: number }}
 */
export function layOut(tables) {
  const boxes = tables.map(boxOf);
  const byName = new Map(boxes.map((box) => [box.table.name, box]));
  setLayers(boxes, byName);
  const columns = columnsOf(boxes);
  order(columns, byName);
  place(columns);
  const width = Math.max(0, ...boxes.map((box) => box.x + WIDTH));
  const height = Math.max(0, ...boxes.map((box) => box.y + box.height));
  return { boxes, width, height };
}

/** @param {Table} table @returns {Box} */
function boxOf(table) {
  const own = table.fields.filter((field) => !field.auto);
  const sorted = [...own.filter((field) => field.target), ...own.filter((field) => !field.target)];
  const shown = new Set(sorted.slice(0, MOST_FIELDS));
  const fields = own.filter((field) => shown.has(field)).map(({ name, label, target }) => ({ name, label, target }));
  const more = own.length - fields.length;
  return { table, fields, more, x: 0, y: 0, layer: 0, height: HEAD + (fields.length + (more ? 1 : 0)) * LINE + 8 };
}

/** @param {Box} box @param {Map<string, Box>} byName @returns {Box[]} */
const targetsOf = (box, byName) =>
  [...new Set(box.fields.map((field) => field.target))].flatMap((name) => {
    const found = name && name !== box.table.name ? byName.get(name) : undefined;
    return found ? [found] : [];
  });

/**
 * The longest path to a table without relations; cycles are cut where they are found.
 *
 * @param {Box[]} boxes @param {Map<string, Box>} byName
 */
function setLayers(boxes, byName) {
  const known = new Map();
  /** @param {Box} box @param {Set<Box>} open @returns {number} */
  const depth = (box, open) => {
    if (known.has(box)) return known.get(box);
    if (open.has(box)) return 0;
    open.add(box);
    const layer = Math.max(-1, ...targetsOf(box, byName).map((target) => depth(target, open))) + 1;
    open.delete(box);
    known.set(box, layer);
    return layer;
  };
  for (const box of boxes) box.layer = depth(box, new Set());
}

/** @param {Box[]} boxes @returns {Box[][]} */
function columnsOf(boxes) {
  /** @type {Box[][]} */
  const columns = [];
  for (const box of boxes) (columns[box.layer] ??= []).push(box);
  return Array.from(columns, (column) => column ?? []);
}

/** @param {Box[][]} columns @param {Map<string, Box>} byName */
function order(columns, byName) {
  /** @type {Map<Box, Box[]>} */
  const near = new Map(columns.flat().map((box) => [box, []]));
  for (const box of columns.flat()) {
    for (const target of targetsOf(box, byName)) {
      near.get(box)?.push(target);
      near.get(target)?.push(box);
    }
  }
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const rank = new Map(columns.flatMap((column) => column.map((box, i) => [box, i])));
    const centre = (/** @type {Box} */ box) => {
      const others = near.get(box) ?? [];
      if (!others.length) return Infinity;
      return others.reduce((sum, other) => sum + (rank.get(other) ?? 0), 0) / others.length;
    };
    for (const column of columns)
      column.sort((a, b) => centre(a) - centre(b) || (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
  }
}

/** @param {Box[][]} columns */
function place(columns) {
  const heights = columns.map((column) => column.reduce((sum, box) => sum + box.height + GAP_Y, -GAP_Y));
  const tallest = Math.max(0, ...heights);
  for (const [i, column] of columns.entries()) {
    let y = (tallest - heights[i]) / 2;
    for (const box of column) {
      box.x = i * (WIDTH + GAP_X);
      box.y = y;
      y += box.height + GAP_Y;
    }
  }
}
