/** @import { CDPSession, Page } from 'playwright-core' */
/** @typedef {{ painted: number, ready: number, shift: number, tasks: number[], events: number[] }} Watched events: how long each took */

/** How much slower than this machine the phone is, and its line. */
export const CPU = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 };
/** What the browser reports no shorter event than, in ms. */
export const SHORTEST = 16;

/** As a phone shows pages. */
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
export const DESKTOP = { viewport: { width: 1280, height: 800 } };

/**
 * Makes a page as slow as on a phone, and notes what its reader waits for and what is sent.
 *
 * @param {Page} page @param {{ cpu?: number, latency?: number, ready?: string }} [slow] latency: of a line that is otherwise
 *   fast, in ms; ready: what shows that the screen can be used; otherwise it can when its scripts have run
 */
export async function slowDown(page, { cpu = CPU, latency, ready = '' } = {}) {
  const session = await page.context().newCDPSession(page);
  await page.addInitScript(watch, { shortest: SHORTEST, ready });
  await session.send('Network.enable');
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const line = latency === undefined ? LINE : { ...LINE, latency, downloadThroughput: -1, uploadThroughput: -1 };
  await session.send('Network.emulateNetworkConditions', line);
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  return { session, sent: countSent(session) };
}

/** Requests that reached the server, and their bytes. @param {CDPSession} session */
function countSent(session) {
  const sent = { requests: 0, bytes: 0 };
  /** @type {Set<string>} */
  const kept = new Set();
  session.on('Network.requestServedFromCache', ({ requestId }) => void kept.add(requestId));
  session.on('Network.responseReceived', ({ requestId, response: { fromDiskCache, fromPrefetchCache } }) => {
    if (fromDiskCache || fromPrefetchCache) kept.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (kept.has(requestId) || encodedDataLength === 0) return;
    sent.requests++;
    sent.bytes += encodedDataLength;
  });
  return sent;
}

/** Runs in each document before anything else. @param {{ shortest: number, ready: string }} what */
function watch({ shortest, ready }) {
  const { document, MutationObserver, PerformanceObserver } = globalThis;
  /** @type {Watched} */
  const seen = { painted: 0, ready: 0, shift: 0, tasks: [], events: [] };
  Object.assign(globalThis, { watched: seen });
  const observe = (/** @type {any} */ how, /** @type {(entry: any) => void} */ note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ buffered: true, ...how });
  observe({ type: 'largest-contentful-paint' }, ({ startTime }) => (seen.painted = startTime));
  observe({ type: 'layout-shift' }, ({ value, hadRecentInput }) => (seen.shift += hadRecentInput ? 0 : value));
  observe({ type: 'longtask' }, ({ duration }) => seen.tasks.push(duration));
  observe({ type: 'event', durationThreshold: shortest }, ({ name, duration, interactionId }) => {
    // A pointer that only passes by is no interaction; a drag has no id.
    if (interactionId > 0 || /^d(rag(start|end)|rop)$/.test(name)) seen.events.push(duration);
  });
  if (!ready) return void document.addEventListener('DOMContentLoaded', () => (seen.ready = performance.now()));
  const looked = new MutationObserver(() => {
    if (!document.querySelector(ready)) return;
    looked.disconnect();
    seen.ready = performance.now();
  });
  looked.observe(document, { attributes: true, childList: true, subtree: true });
}

/** Processor time of the page's main thread so far, on this machine, in ms. @param {CDPSession} session */
export async function busyMs(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
}

/** What the main document has noted once it is painted. @param {Page} page @returns {Promise<Watched>} */
export async function watched(page) {
  await page.waitForFunction(() => /** @type {any} */ (globalThis).watched.painted > 0);
  return page.evaluate(() => /** @type {any} */ (globalThis).watched);
}

/**
 * Does something as its user does and gives the longest wait from an input until the next frame shows its effect, in ms.
 *
 * @param {Page} page @param {() => Promise<unknown>} act
 */
export async function interact(page, act) {
  const before = await Promise.all(page.frames().map(countEvents));
  await act();
  await Promise.all(page.frames().map(settle));
  const events = await Promise.all(page.frames().map((frame, i) => eventsAfter(frame, before[i] ?? 0)));
  return Math.max(SHORTEST, ...events.flat());
}

/** @param {import('playwright-core').Frame} frame */
const countEvents = (frame) =>
  frame.evaluate(() => /** @type {any} */ (globalThis).watched?.events.length ?? 0).catch(() => 0);

/** @param {import('playwright-core').Frame} frame @param {number} count @returns {Promise<number[]>} */
const eventsAfter = (frame, count) =>
  frame.evaluate((from) => /** @type {any} */ (globalThis).watched?.events.slice(from) ?? [], count).catch(() => []);

/** Events are reported some frames after they were shown. @param {import('playwright-core').Frame} frame */
const settle = (frame) =>
  frame
    .evaluate(async () => {
      const { requestAnimationFrame, requestIdleCallback } = globalThis;
      for (let i = 0; i < 3; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1000 }));
    })
    .catch(() => {});

/** This program keeps no page at all, and browsers keep pages that are not stored for a while, if nothing else speaks against it. */
const OF_PROGRAM = [
  'BackForwardCacheDisabledForDelegate',
  'BrowsingInstanceNotSwapped',
  'MainResourceHasCacheControlNoStore',
];

/**
 * Leaves a page, goes back, and gives the browser's reasons for not having kept it, beyond its own.
 *
 * @param {Page} page @param {CDPSession} session @param {string} away
 * @returns {Promise<string[]>}
 */
export async function reasonsAgainstBack(page, session, away) {
  await session.send('Page.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await session.send('Network.emulateNetworkConditions', {
    ...LINE,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  await page.goto(away);
  /** @type {Promise<{ reason: string }[]>} */
  const told = new Promise((resolve) =>
    session.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => resolve(notRestoredExplanations)),
  );
  await page.goBack();
  return (await told).map(({ reason }) => reason).filter((reason) => !OF_PROGRAM.includes(reason));
}
