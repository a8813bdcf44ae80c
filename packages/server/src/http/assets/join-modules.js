import path from 'node:path';

const IMPORT = /^import\s+(?:([^'"]+?)\s+from\s+)?'(\.[^']+)';?$/gm;
const LAZY_IMPORT = /\b(import|new URL)\(([`'])(\.[^`'$]*\/)/g;
const LATER = /\bimport\('(\.[^']+)'\)/g;
const EXPORT = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;
const UNKNOWN = /^(?:export|import)\b.*|(?<!\bnew URL\('[^']*', )\bimport\.meta\b|^await\b.*/m;
const OWN_LINES = /^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*)\n/gm;

/**
 * Joins modules that pages need together into one file, so that a browser on a slow line asks once. An entry is a module
 * that imports others; its file gets what it imports, and what that imports, as far as it is `of` these, and a member's own
 * address leads there, so that none runs twice. A module of two entries belongs to the first. An entry with code of its own
 * is the script of one screen: nothing else may import its members, or the screen would run there too.
 *
 * @param {ReadonlyMap<string, string>} modules source by asset name
 * @param {readonly Joined[]} entries
 * @returns {{ texts: Map<string, string>, entryOf: Map<string, string> }} texts: of those that change; entryOf: each member
 *   that others may import
 * @throws {Error} for forms that it does not know, such as default exports and imports in a circle
 * @typedef {{ entry: string, of: readonly string[] }} Joined asset names; of: how those begin that it takes
 */
export function joinModules(modules, entries) {
  /** @type {Map<string, string>} */
  const entryOf = new Map();
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const { entry, of } of entries) {
    const members = membersOf(entry, of, modules, entryOf);
    const own = ownCode(modules.get(entry) ?? '');
    if (own) refuseOthers(entry, members, modules);
    else for (const member of members) entryOf.set(member, entry);
    texts.set(entry, joinedText(entry, members, modules, { entryOf, isShared: !own }));
  }
  for (const [member, entry] of entryOf) texts.set(member, `export * from '${relative(member, entry)}';\n`);
  for (const [name, text] of modules) {
    if (texts.has(name)) continue;
    const next = relink(name, text, entryOf);
    if (next !== text) texts.set(name, next);
  }
  return { texts, entryOf };
}

/** What a module does itself, besides importing others. @param {string} text */
const ownCode = (text) => text.replace(IMPORT, '').replace(OWN_LINES, '').trim();

/** @param {string} entry @param {readonly string[]} members @param {ReadonlyMap<string, string>} modules */
function refuseOthers(entry, members, modules) {
  const own = [entry, ...members];
  for (const [name, text] of modules) {
    if (own.includes(name)) continue;
    const targets = [...importsOf(name, text), ...[...text.matchAll(LATER)].map(([, path]) => resolve(name, path))];
    const target = targets.find((one) => own.includes(one));
    if (target) throw new Error(`${name} imports ${target}, but only ${entry} may`);
  }
}

/**
 * What an entry imports, each after what it needs itself.
 *
 * @param {string} entry @param {readonly string[]} of @param {ReadonlyMap<string, string>} modules
 * @param {ReadonlyMap<string, string>} taken
 */
function membersOf(entry, of, modules, taken) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} name @param {readonly string[]} from */
  const visit = (name, from) => {
    if (from.includes(name)) throw new Error(`Modules import each other: ${[...from, name].join(', ')}`);
    if (done.has(name) || taken.has(name)) return;
    if (name !== entry && !of.some((start) => name.startsWith(start))) return;
    const text = modules.get(name);
    if (text === undefined) throw new Error(`${from.at(-1)} imports ${name}, which is not there`);
    for (const target of importsOf(name, text)) visit(target, [...from, name]);
    if (name !== entry) done.add(name);
  };
  visit(entry, []);
  return [...done];
}

/**
 * @param {string} entry @param {readonly string[]} members @param {ReadonlyMap<string, string>} modules
 * @param {{ entryOf: ReadonlyMap<string, string>, isShared: boolean }} how isShared: others import the members from it
 */
function joinedText(entry, members, modules, { entryOf, isShared }) {
  /** @type {Map<string, string>} */
  const variables = new Map(members.map((name, at) => [name, `m${at}`]));
  /** @type {string[]} */
  const outside = [];
  /** @param {string} target the variable that has its exports */
  const variableOf = (target) => {
    const home = entryOf.get(target) ?? target;
    const known = variables.get(target) ?? variables.get(home);
    if (known) return known;
    const made = `o${outside.length}`;
    variables.set(home, made);
    outside.push(`import * as ${made} from '${relative(entry, home)}';`);
    return made;
  };
  const parts = members.map((name) => {
    const { body, exported } = memberText(name, entry, modules.get(name) ?? '', variableOf);
    const names = exported.length > 0 ? `return { ${exported.join(', ')} };\n` : '';
    const made = `const ${variables.get(name)} = (() => {\n${body}${names}})();`;
    const isNeeded = isShared && exported.length > 0;
    return isNeeded ? `${made}\nexport const { ${exported.join(', ')} } = ${variables.get(name)};` : made;
  });
  if (!isShared)
    parts.push(`await (async () => {\n${memberText(entry, entry, modules.get(entry) ?? '', variableOf).body}})();`);
  return `${[...outside, ...parts].join('\n')}\n`;
}

/**
 * A module as the body of a function: its imports are variables, its exports are returned.
 *
 * @param {string} name @param {string} entry @param {string} text @param {(target: string) => string} variableOf
 */
function memberText(name, entry, text, variableOf) {
  const exported = [...text.matchAll(EXPORT)].map((match) => match[1]);
  const body = text
    .replace(IMPORT, (_, names, specifier) => importedAs(names, variableOf(resolve(name, specifier))))
    .replace(LAZY_IMPORT, (_, how, quote, folder) => `${how}(${quote}${relative(entry, resolve(name, folder))}/`)
    .replace(EXPORT, (match) => match.slice('export '.length))
    .replace(OWN_LINES, '');
  // What a screen's own script waits for, it may: nothing is imported from it.
  const unknown = UNKNOWN.exec(name === entry ? body.replace(/^await\b/gm, '') : body);
  if (unknown) throw new Error(`${name} can't be joined: ${unknown[0]}`);
  return { body, exported };
}

/** @param {string | undefined} names as the import has them @param {string} variable */
function importedAs(names, variable) {
  if (!names) return '';
  const all = /^\* as (\w+)$/.exec(names)?.[1];
  if (all) return `const ${all} = ${variable};`;
  if (!names.startsWith('{')) throw new Error(`Not joined: import ${names}`);
  return `const ${names.replace(/ as /g, ': ')} = ${variable};`;
}

/** A module that is not joined imports members from where they are now. @param {string} name @param {string} text */
function relink(name, text, /** @type {ReadonlyMap<string, string>} */ entryOf) {
  return text.replace(IMPORT, (whole, _, specifier) => {
    const entry = entryOf.get(resolve(name, specifier));
    return entry ? whole.replace(`'${specifier}'`, `'${relative(name, entry)}'`) : whole;
  });
}

/** What a module imports before it runs, as asset names. @param {string} name @param {string} text */
export const importsOf = (name, text) => [...text.matchAll(IMPORT)].map(([, , path]) => resolve(name, path));

/** @param {string} from asset name @param {string} specifier */
const resolve = (from, specifier) => path.posix.join(path.posix.dirname(from), specifier).replace(/\/$/, '');

/** @param {string} from asset name @param {string} to */
export function relative(from, to) {
  const way = path.posix.relative(path.posix.dirname(from), to);
  return way === '' || way.startsWith('.') ? way || '.' : `./${way}`;
}
