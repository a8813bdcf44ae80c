/**
 * Reads modules with one import. For each call of import(), Node walks through everything that the module imports, directly
 * or not, and read before or not: for a hundred files that import the same thousand, four fifths of the time.
 *
 * @param {readonly URL[]} files
 * @returns {Promise<readonly Record<string, any>[]>} their exports, in the order of the files
 */
export async function importAll(files) {
  const lines = files.map(({ href }, i) => `export * as m${i} from ${JSON.stringify(href)};`);
  const all = await import(`data:text/javascript,${encodeURIComponent(lines.join('\n'))}`);
  return files.map((_, i) => all[`m${i}`]);
}
