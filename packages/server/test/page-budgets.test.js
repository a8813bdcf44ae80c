import assert from 'node:assert/strict';
import { request } from 'node:http';
import { describe, it } from 'node:test';
import { startTestServer, withBarrierPassed } from '../src/testing/index.js';
import { STARTER_APPS, addressesOf, starterApp } from './browser/starter-app.js';

/** @typedef {Awaited<ReturnType<typeof startTestServer>>} Server */

const MOST_BYTES = 60 * 1024;
/** What a browser waits for before it paints: few requests, and no more than two round trips of a new connection. */
const MOST_BLOCKING = { requests: 7, bytes: 23 * 1024 };

/**
 * Bytes of the body as they come over the wire.
 *
 * @param {string} url @param {string} encoding
 * @returns {Promise<{ bytes: number, encoding: string | undefined }>}
 */
function fetchBytes(url, encoding) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      let bytes = 0;
      response.on('data', (/** @type {Buffer} */ chunk) => (bytes += chunk.length));
      response.on('end', () => resolve({ bytes, encoding: response.headers['content-encoding'] }));
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Addresses of the styles and scripts that a page names. @param {string} text */
const assetsOf = (text) =>
  [...text.matchAll(/<(?:link[^>]*rel="stylesheet"[^>]*href|script[^>]*src)="([^"]+)"/g)].map((match) => match[1]);

/** Addresses of those that the first paint waits for. @param {string} text */
const blockingOf = (text) =>
  [
    ...withScripts(text).matchAll(/<(?:link[^>]*rel="stylesheet"[^>]*|script(?![^>]*(?: defer|type="))[^>]*)>/g),
  ].flatMap(([tag]) => /(?:href|src)="([^"]+)"/.exec(tag)?.[1] ?? []);

/** What a browser with scripts reads. @param {string} text */
const withScripts = (text) => text.replace(/<noscript>.*?<\/noscript>/gs, '');

/** Elements that are a view of their own. */
const VIEWS = ['embed', 'number_tile', 'progress_tile'];

/** Views that a layout embeds, and its tiles. @param {any[]} nodes @returns {number} */
const embeds = (nodes) =>
  nodes.reduce((sum, node) => sum + (VIEWS.includes(node.type) ? 1 : 0) + embeds(node.children ?? []), 0);

describe('what a delivered page costs', () => {
  for (const name of STARTER_APPS) {
    it(`${name}: at most one statement for each view, none for metadata, one round trip; 60 KB of CSS and JS`, async () => {
      // What runs by itself may look for work meanwhile. What a page costs, it costs on a new server, too.
      await measured(name).catch(() => measured(name));
    });
  }
});

/** @param {string} app */
async function measured(app) {
  const server = await startTestServer({ app: await starterApp(app), pageCache: false });
  try {
    await statementsOf(server);
    await weightOf(server);
  } finally {
    await server.close();
  }
}

/** @param {Server} server */
async function statementsOf(server) {
  const admin = await server.as('admin');
  const { pages } = server.data.catalog();
  // What runs by itself looks for work once after it was installed.
  await Promise.all([server.data.automation.drain(), server.data.workflows.runner.drain()]);
  for (const page of pages) {
    const { before, answer, after } = await withBarrierPassed(server, async () => ({
      before: server.data.db.counters(),
      answer: await admin.get(`/page/${page.name}`),
      after: server.data.db.counters(),
    }));
    assert.equal(answer.status, 200);
    const allowed = embeds([page.layout]);
    const told = Number(/sql;desc="(\d+) statement/.exec(answer.headers.get('server-timing') ?? '')?.[1]);
    assert.ok(told <= allowed, `${page.name}: ${told} statements for ${allowed} views`);
    // All that the database saw, and the header says so: nothing for the session, the menu or the definitions of views.
    assert.equal(after.statements - before.statements, told, `${page.name}: ${JSON.stringify({ before, after })}`);
    assert.ok(after.roundTrips - before.roundTrips <= 1, `${page.name}: ${JSON.stringify({ before, after })}`);
  }
}

/** @param {Server} server */
async function weightOf(server) {
  const admin = await server.as('staff');
  for (const address of await addressesOf(server)) {
    const { text, status } = await admin.get(address);
    if (status !== 200) continue;
    assert.doesNotMatch(
      text,
      /<style|<script(?![^>]* src=)(?![^>]*type="application\/json")|<[^>]+ style=|<[^>]+ on[a-z]+=/,
    );
    const blocking = blockingOf(text);
    assert.ok(blocking.length > 0);
    assert.ok(blocking.length <= MOST_BLOCKING.requests, `${address}: ${blocking.join(', ')}`);
    // Others must not compete with them.
    assert.doesNotMatch(
      text,
      /<script type="module"(?! fetchpriority="low")|rel="preload"(?! as="style"|[^>]*fetchpriority="low")/,
    );
    for (const encoding of ['br', 'gzip']) {
      const waited = await Promise.all(blocking.map((asset) => fetchBytes(new URL(asset, server.url).href, encoding)));
      const first = waited.reduce((sum, answer) => sum + answer.bytes, 0);
      assert.ok(first <= MOST_BLOCKING.bytes, `${address}: ${first} bytes before the first paint with ${encoding}`);
      if (process.env.SHOW) console.log('first paint', address, encoding, blocking.length, first);
      const answers = await Promise.all(
        assetsOf(text).map((asset) => fetchBytes(new URL(asset, server.url).href, encoding)),
      );
      assert.ok(answers.length > 0);
      assert.deepEqual(
        [...new Set(answers.filter(({ bytes }) => bytes > 1000).map((answer) => answer.encoding))],
        [encoding],
      );
      const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0);
      assert.ok(bytes <= MOST_BYTES, `${address}: ${bytes} bytes with ${encoding}`);
      if (process.env.SHOW) console.log(address, encoding, bytes);
    }
  }
}
