/** @import { Values } from '@plinth/plugin' */
/** @import { Admin, App, Config, Log } from './types.d.ts' */
import { memoize } from '@plinth/plugin';
import { createData, dataPlugin, inAllowance, readPluginStates, readablePath } from '@plinth/data';
import { divideMemory } from '@plinth/data/memory';
import { JOINED_SCRIPTS, compactCss, createViews, inlineImports, siteCss, viewsPlugin } from '@plinth/views';
import path from 'node:path';
import { readEndpoints } from './api/rest/endpoints.js';
import { indexAssets } from './http/assets/asset-index.js';
import { KIT } from './http/assets/kit-links.js';
import { createPackedForms } from './http/assets/packed-forms.js';
import { createPassport } from './auth/passport.js';
import { createAssets } from './pages/fast-path/assets.js';
import { createFileCache } from './pages/fast-path/files/index.js';
import { createBundler, createPackages } from './plugins/function-packages/create-packages.js';
import { createIdentify } from './http/identity/identify.js';
import { createPageCache } from './pages/fast-path/pages/page-cache.js';
import { securityHeaderPairs } from './http/requests/security-headers.js';
import { createBackupRunner } from './node/backups/index.js';
import { createMail } from './pages/mail/mail.js';
import { createNoticeMails } from './pages/notifications/mail-notices.js';
import { findPlugins } from './plugins/manager/find-plugins.js';
import { loadPlugins } from './plugins/manager/load-plugins.js';
import { createPluginManager } from './plugins/manager/plugin-manager.js';
import { serverTexts } from './texts.js';
import { createPlanViews } from './plan-views.js';

/**
 * @typedef {Omit<App, 'secure' | 'traffic' | 'pass' | 'retired'> & { states: Awaited<ReturnType<typeof readPluginStates>>,
 *   close(): Promise<void> }} Runtime
 *   states: of plugins when this runtime was created; the Catalog may have newer ones
 */
/** @typedef {{ max: number, shared: number }} Share of the connections to the database */

/**
 * Opens a runtime on a running database: plugins and registry, data, views, assets.
 *
 * @param {{ config: Config, connection: Values, connections?: Share, log: Log, admin: Admin, reloaded?: () => Promise<void>,
 *   stream?: App['data']['stream'], askRestore?: import('./node/backups/runner.js').AskRestore }} options
 *   reloaded: waits until changed plugins are in use; without a server there is nothing to wait for; stream: of changes,
 *   for who serves. It is not closed here.
 * @returns {Promise<Runtime>}
 */
export async function openRuntime({ config, connection, connections, log, admin, reloaded, stream = null, ...rest }) {
  const { dataDir, safeMode = false, rowSecurity = false, secretKey = null, baseUrl, memory = divideMemory() } = config;
  const states = await readPluginStates(connection);
  const found = findPlugins({ dataDir, states });
  const { registry, records } = await loadPlugins({ core: [dataPlugin, viewsPlugin], found, states, safeMode, log });
  const own = { connection, connections, registry, stream, log, fetchPackage: createBundler() };
  const data = await createData({ ...own, dataDir, rowSecurity, secretKey, baseUrl, memory });
  try {
    const secure = baseUrl.startsWith('https:');
    const assets = await openAssets({ registry, admin, data, secure, dataDir });
    const views = createViews({
      registry,
      assetUrl: assets.url,
      texts: [serverTexts, admin.texts],
      ...viewReports(log),
    });
    data.lists.planBy(createPlanViews({ data, views }));
    const plugins = createPluginManager({ data, records, registry, config, reloaded: reloaded ?? (async () => {}) });
    const mail = createMail({ data, config, log });
    const notices = createNoticeMails({ data, views, config, log });
    const backups = createBackupRunner({ config, connection, log, askRestore: rest.askRestore });
    const identify = createIdentify({ people: data.people, secure });
    const { pageBytes, fileBytes } = memory.worker;
    const pages = stream && config.pageCache ? createPageCache({ data, stream, log, maxBytes: pageBytes }) : null;
    const files = stream ? createFileCache({ data, stream, secure, log, maxBytes: fileBytes }) : null;
    const close = async () => {
      await mail.close();
      pages?.close();
      files?.close();
      await data.close();
    };
    if (stream) data.automation.start();
    return {
      states,
      data,
      views,
      registry,
      config,
      log,
      assets,
      plugins,
      packages: createPackages(data, own.fetchPackage),
      mail,
      notices,
      backups,
      heavy: (work, options) => inAllowance(connection, work, { ...options, places: memory.heavyJobs }),
      identify,
      passport: createPassport({ people: data.people, identify }),
      pages,
      files,
      admin,
      screens: admin.createScreens(),
      endpoints: await readEndpoints(),
      close,
    };
  } catch (error) {
    await data.close();
    throw error;
  }
}

/**
 * @param {Pick<App, 'registry' | 'admin' | 'data' | 'secure'> & { dataDir: string }} runtime
 * @returns {Promise<App['assets']>}
 */
async function openAssets({ registry, admin, data, secure, dataDir }) {
  const siteSheet = memoize((/** @type {import('@plinth/plugin').SiteSettings} */ settings) =>
    siteCss(settings, assets.url),
  );
  const joined = [...JOINED_SCRIPTS, ...admin.joined];
  const assets = createAssets(await indexAssets(assetSources(registry, admin), readCss, joined), {
    siteCss: () => siteSheet(data.catalog().settings),
    head: securityHeaderPairs({ https: secure }).flat(),
    packed: createPackedForms(path.join(dataDir, 'cache', 'assets')),
  });
  return assets;
}

/** @param {URL} file */
const readCss = async (file) => compactCss(inlineImports(file));

/** @param {import('@plinth/plugin').Registry} registry @param {Admin} admin */
function assetSources(registry, admin) {
  const api = { owner: 'api', folder: new URL('./api/rest/assets/', import.meta.url) };
  const auth = { owner: 'auth', folder: new URL('./auth/assets/', import.meta.url) };
  // The browser runs the same evaluator as the server.
  const run = new URL('./', import.meta.resolve('@plinth/expressions/run'));
  const evaluator = new URL('../', run);
  return [
    ...admin.assets,
    api,
    auth,
    // So are numbers and dates read as a language writes them.
    { owner: KIT, folder: new URL('./', import.meta.resolve('@plinth/plugin/browser/request')) },
    { owner: 'core-views/js/local', folder: new URL('./local/', import.meta.resolve('@plinth/plugin')) },
    { owner: 'expressions/run', folder: run },
    { owner: 'expressions/functions', folder: new URL('functions/', evaluator) },
    { owner: 'expressions/values', folder: new URL('values/', evaluator) },
    ...registry.plugins.flatMap(({ name, assets }) => (assets ? [{ owner: name, folder: new URL(assets) }] : [])),
  ];
}

/** Which fields an address may name, and what views tell the log: plugins that throw, and keys without a text. @param {import('./types.d.ts').Log} log */
const viewReports = (log) => ({
  readable: readablePath,
  report: (/** @type {Error} */ error) => log.error('plugin failed', { error }),
  missing: (/** @type {string} */ key) => log.warn('text missing', { key }),
});
