import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { after, before, describe } from 'node:test';
import { atEdge, reading } from '@plinth/data/testing';
import { createStreamSlots } from '../../api/rest/realtime/stream-slots.js';
import { readSubscription } from '../../api/rest/realtime/read-subscription.js';
import { aggregatesOf } from '../../api/rest/rows/aggregates.js';
import { listOf } from '../../api/rest/rows/bulk.js';
import { MAX_BYTES } from '../../api/rest/rows/check-row.js';
import { expansionTree } from '../../api/rest/rows/expand.js';
import { claimOf } from '../../api/rest/rows/idempotency.js';
import { readQuery } from '../../api/rest/rows/read-query.js';
import { sortOf } from '../../api/rest/rows/shapes.js';
import { parseJson, readJson } from '../body/json-body.js';
import { readCellRequest } from '../../pages/cells/cell-request.js';
import { findLabels } from '../../pages/cells/find-labels.js';
import { chosenRows } from '../../pages/delivered/shown-rows.js';
import { foundRows } from '../../pages/found-rows/found-rows.js';
import { cropPicture } from '../../pages/pictures/crop-picture.js';
import { readArchive } from '../../plugins/manager/read-archive.js';
import { tar } from '../../plugins/manager/testing/tar.js';
import { openArchive } from '../../plugins/manager/unpack.js';
import { createVariants } from '../../pages/stored-files/variants.js';
import { parseTarget } from './canonical-path.js';

const x = (/** @type {number} */ count) => 'x'.repeat(count);
const all = (/** @type {number} */ count, /** @type {(at: number) => any} */ one) =>
  Array.from({ length: count }, (_, at) => one(at));
let folder = '';
before(async () => void (folder = await mkdtemp(path.join(tmpdir(), 'plinth-limits-'))));
after(() => rm(folder, { recursive: true, force: true }));

describe('requests at the edge of their limits', () => {
  const body = (/** @type {number} */ count) => {
    const text = Buffer.from(JSON.stringify({ a: x(count - 8) }));
    return /** @type {any} */ (
      Object.assign(Readable.from([text]), { headers: { 'content-type': 'application/json' } })
    );
  };
  atEdge(
    'jsonBodyBytes',
    reading(/at most 1 MB/, /Send smaller requests/, (count) => readJson(body(count))),
  );
  atEdge(
    'rowsBodyBytes',
    reading(/at most 2 MB/, /Send smaller requests/, (count) => readJson(body(count), { maxBytes: MAX_BYTES })),
  );
  atEdge(
    'jsonBodyLevels',
    reading(/nested more than 32 levels deep/, /Use fewer levels/, (count) =>
      parseJson('['.repeat(count) + ']'.repeat(count)),
    ),
  );
  atEdge(
    'jsonBodyValues',
    reading(/more than 50000 values/, /Split it into several requests/, (count) =>
      parseJson(`[${all(count, () => 1)}]`),
    ),
  );
  atEdge(
    'addressParameters',
    reading(/more than 1000 parameters/, /Leave some out/, (count) =>
      parseTarget(`/a?${all(count, (at) => `p${at}=1`).join('&')}`),
    ),
  );
  atEdge(
    'bulkRows',
    reading(/a list of 1 to 1000 rows/, /Split it into several requests/, (count) => listOf(all(count, () => ({})))),
  );
  atEdge(
    'idempotencyCharacters',
    reading(/1 to 200 visible ASCII characters/, /Use a random UUID/, (count) => {
      const req = { headers: { 'idempotency-key': x(count) }, ctx: { user: {}, actor: {} }, method: 'POST', url: '/' };
      return claimOf(/** @type {any} */ (req), {});
    }),
  );
  atEdge(
    'apiConditions',
    reading(/At most 50 comparisons are allowed/, /Leave some out/, (count) =>
      readQuery(new URLSearchParams(all(count, (at) => [`f${at}`, '1']))),
    ),
  );
  atEdge(
    'apiExpansions',
    reading(/At most 10 relations can be expanded/, /Leave some out/, (count) => {
      const owner = { name: 'owner', type: 'relation', target: 'users', label: 'Owner', formula: null };
      const table = { name: 'tasks', fields: [owner], field: () => owner, hasField: () => true };
      return expandable(() =>
        expansionTree(
          /** @type {any} */ ({}),
          /** @type {any} */ ({}),
          /** @type {any} */ (table),
          all(count, () => 'owner'),
        ),
      );
    }),
  );
  atEdge(
    'apiAggregates',
    reading(/At most 20 can be requested/, /Leave some out/, (count) => aggregatesOf(all(count, () => 'count').join())),
  );
  atEdge('sortFields', {
    as: 'in an address',
    ...reading(/sorted by at most 5 fields/, /Leave out the last ones/, (count) =>
      sortOf(all(count, (at) => `f${at}`).join()),
    ),
  });
  atEdge(
    'subscribedNames',
    reading(/"kind" may have at most 20 names/, /See docs/, (count) => {
      const query = new URLSearchParams([['comments', 'orders/1'], ...all(count, () => ['kind', 'insert'])]);
      return onlyNames(() =>
        readSubscription(/** @type {any} */ ({}), /** @type {any} */ ({ query: String(query), headers: {} })),
      );
    }),
  );
  atEdge(
    'userStreams',
    reading(/too many open change streams/, /Close some/, (count) =>
      streams(count, () => ({ userId: 'a', address: '::1' })),
    ),
  );
  atEdge(
    'addressStreams',
    reading(/too many open change streams/, /Close some/, (count) =>
      streams(count, () => ({ userId: null, address: '::1' })),
    ),
  );
  atEdge(
    'serverStreams',
    reading(/server has too many/, /run more workers/, (count) =>
      streams(count, (at) => ({ userId: `u${at}`, address: '::1' })),
    ),
  );
  const streams = (/** @type {number} */ count, /** @type {(at: number) => any} */ who) => {
    const slots = createStreamSlots();
    for (let at = 0; at < count; at++) slots.take(who(at));
  };
});

describe('rows at the edge of their limits', () => {
  atEdge(
    'cellRows',
    reading(/At most 500 rows and 20000 cells/, /import a file/, (count) =>
      readCellRequest({ rows: all(count, (id) => ({ id, set: {} })) }),
    ),
  );
  atEdge(
    'cells',
    reading(/At most 500 rows and 20000 cells/, /import a file/, (count) => {
      const set = (/** @type {number} */ cells) => Object.fromEntries(all(cells, (at) => [`f${at}`, { text: 'a' }]));
      return readCellRequest({
        rows: [...all(count / 100 - 1, (id) => ({ id, set: set(100) })), { id: 999, set: set(100 + (count % 100)) }],
      });
    }),
  );
  atEdge(
    'pastedNames',
    reading(/at most 200 different names at once/, /Choose one from the list/, async (count) => {
      const app = {
        data: {
          rows: { choices: async (/** @type {any[]} */ ...[, , , { search }]) => [{ value: 1, label: search }] },
        },
      };
      const field = { name: 'who', label: 'Who', kind: 'lookup' };
      const changes = all(count, (at) => ({
        id: at,
        set: new Map([['who', { text: `n${at}`, key: null }]]),
        was: new Map(),
      }));
      const keyOf = await findLabels(
        /** @type {any} */ (app),
        /** @type {any} */ ({ ctx: { actor: {} } }),
        /** @type {any} */ ({ name: 'tasks' }),
        /** @type {any} */ (new Map([['who', field]])),
        changes,
      );
      for (let at = 0; at < count; at++) keyOf(/** @type {any} */ (field), `n${at}`);
    }),
  );
  atEdge(
    'rowsFound',
    reading(/At most 10000 rows can be changed or deleted at once/, /Narrow the filter/, (count) => {
      let left = count;
      const select = async (/** @type {any} */ _, /** @type {any[]} */ [{ spec }]) => {
        const rows = all(Math.min(spec.limit, left), (id) => ({ id }));
        left -= rows.length;
        return [{ rows, next: left > 0 ? 'on' : null }];
      };
      return foundRows(
        /** @type {any} */ ({ data: { select } }),
        /** @type {any} */ ({}),
        /** @type {any} */ ({ spec: {}, params: {} }),
        count,
      );
    }),
  );
  atEdge(
    'rowsShown',
    reading(/At most 500 rows can be changed or deleted at once/, /Select fewer rows/, (count) => {
      const main = { spec: { table: 'tasks' }, params: {} };
      const plan = { table: 'tasks', start: () => ({ main }) };
      const select = async (/** @type {any} */ _, /** @type {any[]} */ [{ params }]) => [
        { rows: params._rows.map((/** @type {any} */ id) => ({ id })) },
      ];
      const req = {
        ctx: {
          actor: {},
          env: {},
          catalog: { table: () => ({ key: 'identity' }) },
          select: (/** @type {any[]} */ queries) => select(null, queries),
          app: { data: { select } },
        },
      };
      return chosenRows(/** @type {any} */ (req.ctx.app), /** @type {any} */ (req), /** @type {any} */ (plan), {
        ids: all(count, String),
        all: null,
        of: '',
        at: '',
      });
    }),
  );
});

describe('pictures and plugins at the edge of their limits', () => {
  const picture = async (/** @type {number} */ width, /** @type {number} */ height) => {
    const { default: sharp } = await import('sharp');
    const target = path.join(folder, `${width}x${height}.png`);
    const image = sharp({ create: { width, height, channels: 3, background: 'red' } });
    await image.png({ compressionLevel: 1 }).toFile(target);
    return /** @type {any} */ ({ path: target, name: 'a.png', size: 1 });
  };
  atEdge(
    'pictureMegapixels',
    reading(/can't be shown as an image/, /at most 40 megapixels/, async (count) =>
      cropPicture(await picture(4000, count * 250)),
    ),
  );
  atEdge(
    'shownImageBytes',
    reading(/is larger than 40 MB/, /Scale it down/, async (count) => {
      const { path: file } = await picture(200, 200);
      const { createReadStream } = await import('node:fs');
      const files = { open: async () => ({ stream: createReadStream(file) }) };
      const app = { config: { dataDir: path.join(folder, String(count)) }, data: { files } };
      const stored = { id: 'a', name: 'a.png', size: count, sha256: x(64) };
      return createVariants(/** @type {any} */ (app)).make(/** @type {any} */ ({}), stored, 'thumb');
    }),
  );
  const ASK = /Ask the plugin's author for a valid archive/;
  /** Zeros after its end are no part of an archive. @param {number} packed @param {number} unpacked bytes */
  const archive = async (packed, unpacked) => {
    const target = path.join(folder, 'plugin.tgz');
    const own = tar([{ name: 'package/package.json', text: '{"name":"x","version":"1.0.0"}' }]);
    const zeros = Buffer.alloc(Math.max(unpacked - own.length, 0));
    const bytes = Buffer.concat([gzipSync(own), ...(zeros.length > 0 ? [gzipSync(zeros, { level: 1 })] : [])]);
    await writeFile(target, Buffer.concat([bytes, Buffer.alloc(Math.max(packed - bytes.length, 0))]));
    return openArchive(target);
  };
  atEdge(
    'pluginBytes',
    reading(/larger than 30 MB/, ASK, (count) => archive(count, 0)),
  );
  atEdge(
    'pluginUnpackedBytes',
    reading(/larger than 100 MB unpacked/, ASK, (count) => archive(0, count)),
  );
  atEdge(
    'pluginManifestBytes',
    reading(/its package.json is larger than 1 MB/, ASK, async (count) => {
      const text = JSON.stringify({ name: 'x', version: '1.0.0', a: '' });
      const target = path.join(folder, 'manifest.tgz');
      await writeFile(
        target,
        gzipSync(tar([{ name: 'package/package.json', text: text.replace('""', `"${x(count - text.length)}"`) }])),
      );
      return openArchive(target);
    }),
  );
  const file = (/** @type {number} */ at) => ({ name: `package/f${at}`, text: '' });
  const inside = (/** @type {number} */ at) => ({ name: `package/${at}/`, kind: '5' });
  atEdge(
    'pluginFiles',
    reading(/more than 5000 files/, ASK, (count) => readArchive(tar(all(count, file)))),
  );
  atEdge(
    'pluginEntries',
    reading(/more than 20000 entries/, ASK, (count) =>
      readArchive(tar(all(count, () => ({ name: 'package/', kind: '5' })))),
    ),
  );
  atEdge(
    'pluginFolders',
    reading(/more than 5000 folders/, ASK, (count) => readArchive(tar(all(count, inside)))),
  );
  atEdge(
    'pluginLevels',
    reading(/nested more than 32 levels deep/, ASK, (count) =>
      readArchive(tar([{ name: `p/${'a/'.repeat(count)}x`, text: 'x' }])),
    ),
  );
});

/** A name that leads nowhere was let in. @param {() => unknown} act */
function expandable(act) {
  try {
    return act();
  } catch (error) {
    if (/At most/.test(String(error))) throw error;
    return null;
  }
}

/** A name that is refused for another reason was let in. @param {() => Promise<unknown>} act */
async function onlyNames(act) {
  return act().catch((error) => {
    if (/at most/.test(String(error))) throw error;
  });
}
