// Lighthouse on the front page of each starter app, as its users see it, on a phone and on a desktop.
//   npm run lighthouse                     all starter apps, three runs each
//   npm run lighthouse -- crm forum --runs 5
// Prints the medians of the scores, and what cost points in any run. Fails unless all medians are 100.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import chromium from '@sparticuz/chromium';
import lighthouse from 'lighthouse';
import desktop from 'lighthouse/core/config/desktop-config.js';
import { startTestServer } from '../packages/server/src/testing/index.js';
import { STARTER_APPS, starterApp } from '../packages/server/test/browser/starter-app.js';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--remote-debugging-port=0',
];
const DEVICES = { phone: undefined, desktop };

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '3' } },
  allowPositionals: true,
});

const folder = await mkdtemp(path.join(tmpdir(), 'plinth-lighthouse-'));
const browser = spawn(await chromium.executablePath(), [...FLAGS, `--user-data-dir=${folder}`, 'about:blank'], {
  stdio: ['ignore', 'ignore', 'pipe'],
});
const ended = once(browser, 'exit');
let isPerfect = true;
try {
  const port = await debugPort();
  console.log(`app, device: ${CATEGORIES.join(', ')} (medians of ${values.runs})`);
  for (const app of positionals.length > 0 ? positionals : STARTER_APPS) await judge(app, port);
} finally {
  browser.kill('SIGKILL');
  await ended;
  await rm(folder, { recursive: true, force: true });
}
process.exitCode = isPerfect ? 0 : 1;

/** @param {string} app @param {number} port of the browser */
async function judge(app, port) {
  const server = await startTestServer({ app: await starterApp(app) });
  try {
    const { cookies } = await server.as('user');
    await setCookies(port, server.url, cookies);
    for (const [device, config] of Object.entries(DEVICES)) {
      /** @type {any[]} */
      const results = [];
      for (let run = 0; run < Number(values.runs); run++) {
        const flags = { port, onlyCategories: CATEGORIES, logLevel: /** @type {const} */ ('error') };
        const result = await lighthouse(`${server.url}/`, flags, config);
        if (!result) throw new Error('Lighthouse gave no answer');
        results.push(result.lhr);
        if (result.lhr.finalDisplayedUrl !== `${server.url}/`)
          throw new Error(`Ended at ${result.lhr.finalDisplayedUrl}`);
      }
      report(`${app}, ${device}`, results);
    }
  } finally {
    await server.close();
  }
}

/**
 * Lighthouse's own headers don't reach every request; cookies of the browser do, and Lighthouse keeps them.
 *
 * @param {number} port of the browser @param {string} url @param {Map<string, string>} cookies
 */
async function setCookies(port, url, cookies) {
  const version = await fetch(`http://127.0.0.1:${port}/json/version`);
  const { webSocketDebuggerUrl } = await version.json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  const all = [...cookies].map(([name, value]) => ({ name, value: encodeURIComponent(value), url }));
  socket.send(JSON.stringify({ id: 1, method: 'Storage.setCookies', params: { cookies: all } }));
  await once(socket, 'message');
  socket.close();
}

/** @param {string} what @param {any[]} results */
function report(what, results) {
  const medians = CATEGORIES.map((name) => median(results.map(({ categories }) => categories[name].score * 100)));
  if (medians.some((score) => score < 100)) isPerfect = false;
  console.log(`${what}: ${medians.map(Math.round).join(', ')}`);
  for (const line of new Set(results.flatMap(lostIn))) console.log(`  ${line}`);
}

/** @param {any} lhr @returns {string[]} */
function lostIn({ categories, audits }) {
  return CATEGORIES.flatMap((name) =>
    categories[name].auditRefs
      .filter((/** @type {any} */ { id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
      .map((/** @type {any} */ { id }) => `${name}: ${audits[id].title} ${audits[id].displayValue ?? ''}`),
  );
}

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** @returns {Promise<number>} */
async function debugPort() {
  for await (const line of createInterface(browser.stderr)) {
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (port) return Number(port);
  }
  throw new Error('The browser for Lighthouse did not start');
}
