import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { largeApp } from '../../edits/apps/testing/large-app.js';
import { admin, openSite } from '../../edits/definitions/testing/edit-site.js';
import { until } from '../../testing/index.js';
import { publishTables } from './publication.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
  await publishTables(site.data.db);
});
after(() => site?.close());

describe('the publication', () => {
  it('takes new tables together: a large app costs few statements', async () => {
    const { db, apps } = site.data;
    await apps.install(admin, largeApp('many', 60));
    const before = db.counters().statements;
    const published = await publishTables(db);
    const sent = db.counters().statements - before;
    assert.ok(published.has('app.many_t0') && published.has('app.many_t59'));
    assert.ok(sent < 20, `${sent} statements`);
  });

  it('waits for writers of one of them, and loses none of their changes', async () => {
    const { db, apps } = site.data;
    await apps.install(admin, largeApp('busy', 3));
    let isOver = false;
    const written = Promise.withResolvers();
    const writing = db.transaction(async (tx) => {
      await tx.query(`insert into app.busy_t1 (name) values ('x')`);
      written.resolve(undefined);
      await sleep(50);
      isOver = true;
    });
    await written.promise;
    let published = /** @type {Set<string> | null} */ (null);
    // On a busy machine the writer may take longer than it waits: then it gives up, and whoever needs it asks again.
    await until(async () => {
      published = await publishTables(db).catch((error) =>
        error.code === 'TABLE_BUSY' ? null : Promise.reject(error),
      );
      return published;
    });
    assert.ok(isOver, 'it joined before the writer was done');
    for (const name of ['app.busy_t0', 'app.busy_t1', 'app.busy_t2'])
      assert.ok(/** @type {any} */ (published).has(name), name);
    await writing;
  });

  it('skips what an edit has removed meanwhile', async () => {
    const { db, apps } = site.data;
    await apps.install(admin, largeApp('gone', 2));
    const raced = /** @type {typeof db} */ ({
      ...db,
      async transaction(work, options) {
        await db.query('drop table if exists app.gone_t1 cascade');
        return db.transaction(work, options);
      },
    });
    const published = await publishTables(raced);
    assert.deepEqual([published.has('app.gone_t0'), published.has('app.gone_t1')], [true, false]);
  });
});
