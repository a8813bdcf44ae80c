import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createForum, SYSTEM } from '../../gate/rows/testing/forum.js';
import { createSelect } from '../../gate/rows/select.js';
import { createLookups } from './lookups.js';

/** @type {any} */
let forum;
/** @type {any} the field of replies that points at topics */
let field;
before(async () => {
  forum = await createForum({ history: false });
  const { data } = forum;
  await data.rows.insertMany(SYSTEM, 'topics', [
    ...Array.from({ length: 600 }, () => ({ title: 'again' })),
    ...['one', 'two', 'three', 'four'].map((title) => ({ title })),
  ]);
  field = data.catalog().table('replies').field('topic');
});
after(() => forum?.close());

/** @param {{ mostKnown?: number }} [limits] */
function lookups(limits) {
  const { data } = forum;
  const context = { db: data.db, registry: data.registry, catalog: data.catalog };
  const select = createSelect(context);
  return createLookups({ ...context, select, catalog: data.catalog, actor: SYSTEM }, [field], limits);
}

/** What becomes of labels: keys, or what is wrong. @param {ReturnType<typeof lookups>} known @param {string[]} labels */
async function keysOf(known, labels) {
  const rows = labels.map((topic) => ({ topic }));
  await known.learn(rows);
  return rows.map((row) => known.replace(row).map(String)[0] ?? row.topic);
}

describe('labels in a column of an import', () => {
  it('are found beside one that hundreds of rows have', async () => {
    assert.deepEqual(await keysOf(lookups(), ['again', 'one', 'two', 'nowhere']), [
      'Topic: there are several rows named "again"',
      ...[601, 602],
      'Topic: there is no "nowhere"',
    ]);
  });

  it('are found still when there were too many to remember', async () => {
    const known = lookups({ mostKnown: 3 });
    assert.deepEqual(await keysOf(known, ['one', 'two']), [601, 602]);
    assert.deepEqual(await keysOf(known, ['one', 'three', 'four']), [601, 603, 604]);
  });
});
