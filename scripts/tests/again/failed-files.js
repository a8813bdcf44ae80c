/**
 * A reporter of node:test: what failed of what it ran, a line each. Test files are suites with the names of their files (see
 * `batches/run-batch.js`).
 *
 * @param {AsyncIterable<{ type: string, data: any }>} events
 */
// eslint-disable-next-line no-restricted-syntax -- that is where node:test looks for it
export default async function* failedFiles(events) {
  for await (const { type, data } of events) if (type === 'test:fail' && data.nesting === 0) yield `${data.name}\n`;
}
