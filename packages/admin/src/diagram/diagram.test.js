import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { drawDiagram } from './draw.js';
import { HEAD, layOut } from './lay-out.js';
import { route } from './route.js';

/** @param {string} name @param {Record<string, string | null>} fields name to target @returns {any} */
const table = (name, fields) => ({
  name,
  label: name,
  fields: Object.entries(fields).map(([field, target]) => ({ name: field, label: field, target, auto: null })),
});

describe('diagram of tables', () => {
  const tables = [
    table('posts', { text: null, thread: 'threads' }),
    table('threads', { title: null, category: 'categories' }),
    table('categories', { name: null, parent: 'categories' }),
    table('notes', { text: null }),
  ];

  it('puts referenced tables on the left', () => {
    const at = Object.fromEntries(layOut(tables).boxes.map((box) => [box.table.name, box.x]));
    assert.ok(at.categories < at.threads && at.threads < at.posts);
  });

  it('lets no two boxes overlap', () => {
    const { boxes } = layOut(tables);
    for (const a of boxes)
      for (const b of boxes) if (a !== b && a.x === b.x) assert.ok(a.y + a.height <= b.y || b.y + b.height <= a.y);
  });

  it('leads lines around the boxes of the columns in between', () => {
    const chain = [...'abcdef'].map((name, i, all) =>
      table(name, { ...Object.fromEntries(all.slice(0, i).map((to) => [`to_${to}`, to])), text: null }),
    );
    const { boxes } = layOut(chain);
    const at = Object.fromEntries(boxes.map((box) => [box.table.name, box]));
    for (const from of boxes) {
      for (const { target } of from.fields.filter((field) => field.target)) {
        const path = route({ x: from.x, y: from.y + HEAD }, at[String(target)], boxes, 1);
        const passes = [...path.matchAll(/ (-?[\d.]+)H(-?[\d.]+)/g)].map(([, y, x]) => ({
          x: Number(x),
          y: Number(y),
        }));
        assert.equal(passes.length, (from.x - at[String(target)].x) / (at.b.x - at.a.x) - 1);
        for (const { x, y } of passes)
          for (const box of boxes) assert.ok(box.x !== x || y <= box.y || y >= box.y + box.height, path);
      }
    }
  });

  it('ends on tables that point at each other', () => {
    assert.equal(layOut([table('a', { b: 'b' }), table('b', { a: 'a' })]).boxes.length, 2);
  });

  it('I7: escapes labels', () => {
    const svg = drawDiagram([table('<script>', {})], { title: '"', more: String }).text;
    assert.doesNotMatch(svg, /<script/);
  });
});
