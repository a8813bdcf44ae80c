// Lighthouse on the front page of each starter app, as its users see it, on a phone and on a desktop.
//   npm run lighthouse                     all starter apps, three runs each
//   npm run lighthouse -- crm forum --runs 5
//   npm run lighthouse -- crm --device phone
// Prints the medians of the scores, and what cost points in any run. Fails unless all medians are 100.
import { parseArgs } from 'node:util';
import { DEVICES, openLighthouse } from '../packages/cli/src/benchmarks/run/open-lighthouse.js';
import { startTestServer } from '../packages/server/src/testing/index.js';
import { STARTER_APPS, starterApp } from '../packages/server/test/browser/starter-app.js';

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, device: { type: 'string', multiple: true } },
  allowPositionals: true,
});
const runs = Number(values.runs);
const devices = DEVICES.filter((device) => values.device?.includes(device) ?? true);

const { judge, close } = await openLighthouse();
let isPerfect = true;
try {
  for (const app of positionals.length > 0 ? positionals : STARTER_APPS) await judgeApp(app);
} finally {
  await close();
}
process.exitCode = isPerfect ? 0 : 1;

/** @param {string} app */
async function judgeApp(app) {
  const server = await startTestServer({ app: await starterApp(app) });
  try {
    const { cookies } = await server.as('user');
    for (const device of devices) {
      const { scores, lost } = await judge(`${server.url}/`, { device, runs, cookies });
      const found = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
      console.log(`${app}, ${device}: ${found.join(', ')}`);
      for (const line of lost) console.log(`  ${line}`);
      if (Object.values(scores).some((score) => score < 100)) isPerfect = false;
    }
  } finally {
    await server.close();
  }
}
