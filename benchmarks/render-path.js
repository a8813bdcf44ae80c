import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/*
 * Where the time of a page goes: pages with the page cache off, for a visitor and for somebody signed in, in turns with a bare
 * node:http server that sends the same bytes, and what a request costs in CPU: plinth run-benchmark with short rounds.
 *
 * node benchmarks/render-path.js [seconds=5] [rounds=3] [name …]      a profile of the server: CPU_PROF=1; with the page
 * cache, or as misses: PAGE_CACHE=on, PAGE_CACHE=miss
 */
const [seconds = '5', rounds = '3', ...names] = process.argv.slice(2);
const plinth = fileURLToPath(import.meta.resolve('@plinth/cli/bin'));
const asked = names.length > 0 ? names : ['complex_page', 'form_view', 'simple_page'];
const options = {
  duration: seconds,
  repeats: rounds,
  warmup: '2',
  as: 'public,user',
  cache: process.env.PAGE_CACHE ?? 'off',
};
const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
const { status } = spawnSync(process.execPath, [plinth, 'run-benchmark', ...asked, ...args], {
  stdio: 'inherit',
  env: { ...process.env, PAGE_CACHE: undefined },
});
process.exitCode = status ?? 1;
