import { Readable } from 'node:stream';
import { AppError } from '@plinth/plugin';
import { benchmarkDocument, filesPage } from './app-document.js';
import { APP, FOLDER, PATHS, STORED } from './names.js';

/** @import { Actor } from '@plinth/plugin' */
/** @import { App } from '../../frame/with-app.js' */

/**
 * Installs what benchmarks need, or what is missing of it.
 *
 * @param {App} app @param {Actor} operator
 * @param {(done: number, all: number) => void} [onProgress]
 * @returns {Promise<{ benchmarks: Record<string, string>, installed: boolean }>} paths by name of benchmark
 */
export async function installBenchmark(app, operator, onProgress) {
  const { data, assets } = app;
  const installed = data.catalog().apps.some((/** @type {{ name: string }} */ known) => known.name === APP);
  if (installed) requireWhole(app);
  else await refuseClash(app);
  const files = await storeFiles(app, operator);
  if (installed) await linkFiles(app, operator, files);
  else await data.apps.install(operator, benchmarkDocument(files), { onProgress });
  await analyze(app);
  return {
    benchmarks: { static_file: assets.url('core-views/css/plinth.css'), ...files, ...PATHS },
    installed: !installed,
  };
}

/** Parts may have been removed by hand, and measuring other pages would be meaningless. @param {App} app */
function requireWhole({ data }) {
  const catalog = data.catalog();
  const gone = Object.values(PATHS).filter((path) => {
    const name = path.split('/')[2];
    return path.startsWith('/page/') ? !catalog.hasPage(name) : !catalog.hasView(name);
  });
  if (gone.length === 0) return;
  throw new AppError('BENCHMARK_INCOMPLETE', `The benchmark app is there, but without ${gone.join(', ')}`, {
    status: 409,
    hint: `Remove the app "${APP}" in the admin (Apps), then run plinth setup-benchmark again.`,
  });
}

/** @param {App} app */
async function refuseClash({ data }) {
  const { clashes } = await data.apps.check(benchmarkDocument({}));
  if (clashes.length === 0) return;
  const names = clashes.map((/** @type {{ kind: string, name: string }} */ { kind, name }) => `${kind} "${name}"`);
  throw new AppError('BENCHMARK_NAMES_TAKEN', `The benchmarks need names that are taken: ${names.join(', ')}`, {
    status: 409,
    hint: 'Rename or remove them, or use another data folder: PLINTH_DATA=/tmp/bench plinth setup-benchmark',
  });
}

/** @param {App} app @param {Actor} operator @returns {Promise<Record<string, string>>} addresses by benchmark */
async function storeFiles({ data }, operator) {
  const known = await data.files.list(operator, { folder: FOLDER, limit: 200 });
  /** @type {Record<string, string>} */
  const addresses = {};
  for (const [benchmark, { name, bytes }] of Object.entries(STORED)) {
    const file =
      known.files.find(
        (/** @type {{ name: string, size: number }} */ one) => one.name === name && one.size === bytes,
      ) ?? (await data.files.add(operator, Readable.from([contentOf(bytes)]), { name, folder: FOLDER, public: true }));
    addresses[benchmark] = `/files/${encodeURIComponent(file.id)}/${encodeURIComponent(name)}`;
  }
  return addresses;
}

/** Incompressible bytes, the same each time. @param {number} size */
function contentOf(size) {
  if (size < 100) return Buffer.from('A small stored file'.padEnd(size).slice(0, size));
  const bytes = Buffer.alloc(size);
  for (let i = 0, state = 1; i < size; i++) {
    state = (state * 48271) % 2147483647;
    bytes[i] = state & 0xff;
  }
  return bytes;
}

/**
 * Files that were deleted meanwhile get a new address.
 *
 * @param {App} app
 * @param {Actor} operator
 * @param {Record<string, string>} files
 */
async function linkFiles({ data }, operator, files) {
  const { layout } = data.catalog().page('bench_files');
  const text = JSON.stringify(layout);
  if (Object.values(files).every((url) => text.includes(JSON.stringify(url)))) return;
  const children = filesPage(files);
  await data.edit(operator, 'change-page', { page: 'bench_files', changes: { layout: { ...layout, children } } });
}

/** Without statistics, fresh rows get plans that no real server would have. @param {App} app */
async function analyze({ data }) {
  await data.db.query('analyze app.bench_threads, app.bench_replies, app.bench_categories, plinth.users');
}
