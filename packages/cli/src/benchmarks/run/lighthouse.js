import { findStarterApp } from '../../frame/apps.js';
import { withApp } from '../../frame/with-app.js';
import { requirePackage } from './load/index.js';
import { DEVICES, openLighthouse } from './open-lighthouse.js';
import { createOwnData, startOwnServer } from './own-server.js';

/** @import { CommandContext } from '../../types.d.ts' */
/** @import { Judgement } from './open-lighthouse.js' */

const APP = 'landing-page';
const RUNS = 3;

/** @throws {import('@plinth/plugin').AppError} BENCHMARK_TOOL_MISSING */
export function requireLighthouse() {
  requirePackage('lighthouse');
  requirePackage('@sparticuz/chromium');
}

/**
 * Lighthouse's results for the landing page, by device: four scores from 0 to 100, and the audits that cost points.
 *
 * @param {CommandContext} ctx
 * @returns {Promise<Record<string, Judgement>>}
 */
export async function runLighthouse(ctx) {
  const { env, remove } = createOwnData(ctx);
  try {
    await withApp(
      { ...ctx, env },
      async (app, operator) => {
        await app.data.apps.install(operator, findStarterApp(app, APP), { rows: true });
        // A site without an admin shows its first-run screen instead of its home page.
        const admin = { name: 'Admin', email: 'admin@example.com', password: crypto.randomUUID(), roles: ['admin'] };
        await app.data.people.users.create(operator, admin);
      },
      { mayBeNew: true },
    );
    const server = await startOwnServer({ ...env, PAGE_CACHE: 'on', WORKERS: '1' });
    try {
      return await judgeOnAll(`${server.url}/`);
    } finally {
      await server.stop();
    }
  } finally {
    await remove();
  }
}

/** @param {string} url @returns {Promise<Record<string, Judgement>>} */
async function judgeOnAll(url) {
  const { judge, close } = await openLighthouse();
  try {
    /** @type {Record<string, Judgement>} */
    const found = {};
    for (const device of DEVICES) found[device] = await judge(url, { device, runs: RUNS });
    return found;
  } finally {
    await close();
  }
}
