import { readFileSync } from 'node:fs';
import { node } from '@plinth/plugin';
import { seedRows, seedUsers } from './seed.js';

/** @import { AppDocument, Node } from '@plinth/plugin' */

const DOCUMENT = Object.freeze(JSON.parse(readFileSync(new URL('./benchmark.json', import.meta.url), 'utf8')));

/**
 * The app with the benchmark pages. `files`: addresses of the stored files, which one of its pages links to, so that a
 * runner elsewhere finds them.
 *
 * @param {Record<string, string>} files by label
 * @returns {AppDocument}
 */
export function benchmarkDocument(files) {
  const document = structuredClone(DOCUMENT);
  document.pages.find((/** @type {any} */ { name }) => name === 'bench_files').layout.children = filesPage(files);
  return { ...document, users: seedUsers(), rows: seedRows() };
}

/** Links to the stored files. @param {Record<string, string>} files by label @returns {Node[]} */
export const filesPage = (files) => [
  node('heading', { text: 'Stored files', level: '1' }),
  ...Object.entries(files).map(([label, url]) => node('link', { label, to: 'url', url })),
];
