/** @import { Values } from '@plinth/plugin' */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { median } from './statistics.js';

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--remote-debugging-port=0',
];

/** @typedef {'phone' | 'desktop'} Device */
/** @typedef {{ scores: Record<string, number>, lost: string[] }} Judgement scores: from 0 to 100; lost: what cost points */

/** @type {readonly Device[]} */
export const DEVICES = ['phone', 'desktop'];

/**
 * A browser with Lighthouse. `judge` gives medians of several runs; one run before them, of a browser and a server that
 * have yet to compile, does not count.
 *
 * @returns {Promise<{ judge: (url: string, options: { device: Device, runs: number,
 *   cookies?: ReadonlyMap<string, string> }) => Promise<Judgement>, close: () => Promise<void> }>}
 */
export async function openLighthouse() {
  const [{ default: chromium }, { default: lighthouse }, { default: desktop }] = await Promise.all([
    import('@sparticuz/chromium'),
    import('lighthouse'),
    import('lighthouse/core/config/desktop-config.js'),
  ]);
  const profile = await mkdtemp(path.join(tmpdir(), 'plinth-lighthouse-'));
  const browser = spawn(await chromium.executablePath(), [...FLAGS, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(browser, 'exit');
  const close = async () => {
    browser.kill('SIGKILL');
    await ended;
    await rm(profile, { recursive: true, force: true });
  };
  /** @param {string} url @param {number} port @param {Device} device */
  const run = async (url, port, device) => {
    const flags = { port, onlyCategories: CATEGORIES, logLevel: /** @type {const} */ ('error') };
    const result = await lighthouse(url, flags, device === 'desktop' ? desktop : undefined);
    if (!result) throw new Error('Lighthouse gave no answer');
    if (result.lhr.finalDisplayedUrl !== url) throw new Error(`Ended at ${result.lhr.finalDisplayedUrl}`);
    return result.lhr;
  };
  try {
    const port = await debugPort(browser);
    return {
      async judge(url, { device, runs, cookies = new Map() }) {
        await setCookies(port, url, cookies);
        await run(url, port, device);
        const results = [];
        for (let at = 0; at < runs; at++) results.push(await run(url, port, device));
        return judgementOf(results);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
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

/**
 * Lighthouse's own headers don't reach every request; cookies of the browser do, and Lighthouse keeps them.
 *
 * @param {number} port of the browser @param {string} url @param {ReadonlyMap<string, string>} cookies
 */
async function setCookies(port, url, cookies) {
  if (cookies.size === 0) return;
  const version = await fetch(`http://127.0.0.1:${port}/json/version`);
  const { webSocketDebuggerUrl } = await version.json();
  const socket = new WebSocket(webSocketDebuggerUrl);
  await once(socket, 'open');
  const all = [...cookies].map(([name, value]) => ({ name, value: encodeURIComponent(value), url }));
  socket.send(JSON.stringify({ id: 1, method: 'Storage.setCookies', params: { cookies: all } }));
  await once(socket, 'message');
  socket.close();
}

/** @param {Values[]} results @returns {Judgement} */
function judgementOf(results) {
  const scores = CATEGORIES.map((name) => [
    name,
    Math.round(median(results.map(({ categories }) => categories[name].score * 100))),
  ]);
  return { scores: Object.fromEntries(scores), lost: [...new Set(results.flatMap(lostIn))] };
}

/** @param {any} lhr @returns {string[]} */
function lostIn({ categories, audits }) {
  return CATEGORIES.flatMap((name) =>
    categories[name].auditRefs
      .filter(
        (/** @type {Values} */ { id, weight }) => weight > 0 && audits[id].score !== null && audits[id].score < 0.9,
      )
      .map((/** @type {Values} */ { id }) => `${name}: ${audits[id].title} ${audits[id].displayValue ?? ''}`.trim()),
  );
}
