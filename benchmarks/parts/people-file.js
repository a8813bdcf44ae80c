import { Readable } from 'node:stream';
import { cpuBetween, cpuOfTree, round, timed } from '@plinth/cli/benchmarks';

/** @import { Values } from '@plinth/plugin' */

const FIELDS = [
  { name: 'name', type: 'text', required: true },
  { name: 'age', type: 'integer', attributes: { min: 0, max: 150 } },
  { name: 'born', type: 'date' },
  { name: 'price', type: 'money' },
  { name: 'mail', type: 'email' },
  { name: 'active', type: 'boolean' },
];

/**
 * Imports a CSV file of people into a new table.
 *
 * @param {Values} data @param {Values} operator @param {{ table: string, rows: number, mode: string }} what
 */
export async function importPeople(data, operator, { table, rows, mode }) {
  await data.edit(operator, 'add-table', { name: table, fields: FIELDS });
  const columns = FIELDS.map(({ name }) => ({ header: name, field: name }));
  let [most, inserted] = [0, 0];
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
  const before = cpuOfTree(process.pid);
  const ms = await timed(async () => {
    ({ inserted } = await data.csv.import(operator, Readable.from(lines(rows)), { table, columns, mode }));
  });
  clearInterval(watch);
  const { cpuMs, databaseMs } = cpuBetween(before, cpuOfTree(process.pid));
  const each = (/** @type {number} */ cpu) => round((cpu * 1000) / inserted);
  const cpu = { 'Node CPU us': each(cpuMs - databaseMs), 'PostgreSQL CPU us': each(databaseMs) };
  const rate = { 'rows/s': Math.round((inserted * 1000) / ms), 'memory MB at most': Math.round(most / 1e6) };
  return { mode, rows: inserted, seconds: round(ms / 1000), ...rate, ...cpu };
}

/** @param {number} count */
function* lines(count) {
  let text = `${FIELDS.map(({ name }) => name).join(',')}\n`;
  for (let at = 0; at < count; at++) {
    const day = String((at % 28) + 1).padStart(2, '0');
    text += `"Person, number ${at}",${at % 100},1990-05-${day},${at % 1000}.50,p${at}@example.com,${at % 2 === 0}\n`;
    if (text.length > 65_536) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}
