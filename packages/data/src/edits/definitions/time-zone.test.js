import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { dayAt } from '@plinth/expressions';
import { openSite } from './testing/edit-site.js';

/** @type {Awaited<ReturnType<typeof openSite>>} */
let site;
before(async () => {
  site = await openSite();
});
after(() => site?.close());

/** @param {string} timeZone */
const set = (timeZone) => site.edit('change-settings', { changes: { timeZone } });

describe('the time zone of a site', () => {
  it('is none that PostgreSQL understands otherwise than JavaScript', async () => {
    for (const name of ['CET', 'est', 'MET', '+02:00', '-05:00', 'Nowhere/City'])
      await assert.rejects(set(name), { code: 'INPUT_INVALID' }, name);
  });

  it('is the same to both', async () => {
    // Half an hour before midnight in Greenwich, in summer and in winter.
    const moments = ['1985-01-15', '2005-07-15', '2026-01-15', '2026-07-15'].map((day) => `${day}T23:30:00Z`);
    for (const name of ['Europe/Berlin', 'America/New_York', 'Asia/Kathmandu', 'Etc/GMT+2', 'Turkey', 'UTC', 'GMT']) {
      await set(name);
      const { rows } = await site.data.db.query({
        text: `select array(select (m at time zone $2)::date - date '1970-01-01' from unnest($1::timestamptz[]) m) as days`,
        values: [moments, name],
      });
      const days = moments.map((moment) => dayAt(BigInt(Date.parse(moment)) * 1000n, name));
      assert.deepEqual(rows[0].days, days, name);
    }
  });
});
