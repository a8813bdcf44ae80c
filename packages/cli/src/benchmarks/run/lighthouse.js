import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { findStarterApp } from '../../frame/apps.js';
import { withApp } from '../../frame/with-app.js';
import { requirePackage } from './load/index.js';
import { createOwnData, startOwnServer } from './own-server.js';

/** @import { CommandContext } from '../../types.d.ts' */

const APP = 'landing-page';
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--remote-debugging-port=0',
];

/** @throws {import('@plinth/plugin').AppError} BENCHMARK_TOOL_MISSING */
export function requireLighthouse() {
  requirePackage('lighthouse');
  requirePackage('@sparticuz/chromium');
}

/**
 * Lighthouse's results for the landing page on a phone: four scores from 0 to 100, and the audits that cost points.
 *
 * @param {CommandContext} ctx
 * @returns {Promise<{ scores: Record<string, number>, lost: string[] }>}
 */
export async function runLighthouse(ctx) {
  const { env, dataDir, remove } = createOwnData(ctx);
  try {
    await withApp({ ...ctx, env }, async (app, operator) => {
      await app.data.apps.install(operator, findStarterApp(app, APP), { rows: true });
      // A site without an admin shows its first-run screen instead of its home page.
      const admin = { name: 'Admin', email: 'admin@example.com', password: crypto.randomUUID(), roles: ['admin'] };
      await app.data.people.users.create(operator, admin);
    });
    const server = await startOwnServer({ ...env, PAGE_CACHE: 'on', WORKERS: '1' });
    try {
      return await judge(`${server.url}/`, dataDir);
    } finally {
      await server.stop();
    }
  } finally {
    await remove();
  }
}

/** @param {string} url @param {string} folder */
async function judge(url, folder) {
  const { default: chromium } = await import('@sparticuz/chromium');
  const { default: lighthouse } = await import('lighthouse');
  const profile = path.join(folder, 'browser');
  const browser = spawn(await chromium.executablePath(), [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(browser, 'exit');
  try {
    const port = await debugPort(browser);
    const result = await lighthouse(url, { port, onlyCategories: CATEGORIES, logLevel: 'error' });
    if (!result) throw new Error('Lighthouse gave no answer');
    return readScores(result.lhr);
  } finally {
    browser.kill('SIGKILL');
    await ended;
  }
}

/**
 * @param {import('node:child_process').ChildProcessByStdio<null, null, import('node:stream').Readable>} browser
 * @returns {Promise<number>}
 */
async function debugPort(browser) {
  for await (const line of createInterface(browser.stderr)) {
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(line)?.[1];
    if (port) return Number(port);
  }
  throw new Error('The browser for Lighthouse did not start');
}

/** @param {any} lhr */
function readScores({ categories, audits }) {
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(categories[name].score * 100)]));
  const lost = CATEGORIES.flatMap((name) =>
    categories[name].auditRefs
      .filter((/** @type {any} */ { id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9)
      .map((/** @type {any} */ { id }) => `${name}: ${audits[id].title}`),
  );
  return { scores, lost };
}
