import { registerHooks } from 'node:module';
import { after, before, describe, it, mock } from 'node:test';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tellLife } from '../limits/tell-life.js';
import { noteCost, startCosts } from './costs.js';
import { createEnding } from './ends-soon.js';
import { callDirectly, noteCalls } from './node-test.js';

const NOTING = new URL('./node-test.js', import.meta.url).href;
/** Where to note what each file took. */
const COSTS = process.env.PLINTH_TEST_COSTS;
/** Where to tell the runner that this process lives. */
const LIFE = process.env.PLINTH_TEST_LIFE;
const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Runs test files one after the other in this process, each in a suite that has its name.
 *
 * @param {string[]} files absolute paths
 */
export async function runBatch(files) {
  // The runner says no more than its message, and not in which test it was: see untracked-promises.js.
  process.on('unhandledRejection', (error) => console.error(error));
  const runs = LIFE ? tellLife(LIFE) : () => {};
  const ending = createEnding();
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'node:test' ? { url: NOTING, shortCircuit: true } : next(specifier, context),
  });
  /** @type {[name: string, run: () => void][]} */
  const suites = [];
  for (const file of files) {
    const name = relative(root, file);
    runs(name);
    try {
      suites.push([name, await noteCalls(() => import(pathToFileURL(file).href))]);
    } catch (error) {
      it(`${name} can be read`, () => {
        throw error;
      });
    }
  }
  hooks.deregister();
  callDirectly();
  const last = suites.at(-1)?.[0];
  for (const [name, run] of suites)
    describe(name, () => {
      before(() => {
        runs(name);
        ending.begins(name);
        // What a file before it has left in place of something that all share, such as fetch.
        mock.restoreAll();
      });
      // Before the file's own: if one of them fails, those after it are not called.
      if (name === last) after(ending.endsSoon);
      withCost(name, run);
    });
}

/** @param {string} name @param {() => void} run */
function withCost(name, run) {
  if (!COSTS) return run();
  let end = startCosts();
  before(() => void (end = startCosts()));
  run();
  after(() => noteCost(COSTS, { name, ...end() }));
}
