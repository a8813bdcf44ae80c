import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startTestServer } from '../../packages/server/src/testing/index.js';
import { openSite } from '../recorded-requests/site.js';
import { compareCosts, tooMuchCpu } from './compare.js';
import { measureCosts } from './measure.js';
import { watchedRequests } from './requests.js';

/** One line for each request, so that a change shows what it makes dearer. */
const file = new URL('./costs.json', import.meta.url);

/** As Prettier prints an object on a line. @param {object} cost */
const spaced = (cost) =>
  `{ ${Object.entries(cost)
    .map(([name, value]) => `"${name}": ${value}`)
    .join(', ')} }`;

const site = await openSite(startTestServer, fileURLToPath(new URL('../..', import.meta.url)));
const requests = watchedRequests(site.addresses);
const known = JSON.parse(readFileSync(file, 'utf8'));
const measured = await measureCosts(site, requests);
// Somebody else may have had the caches of the processor: what seems dear is measured again, and the least counts.
for (let again = 0; again < 3; again++) {
  const dear = requests.filter(({ name }) => tooMuchCpu(known[name], measured[name]));
  if (dear.length === 0) break;
  for (const [name, { cpu }] of Object.entries(await measureCosts(site, dear))) {
    measured[name].cpu = Math.min(measured[name].cpu, cpu);
  }
}
await site.close();
console.table(measured);
if (process.argv.includes('--write')) {
  const lines = Object.entries(measured).map(([name, cost]) => `  ${JSON.stringify(name)}: ${spaced(cost)}`);
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
} else {
  const { problems, hints } = compareCosts(known, measured);
  for (const hint of hints) console.log(`lower now: ${hint}`);
  for (const problem of problems) console.error(`dearer: ${problem}`);
  if (problems.length > 0) {
    console.error('Make it cheaper, or put the new figures into scripts/cost/costs.json in the same commit:');
    console.error('npm run check:cost -- --write');
  }
  process.exitCode = problems.length > 0 ? 1 : 0;
}
process.exit();
