/** `import … from 'app/prices'`, `import 'app/prices'` and the same with export; not import(), which is not possible. */
const IMPORT = /(\b(?:from|import)\s*)(['"])app\/([a-z][a-z0-9_]{0,62})\2/g;
/** The same of an npm package: `import dayjs from 'npm/dayjs'`. */
const PACKAGE = /\b(?:from|import)\s*(['"])npm\/((?:@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*)\1/g;

/**
 * Names of the functions that code imports, also of those that hold npm packages. It may name more than the code really
 * imports, in a text for example.
 *
 * @param {string} code @returns {string[]}
 */
export const importsIn = (code) => [
  ...new Set([
    ...[...code.matchAll(IMPORT)].map(([, , , name]) => name),
    ...[...code.matchAll(PACKAGE)].map(([, , name]) => packageFunction(name)),
  ]),
];

/** The same code with other names; those of packages stay. @param {string} code @param {(name: string) => string} change */
export function mapImports(code, change) {
  for (const [, , name] of code.matchAll(PACKAGE)) change(packageFunction(name));
  return code.replaceAll(IMPORT, (_, start, quote, name) => `${start}${quote}app/${change(name)}${quote}`);
}

/** Whether npm has such names, and imports of functions find them. @param {unknown} name @returns {name is string} */
export const isPackageName = (name) =>
  typeof name === 'string' && name.length <= 100 && /^(@[a-z0-9][a-z0-9._~-]*\/)?[a-z0-9][a-z0-9._~-]*$/.test(name);

/** How the names of functions begin that hold npm packages, and of no others. */
export const PACKAGE_START = 'npm_';

/** The function that holds an npm package. @param {string} name such as dayjs or @scope/name */
export const packageFunction = (name) =>
  `${PACKAGE_START}${name
    .replace(/^@/, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 59)}`;
