/** @import { Benchmark } from '@plinth/cli/benchmarks' */
/** @import { Values } from '@plinth/plugin' */
import { canGroup, createControlGroup, withRole } from '@plinth/cli/benchmarks';

const MB = 2 ** 20;
/** What the process in the group is told to do, one after the other. */
const STEPS = ['fill', 'index', 'read', 'search', 'export', 'import', 'change'];

export const roles = { site: async () => (await import('./parts/large-site.js')).openLargeSite() };

/**
 * A list of 10,000,000 rows where Node.js and PostgreSQL have 512 MB between them: its pages, filters, searches, totals, import
 * and export, and what is changed about its table while somebody writes. Times of reading are the database's own, and the
 * longest lock is how long somebody who writes waits for it at most.
 *
 * @type {Benchmark}
 */
export const benchmark = {
  group: 'H',
  about: 'a list of 10,000,000 rows in 512 MB: pages, searches, totals, import, and changing its table',
  isApart: true,
  lacks: () => (canGroup() ? null : 'Linux, and root to create a control group'),
  sizes: { rows: [10_000_000, 20_000], calls: [40, 10], memory: [512, 512], lines: [1_000_000, 8000] },
  async run({ memory, ...sizes }, { fail, onProgress }) {
    const group = createControlGroup(memory);
    try {
      /** @type {Values[]} */
      const results = [];
      await withRole(import.meta.url, 'site', async (ask) => {
        await ask({ step: 'join', door: group.door, sizes });
        for (const [i, step] of STEPS.entries()) {
          results.push(...(await ask({ step })));
          onProgress(i + 1, STEPS.length);
        }
      });
      const missed = results.filter(({ misses }) => misses).map(({ what }) => what);
      if (missed.length > 0) fail(`Missed: ${missed.join(', ')}`);
      if (group.kills() > 0) fail('something was killed for lack of memory');
      return [...results, { what: 'peak of memory', MB: Math.round(group.peak() / MB), killed: group.kills() }];
    } finally {
      await group.remove();
    }
  },
};
