/** @import { Benchmark } from '@plinth/cli/benchmarks' */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { DEVICES, openLighthouse, signIn, withOwnServer } from '@plinth/cli/benchmarks';

const APP = 'landing-page';
const PACKAGES = ['lighthouse', '@sparticuz/chromium'];
const isMissing = (/** @type {string} */ name) =>
  !existsSync(fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url)));

/**
 * Four scores from 0 to 100 for each device, and what cost points.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'A',
  about: 'Lighthouse’s scores for the landing page, on a phone and a desktop',
  isApart: true,
  lacks: () => (PACKAGES.some(isMissing) ? 'the development packages (npm ci)' : null),
  sizes: { runs: [3, 1] },
  run: ({ runs }) =>
    withOwnServer(install, async ({ url }) => {
      const { judge, close } = await openLighthouse();
      try {
        /** @type {Record<string, unknown>} */
        const found = {};
        for (const device of DEVICES) found[device] = await judge(`${url}/`, { device, runs });
        return found;
      } finally {
        await close();
      }
    }),
};

/** @param {any} app @param {any} operator */
async function install({ data }, operator) {
  const apps = data.registry.all('starterApp');
  const document = apps.find((/** @type {any} */ { app }) => app.name === APP);
  await data.apps.install(operator, document, { rows: true });
  // A site without an admin shows its first-run screen instead of its home page.
  await signIn(data, operator, 'admin');
}
