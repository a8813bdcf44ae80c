import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { it } from 'node:test';

const root = new URL('../packages/', import.meta.url);
/** A Map or WeakMap of a module's own that fills up as the process runs. */
const GROWS = /^(?:export )?(?:const|let) \w+ = new (?:Weak)?Map\(\);/m;
const APART = /test\.js$|\/(testing|test|assets|node_modules)\//;

/** What still does, by package and name, and why. @type {Readonly<Record<string, string>>} */
const KNOWN = {
  'cli autocannon-process.js': 'a process of its own, for one job',
  'data type-parsers.js': 'filled while it loads',
  'data default-value.js': 'of each field, read in a context that the field does not have',
  'data reading.js': 'of each compiled statement',
  'expressions calendar.js': 'browsers get this file, without lru-cache; one entry for each time zone of a site',
  'server audience.js': 'of each list of roles and each actor',
  'server compression.js': 'one entry for each kind of Accept-Encoding',
  'server outage-log.js': 'of each log',
};

it('modules keep what they remember in createCache and memoize of @plinth/plugin', () => {
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.includes('/src/') && path.endsWith('.js') && !APART.test(path))
    .filter((path) => GROWS.test(readFileSync(new URL(path, root), 'utf8')));
  assert.deepEqual(
    found.filter((path) => !KNOWN[`${path.split('/')[0]} ${path.split('/').at(-1)}`]),
    [],
  );
});
