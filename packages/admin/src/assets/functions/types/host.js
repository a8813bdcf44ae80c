// What TypeScript sees as its computer: a few files in memory. Pure, for the worker and for tests.

/**
 * @typedef {any} TypeScript the module "typescript"
 * @typedef {{ ts: TypeScript, libs: Record<string, string> }} Compiler libs: the types of JavaScript's own objects, by file
 */

export const CODE = '/function.js';
const PLINTH = '/plinth.d.ts';
const OTHERS = '/others.d.ts';

/** Global names of the sandbox that are not part of the language. */
const GLOBALS = `type Print = (...values: any[]) => void;
declare var console: { log: Print; info: Print; debug: Print; warn: Print; error: Print };`;

/**
 * @param {Compiler} compiler
 * @param {{ declarations: string, modules: Record<string, string>, packages: readonly string[] }} app declarations: the
 *   types of `plinth`; modules: code by what it is imported as; packages: whose types are not known
 */
export function createHost({ ts, libs }, { declarations, modules, packages }) {
  const others = packages.map((name) => `declare module ${JSON.stringify(name)};`).join('\n');
  /** @type {Map<string, { text: string, version: number }>} */
  const files = new Map();
  const write = (/** @type {string} */ name, /** @type {string} */ text) => {
    const known = files.get(name);
    if (known?.text !== text) files.set(name, { text, version: (known?.version ?? 0) + 1 });
  };
  write(PLINTH, declarations);
  write(OTHERS, `${GLOBALS}\n${others}`);
  write(CODE, '');
  for (const [name, code] of Object.entries(modules)) write(fileOf(name), code);
  const options = optionsFor(ts);
  const textOf = (/** @type {string} */ name) => files.get(name)?.text ?? libs[name.slice(LIBS.length)];
  return {
    write,
    getScriptFileNames: () => [CODE, PLINTH, OTHERS],
    getScriptVersion: (/** @type {string} */ name) => String(files.get(name)?.version ?? 1),
    getScriptSnapshot: (/** @type {string} */ name) => {
      const text = textOf(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCompilationSettings: () => options,
    getCurrentDirectory: () => '/',
    getDefaultLibFileName: () => `${LIBS}lib.esnext.d.ts`,
    fileExists: (/** @type {string} */ name) => textOf(name) !== undefined,
    readFile: textOf,
    directoryExists: () => false,
    getDirectories: () => [],
    resolveModuleNameLiterals: (/** @type {readonly { text: string }[]} */ names) =>
      names.map(({ text }) => resolved(ts, text, files)),
  };
}

const LIBS = '/libs/';

/** @param {string} name such as "app/prices" */
const fileOf = (name) => `/modules/${name}.js`;

/** @param {TypeScript} ts @param {string} name @param {Map<string, unknown>} files */
function resolved(ts, name, files) {
  if (name === '/plinth')
    return {
      resolvedModule: { resolvedFileName: PLINTH, extension: ts.Extension.Dts, isExternalLibraryImport: false },
    };
  const file = fileOf(name);
  if (!files.has(file)) return { resolvedModule: undefined };
  return { resolvedModule: { resolvedFileName: file, extension: ts.Extension.Js, isExternalLibraryImport: false } };
}

/** Plain JavaScript, judged kindly: what may be empty or of any type is no mistake. @param {TypeScript} ts */
const optionsFor = (ts) => ({
  allowJs: true,
  checkJs: true,
  noEmit: true,
  strict: false,
  skipLibCheck: true,
  types: [],
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  lib: ['lib.esnext.d.ts'],
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  allowUnreachableCode: true,
});
