import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createTestDatabase } from '@plinth/data/testing';
import { createDatabase } from '../../packages/data/src/postgres/database.js';
import { cpuMs, measuredBy } from './cpu.js';

it('counts the connections of this cluster only', async () => {
  // There is no /proc elsewhere.
  if (process.platform !== 'linux') return;
  const place = await createTestDatabase();
  const db = createDatabase(place.connection, { max: 2, shared: 1 });
  try {
    const measured = await measuredBy(db);
    const before = cpuMs(measured).postgres;
    await db.query('select count(*) from generate_series(1, 1000000) a');
    assert.ok(cpuMs(measured).postgres > before);
    assert.equal(cpuMs({ ...measured, postmaster: process.pid }).postgres, 0, 'the same name elsewhere');
  } finally {
    await db.close();
    await place.close();
  }
});
