import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { it } from 'node:test';
import { withOwnApp } from './servers.js';
import { cpuBetween, cpuOfTree } from './processes.js';

it('counts the CPU time of the database that a process started, and no other', async () => {
  // There is no /proc elsewhere.
  if (process.platform !== 'linux') return;
  const other = spawn('sleep', ['600']);
  await withOwnApp(async ({ data }) => {
    const looks = () => [process.pid, Number(other.pid)].map(cpuOfTree);
    const before = looks();
    await data.db.query('select count(*) from generate_series(1, 1000000) a');
    const [own, others] = looks().map((after, i) => cpuBetween(before[i], after).databaseMs);
    assert.ok(own > 0);
    assert.equal(others, 0);
  }).finally(() => other.kill());
});
