import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('./process/', import.meta.url));
const MANIFEST = fileURLToPath(new URL('../../../../package.json', import.meta.url));

/** Pages come before functions that compute. */
const GENTLY = ['nice', '-n', '5'];

/**
 * How to start a process for functions on this machine: without environment, files, network (where Linux lets us take it
 * away) and with the rights of nobody. It may read its own code and the engine.
 *
 * @param {number} mb resident memory at which it ends itself: what the engine doesn't count, or counts too late
 */
export function createProcessStarter(mb) {
  const addon = findAddon();
  const around = wrapperOf();
  const [program, ...args] = [
    ...around,
    process.execPath,
    ...[
      '--no-node-snapshot',
      '--max-old-space-size=128',
      '--max-semi-space-size=4',
      '--disable-warning=SecurityWarning',
    ],
    ...['--permission', '--allow-addons'],
    ...[FOLDER, MANIFEST, addon].map((path) => `--allow-fs-read=${path}`),
    `${FOLDER}main.js`,
    addon,
    String(mb),
  ];
  return () =>
    spawn(program, args, { env: {}, cwd: '/', stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'json' });
}

/** The prebuilt file of the engine for this platform. @returns {string} */
function findAddon() {
  const here = createRequire(import.meta.url);
  const manifest = here.resolve('isolated-vm/package.json');
  return createRequire(manifest)('node-gyp-build').path(dirname(manifest));
}

/** A network of its own with nothing in it; as an ordinary user, this takes a user namespace. @returns {string[]} */
function wrapperOf() {
  if (process.platform !== 'linux') return [];
  const isRoot = process.getuid?.() === 0;
  const gently = spawnSync('nice', ['-n', '0', 'true'], { timeout: 5000 }).status === 0 ? GENTLY : [];
  const wrapper = ['unshare', '--net', ...(isRoot ? [] : ['--user'])];
  const { status } = spawnSync(wrapper[0], [...wrapper.slice(1), process.execPath, '--version'], {
    env: {},
    timeout: 5000,
  });
  return status === 0 ? [...gently, ...wrapper] : gently;
}
