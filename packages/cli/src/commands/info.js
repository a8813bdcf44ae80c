import { readFacts, readMachineFacts } from '@plinth/server/operations';
import { formatBytes } from '../frame/bytes.js';
import { configOf, logOf, siteConfigOf } from '../frame/configuration.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'info',
  summary: 'show versions, the data folder and the database',
  json: true,
  options: { 'version-only': { type: 'boolean', summary: 'print only the version of Plinth' } },
  async run(ctx, { values }) {
    if (values['version-only'])
      return ctx.print({ plinth: readMachineFacts(configOf(ctx)).plinth }, (facts) => facts.plinth);
    ctx.print(await readFacts(await siteConfigOf(ctx), logOf(ctx)), describe);
  },
};

/** @param {Pick<Awaited<ReturnType<typeof readFacts>>, 'running' | 'workers'>} facts */
function describeWorkers({ running, workers }) {
  if (!running) return `none, a single process does everything; WORKERS is ${workers} here`;
  const each = running.workers.map(({ pid, since }) => `process ${pid} since ${since}`);
  return `${each.length} of ${running.wanted}, of process ${running.first}: ${each.join(', ')}`;
}

/** How it is divided. @param {Pick<Awaited<ReturnType<typeof readFacts>>, 'memory' | 'memoryMb'>} facts */
function describeMemory({ memoryMb, memory: { mb, wantedMb, worker, database } }) {
  const all = wantedMb === null ? `${mb} MB` : `${mb} of ${memoryMb} MB (PLINTH_MEMORY)`;
  const [pages, files] = [worker.pageBytes, worker.fileBytes].map((bytes) => formatBytes(bytes));
  return `${all}: ${worker.mb} MB each worker with ${pages} of pages and ${files} of files, ${database.buffersMb} MB shared by PostgreSQL`;
}

/** @param {Awaited<ReturnType<typeof readFacts>>} facts */
function describe(facts) {
  const { database } = facts;
  return [
    `Plinth      ${facts.plinth}`,
    `Node.js     ${facts.node} on ${facts.platform}, ${facts.cores} cores`,
    `Memory      ${describeMemory(facts)}`,
    `Data        ${facts.dataDir} (${formatBytes(facts.diskFreeBytes)} free)`,
    `Database    PostgreSQL ${database.version}, ${database.kind}, ${formatBytes(database.sizeBytes)}`,
    `Address     ${facts.baseUrl}`,
    `Workers     ${describeWorkers(facts)}`,
  ].join('\n');
}
