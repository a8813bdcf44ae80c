import { registerHooks } from 'node:module';
import { describe, it } from 'node:test';
import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { callDirectly, noteCalls } from './node-test.js';

const NOTING = new URL('./node-test.js', import.meta.url).href;
const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Runs test files one after the other in this process, each in a suite that has its name.
 *
 * @param {string[]} files absolute paths
 */
export async function runBatch(files) {
  const hooks = registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'node:test' ? { url: NOTING, shortCircuit: true } : next(specifier, context),
  });
  /** @type {[name: string, run: () => void][]} */
  const suites = [];
  for (const file of files) {
    const name = relative(root, file);
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
  for (const [name, run] of suites) describe(name, run);
}
