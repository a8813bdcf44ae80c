import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The modules of CodeMirror that its editors consist of, and what they import. */
const MODULES = [
  ...[
    'state',
    'view',
    'language',
    'commands',
    'autocomplete',
    'lint',
    'lang-yaml',
    'lang-javascript',
    'streamparser',
  ].map((name) => `@codemirror/${name}`),
  ...['common', 'lr', 'highlight', 'yaml', 'javascript'].map((name) => `@lezer/${name}`),
  ...['style-mod', 'w3c-keyname', 'crelt', '@marijn/find-cluster-break'],
];

/** Comments that have lines of their own. */
const COMMENTS = /^[ \t]*(\/\*(?:(?!\*\/)[\s\S])*\*\/|\/\/.*)\n/gm;
const FROM = /^((?:import|export) [^'"]*?\bfrom )['"]([^'"]+)['"]/gm;

/**
 * Copies CodeMirror's ES modules side by side, importing each other by relative paths, which browsers resolve without a
 * bundler or an import map. Comments are left out, since the packages ship unminified.
 *
 * @param {string} packages node_modules @param {string} target folder
 */
export async function vendorCodemirror(packages, target) {
  await mkdir(target, { recursive: true });
  for (const name of MODULES) {
    const text = await readFile(join(packages, name, await entryOf(packages, name)), 'utf8');
    const short = text.replace(COMMENTS, '').replace(FROM, relative);
    await writeFile(join(target, fileOf(name)), short);
  }
  await copyFile(join(packages, '@codemirror/view/LICENSE'), join(target, 'codemirror.LICENSE'));
}

/** @param {string} packages @param {string} name @returns {Promise<string>} its ES module */
async function entryOf(packages, name) {
  const manifest = JSON.parse(await readFile(join(packages, name, 'package.json'), 'utf8'));
  return manifest.module ?? manifest.exports.import;
}

/** @param {string} name */
const fileOf = (name) => `${name.replace('@', '').replace('/', '-')}.js`;

/** @param {string} _ @param {string} before @param {string} name */
function relative(_, before, name) {
  if (!MODULES.includes(name)) throw new Error(`CodeMirror imports ${name}, which is not copied`);
  return `${before}'./${fileOf(name)}'`;
}
