import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { SYSTEM, createForum } from './testing/forum.js';
import { createFittingPages } from './fitting-pages.js';

/** @type {Awaited<ReturnType<typeof createForum>>} */
let forum;
before(async () => {
  forum = await createForum();
  await forum.data.edit(SYSTEM, 'add-table', { name: 'large', fields: [{ name: 'text', type: 'long_text' }] });
  await forum.data.db.query(`insert into app.large (text) select repeat('x', 900000) from generate_series(1, 45) i`);
});
after(async () => {
  await forum?.close();
});

const spec = (/** @type {number} */ limit) => ({
  table: 'large',
  select: [{ as: 'text', field: 'text' }],
  sort: [{ field: 'id' }],
  limit,
  cursor: { after: 'after', before: 'before' },
});

describe('pages of rows that are large', () => {
  it('Y1: a list is refused with words that say what to do', async () => {
    await assert.rejects(forum.data.select(SYSTEM, [{ spec: spec(500), params: {} }]), {
      code: 'RESULT_TOO_LARGE',
      status: 422,
      hint: 'Ask for fewer rows at once, or for fewer fields',
    });
  });

  it('are read fewer at a time, and none is left out', async () => {
    const read = createFittingPages(forum.data.select, spec(500));
    /** @type {any[]} */
    const ids = [];
    /** @type {string | null} */
    let after = null;
    do {
      const page = await read(SYSTEM, { after });
      ids.push(...page.rows.map(({ id }) => id));
      after = page.next;
    } while (after !== null);
    assert.equal(new Set(ids).size, 45);
  });
});
