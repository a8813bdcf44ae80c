/** @import { App, Handler } from '../types.d.ts' */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFairness } from '@plinth/data';
import { createPassport } from '../auth/passport.js';
import { createAssets } from '../pages/fast-path/assets.js';
import { createIdentify } from '../http/identity/identify.js';
import { createApp } from '../app.js';
import { createRequestListener } from '../request-listener.js';
import { securityHeaderPairs } from '../http/requests/security-headers.js';
import { createListener } from '../http/requests/listener.js';
import { createRouter } from '../http/requests/router.js';
import { createTraffic } from '../http/requests/traffic.js';
import { createLog } from '../http/log/log.js';

/**
 * The HTTP side alone, without database and views: for tests of limits, headers and bodies.
 *
 * @param {(router: ReturnType<typeof createRouter>) => void} define
 * @param {{ baseUrl?: string, trustProxy?: number, bodyBytes?: number, assets?: import('../http/assets/asset-index.js').AssetIndex }} [options]
 */
export async function startBareApp(define, { baseUrl = 'http://plinth.test', trustProxy = 0, bodyBytes, assets } = {}) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plinth-http-'));
  /** @type {string[]} */
  const lines = [];
  const people = { session: async () => null, sessionKey: () => null, rememberedByKey: () => null };
  const catalog = { settings: { locale: 'en', timeZone: 'UTC', siteName: 'Test' } };
  const identify = createIdentify(/** @type {any} */ ({ people, secure: baseUrl.startsWith('https:') }));
  const fairness = createFairness({ bodyBytes });
  /** @type {any} */
  const app = {
    config: { baseUrl, dataDir, trustProxy, visitorLimit: 0, host: '127.0.0.1', port: 0 },
    log: createLog({ level: 'debug', write: (line) => lines.push(line) }),
    assets: createAssets(assets ?? { hash: 'abc', files: new Map(), joined: new Map() }, {
      siteCss: () => ':root{}',
      head: securityHeaderPairs({ https: baseUrl.startsWith('https:') }).flat(),
    }),
    data: {
      catalog: () => catalog,
      current: async () => catalog,
      isSettled: () => true,
      ready: async () => {},
      people,
      fairness,
      // Each press is the first.
      presses: { claim: async () => true, keep: async () => {}, finish: async () => {}, release: async () => {} },
      stream: { kind: 'logical', state: () => 'live', caughtUp: async () => true },
    },
    views: {
      locales: () => ['en'],
      t: () => (/** @type {string} */ key) => key,
      formats: () => ({}),
      renderTemplate: (/** @type {string} */ _file, /** @type {any} */ m) => `${m.code} ${m.message}`,
      shell: { pieces: (/** @type {any} */ m) => [`<!doctype html><title>${m.title}</title>`, String(m.body)] },
    },
    traffic: createTraffic(),
    identify,
    passport: createPassport(/** @type {any} */ ({ people, identify })),
    pages: null,
    files: null,
    endpoints: [],
    screens: [],
    secure: baseUrl.startsWith('https:'),
  };
  const router = createRouter();
  define(router);
  const listener = createListener({ log: app.log });
  listener.use(
    createRequestListener(
      app,
      createApp(app, (frame) => frame.use(router)),
    ).listen,
  );
  const { port } = await listener.listen(0, '127.0.0.1');
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    dataDir,
    fairness,
    log: () => lines.join(''),
    close: async () => {
      await listener.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
