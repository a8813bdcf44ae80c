import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { folderCycles, isTest } from './folder-cycles.js';

/**
 * Which of our packages each may import, besides itself, also types.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const ARROWS = Object.freeze({
  plugin: [],
  expressions: ['plugin'],
  data: ['plugin', 'expressions'],
  views: ['plugin', 'expressions'],
  server: ['plugin', 'expressions', 'data', 'views'],
  builder: ['plugin'],
  admin: ['plugin', 'expressions', 'data', 'views', 'server', 'builder'],
  cli: ['plugin', 'server', 'admin'],
  plugins: ['plugin'],
  benchmarks: ['plugin', 'expressions', 'data', 'views', 'server', 'admin', 'cli'],
});

/** What only their tests import besides: the server of a test has all that is put on top of it. @type {Readonly<Record<string, readonly string[]>>} */
const IN_TESTS = Object.freeze({ server: ['admin'] });

/**
 * The rooms of the packages that have them, from the ground up: a room imports only those before it, also types. Files
 * beside the rooms put them together.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const ROOMS = Object.freeze({
  'packages/data/src': ['postgres', 'rules', 'catalog', 'gate', 'people', 'edits', 'exchange', 'automation'],
  'packages/server/src': ['http', 'pages', 'auth', 'plugins', 'node', 'api'],
});

/** Folders of core's own definitions, which import nothing that a plugin could not import. */
const DEFINITIONS = [
  'packages/data/src/catalog/field-types',
  'packages/data/src/automation/actions/definitions',
  'packages/views/src/elements',
  'packages/views/src/field-views',
  'packages/views/src/view-templates',
];

/**
 * Imports that are not allowed or form a cycle, one message each.
 *
 * @param {string} root a folder with packages/, plugins/ and benchmarks/
 * @returns {string[]}
 */
export function importProblems(root) {
  const files = ['packages', 'plugins', 'benchmarks'].flatMap((folder) => jsFiles(join(root, folder)));
  const imports = new Map(files.map((file) => [file, importsOf(file)]));
  const problems = [];
  for (const [file, specifiers] of imports) {
    for (const specifier of specifiers) {
      const problem = browserProblem(root, file, specifier) ?? definitionProblem(root, file, specifier);
      if (problem) problems.push(problem);
    }
  }
  const withTypes = new Map(
    files.map((file) => [file, [...new Set([...(imports.get(file) ?? []), ...typesOf(file)])]]),
  );
  for (const [file, specifiers] of withTypes)
    problems.push(
      ...specifiers.flatMap((name) => arrowProblem(root, file, name) ?? roomProblem(root, file, name) ?? []),
    );
  return [...problems, ...cycles(imports).map((cycle) => cycleMessage(root, cycle)), ...folderCycles(root, withTypes)];
}

/** @param {string} folder @returns {string[]} */
function jsFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ['node_modules', 'vendor'].includes(entry.name) ? [] : jsFiles(path);
    return entry.name.endsWith('.js') ? [path] : [];
  });
}

/** @param {string} file @returns {string[]} what its code imports; types in comments don't count at run time */
function importsOf(file) {
  const code = readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '');
  const pattern = /^\s*(?:import|export)\s(?:[^'"`;]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...code.matchAll(pattern)].map((match) => match[1] ?? match[2]);
}

/** @param {string} file @returns {string[]} where the types in its comments come from */
function typesOf(file) {
  const pattern = /@import [^'"]*?\sfrom '([^']+)'|\bimport\('([^']+)'\)/g;
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map((match) => match[1] ?? match[2]);
}

/** @param {string} root @param {string} file @param {string} specifier @returns {string | undefined} */
function roomProblem(root, file, specifier) {
  if (!specifier.startsWith('.') || isTest(file)) return undefined;
  const from = roomOf(root, file);
  const to = roomOf(root, join(dirname(file), specifier));
  if (!from || !to || from.house !== to.house || from.floor >= to.floor) return undefined;
  return `${relative(root, file)} imports ${specifier}: ${ROOMS[from.house][from.floor]} is below ${ROOMS[to.house][to.floor]}`;
}

/** @param {string} root @param {string} path @returns {{ house: string, floor: number } | undefined} */
function roomOf(root, path) {
  const [top, name, src, room] = relative(root, path).split('/');
  const house = [top, name, src].join('/');
  const floor = ROOMS[house]?.indexOf(room) ?? -1;
  return floor < 0 ? undefined : { house, floor };
}

/** @param {string} root @param {string} file @param {string} specifier @returns {string | undefined} */
function arrowProblem(root, file, specifier) {
  const from = unitOf(root, file);
  const to = specifier.startsWith('.') ? unitOf(root, join(dirname(file), specifier)) : packageUnit(specifier);
  if (!to || !from || to.folder === from.folder) return undefined;
  if (specifier.startsWith('.')) return `${relative(root, file)} reaches into ${to.folder}: import its package instead`;
  const allowed = isTest(file) ? [...ARROWS[from.unit], ...(IN_TESTS[from.unit] ?? [])] : ARROWS[from.unit];
  if (allowed.includes(to.unit)) return undefined;
  return `${relative(root, file)} imports ${specifier}: ${from.folder} may import ${listed(allowed)}`;
}

/** Browsers know no packages; the server links the kit's names. @param {string} root @param {string} file @param {string} specifier */
function browserProblem(root, file, specifier) {
  const path = relative(root, file);
  const isServed = /\/assets\/|^packages\/builder\/src\//.test(path) && !path.startsWith('packages/server/src/http/');
  if (!isServed || isTest(file) || !specifier.startsWith('@plinth/plugin') || /\/browser\//.test(specifier))
    return undefined;
  return `${path} imports ${specifier}: browsers can only import @plinth/plugin/browser`;
}

/** @param {string} root @param {string} file @param {string} specifier @returns {string | undefined} */
function definitionProblem(root, file, specifier) {
  const path = relative(root, file);
  const folder = DEFINITIONS.find((candidate) => path.startsWith(`${candidate}/`));
  if (!folder || isTest(file)) return undefined;
  const isOwn = specifier.startsWith('.')
    ? join(dirname(path), specifier).startsWith(`${folder}/`)
    : !specifier.startsWith('@plinth/') || ['@plinth/plugin', '@plinth/plugin/settings'].includes(specifier);
  if (isOwn) return undefined;
  return `${path} imports ${specifier}: a definition imports only @plinth/plugin and its own folder`;
}

/** @param {string} root @param {string} path @returns {{ unit: string, folder: string } | undefined} */
function unitOf(root, path) {
  const [top, name] = relative(root, path).split('/');
  if (top === 'packages') return { unit: name, folder: `packages/${name}` };
  if (top === 'plugins') return { unit: 'plugins', folder: `plugins/${name}` };
  return top === 'benchmarks' ? { unit: top, folder: top } : undefined;
}

/** @param {string} specifier */
function packageUnit(specifier) {
  const name = /^@plinth\/([^/]+)/.exec(specifier)?.[1];
  if (!name) return undefined;
  return name in ARROWS ? { unit: name, folder: `packages/${name}` } : { unit: 'plugins', folder: `plugins/${name}` };
}

/** @param {readonly string[]} units */
const listed = (units) =>
  units.length > 0 ? `only ${units.map((unit) => `@plinth/${unit}`).join(', ')}` : 'nothing of ours';

/**
 * Cycles of relative imports, each once, found by depth-first search.
 *
 * @param {Map<string, string[]>} imports
 * @returns {string[][]}
 */
function cycles(imports) {
  /** @type {string[][]} */
  const found = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} file @param {string[]} path */
  const visit = (file, path) => {
    const at = path.indexOf(file);
    if (at >= 0) found.push(path.slice(at));
    if (at >= 0 || done.has(file)) return;
    const next = imports.get(file) ?? [];
    for (const specifier of next.filter((name) => name.startsWith('.'))) {
      const target = join(dirname(file), specifier);
      if (imports.has(target)) visit(target, [...path, file]);
    }
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}

/** @param {string} root @param {string[]} cycle */
const cycleMessage = (root, cycle) =>
  `Circle of imports: ${[...cycle, cycle[0]].map((file) => relative(root, file)).join(' -> ')}`;
