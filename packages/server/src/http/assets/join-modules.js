import path from 'node:path';

const IMPORT = /^import\s+(?:([^'"]+?)\s+from\s+)?'(\.[^']+)';?$/gm;
const LAZY_IMPORT = /\bimport\(([`'])(\.[^`'$]*\/)/g;
const EXPORT = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;
const OWN_LINES = /^[ \t]*(?:\/\/.*|\/\*(?:(?!\*\/)[\s\S])*\*\/[ \t]*)\n/gm;

/**
 * Joins modules that pages need together into one file, so that a browser on a slow line asks once. An entry is a module
 * that imports others; its file gets them and all they import, and a member's own address leads there, so that none runs
 * twice. A module of two entries belongs to the first.
 *
 * @param {ReadonlyMap<string, string>} modules source by asset name
 * @param {readonly string[]} entries asset names
 * @returns {{ texts: Map<string, string>, entryOf: Map<string, string> }} texts: of those that change; entryOf: each member
 * @throws {Error} for forms that it does not know, such as default exports and imports in a circle
 */
export function joinModules(modules, entries) {
  /** @type {Map<string, string>} */
  const entryOf = new Map();
  const joined = entries.map((entry) => {
    const members = membersOf(entry, modules, entryOf);
    for (const member of members) entryOf.set(member, entry);
    return { entry, members };
  });
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const { entry, members } of joined) {
    texts.set(entry, joinedText(entry, members, modules, entryOf));
    for (const member of members) texts.set(member, `export * from '${relative(member, entry)}';\n`);
  }
  for (const [name, text] of modules) {
    if (texts.has(name)) continue;
    const next = relink(name, text, entryOf);
    if (next !== text) texts.set(name, next);
  }
  return { texts, entryOf };
}

/**
 * What an entry imports, each after what it needs itself.
 *
 * @param {string} entry @param {ReadonlyMap<string, string>} modules @param {ReadonlyMap<string, string>} taken
 */
function membersOf(entry, modules, taken) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @param {string} name @param {readonly string[]} from */
  const visit = (name, from) => {
    if (from.includes(name)) throw new Error(`Modules import each other: ${[...from, name].join(', ')}`);
    if (done.has(name) || taken.has(name)) return;
    const text = modules.get(name);
    if (text === undefined) throw new Error(`${from.at(-1)} imports ${name}, which is not there`);
    for (const [, , specifier] of text.matchAll(IMPORT)) visit(resolve(name, specifier), [...from, name]);
    if (name !== entry) done.add(name);
  };
  visit(entry, []);
  return [...done];
}

/**
 * @param {string} entry @param {readonly string[]} members @param {ReadonlyMap<string, string>} modules
 * @param {ReadonlyMap<string, string>} entryOf
 */
function joinedText(entry, members, modules, entryOf) {
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
    return exported.length > 0 ? `${made}\nexport const { ${exported.join(', ')} } = ${variables.get(name)};` : made;
  });
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
    .replace(LAZY_IMPORT, (_, quote, folder) => `import(${quote}${relative(entry, resolve(name, folder))}/`)
    .replace(EXPORT, (match) => match.slice('export '.length))
    .replace(OWN_LINES, '');
  const unknown = /^(?:export|import)\b.*|\bimport\.meta\b|^await\b.*/m.exec(body);
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

/** @param {string} from asset name @param {string} specifier */
const resolve = (from, specifier) => path.posix.join(path.posix.dirname(from), specifier).replace(/\/$/, '');

/** @param {string} from asset name @param {string} to */
export function relative(from, to) {
  const way = path.posix.relative(path.posix.dirname(from), to);
  return way === '' || way.startsWith('.') ? way || '.' : `./${way}`;
}
