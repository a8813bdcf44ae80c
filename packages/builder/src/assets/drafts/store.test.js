import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { clipboardText, readClipboard } from './clipboard.js';
import { setSettings } from '../../model/document.js';
import { inMemory } from '../../kit/kept.js';
import { Store } from './store.js';

/** @import { Draft, Node } from '../../model/tree.js' */
/** @import { Answer, StoreOptions } from './store.js' */

/** @returns {Draft} */
const sample = () => ({
  general: {},
  settings: {},
  layouts: {
    main: {
      id: 'root',
      type: 'stack',
      children: [
        { id: 'a', type: 'text', settings: {} },
        { id: 'b', type: 'text', settings: {} },
      ],
    },
  },
});

/**
 * A store whose requests are answered by hand: `answer(status, body)` answers the oldest.
 *
 * @param {Partial<StoreOptions>} [options]
 */
function started(options = {}) {
  /** @type {{ draft: Draft, version: number, resolve: (answer: Answer) => void, reject: (error: Error) => void }[]} */
  const waiting = [];
  const log = {
    states: /** @type {string[]} */ ([]),
    painted: /** @type {any[]} */ ([]),
    merged: /** @type {any[]} */ ([]),
  };
  /** @type {(() => void)[]} */
  const timers = [];
  let sent = 0;
  const kept = options.kept ?? inMemory();
  const store = new Store({
    draft: sample(),
    version: 1,
    key: 'view:orders',
    kept,
    send: (draft, version) => {
      sent++;
      return new Promise((resolve, reject) => waiting.push({ draft, version, resolve, reject }));
    },
    onPainted: (answer) => log.painted.push(answer),
    onState: (state, message) => log.states.push(message ? `${state}: ${message}` : state),
    onMerged: (draft, change) => log.merged.push(change),
    later: (task) => timers.push(task),
    ...options,
  });
  const answered = async (/** @type {(one: (typeof waiting)[0]) => void} */ how) => {
    const one = waiting.shift();
    assert.ok(one, 'nothing was sent');
    how(one);
    await settled();
    return one;
  };
  return {
    store,
    log,
    kept,
    timers,
    waiting,
    sent: () => sent,
    answer: (/** @type {number} */ status, /** @type {any} */ body) => answered((one) => one.resolve({ status, body })),
    cut: () => answered((one) => one.reject(new TypeError('Failed to fetch'))),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** @param {Draft} draft @param {string} id @param {number} size */
const sized = (draft, id, size) => setSettings(draft, id, { size });

describe('the store of a draft', () => {
  it('sends one draft at a time, and after a slow answer only the newest', async () => {
    const { store, answer, sent, log } = started();
    for (let size = 1; size <= 50; size++) store.change(sized(store.draft, 'a', size));
    assert.equal(sent(), 1);
    assert.equal(store.isSaved, false);
    await answer(200, { version: 2, main: 'first' });
    assert.equal(sent(), 2);
    const second = await answer(200, { version: 3, main: 'last' });
    assert.equal(second.version, 2);
    assert.deepEqual(second.draft, store.draft);
    assert.equal(sent(), 2);
    assert.deepEqual(
      log.painted.map(({ main }) => main),
      ['first', 'last'],
    );
    assert.equal(log.states.at(-1), 'saved');
    assert.equal(store.isSaved, true);
  });

  it('sends nothing while the draft is being published, and keeps changes made in the meantime', async () => {
    const { store, answer, sent, kept, log } = started();
    store.hold();
    store.repaint();
    store.change(sized(store.draft, 'a', 1));
    store.submit(async () => ({ status: 200, body: { version: 2 } }));
    await settled();
    assert.deepEqual([sent(), log.merged], [0, []]);
    assert.deepEqual((await kept.get('unsaved:view:orders')).draft, store.draft);
    store.release();
    await settled();
    assert.equal(sent(), 0, 'the form first');
    store.change(sized(store.draft, 'a', 2));
    assert.equal((await answer(200, { version: 3 })).version, 2);
    assert.equal(store.isSaved, true);
  });

  it('keeps changes in the browser while the connection is lost, says so, and sends them later', async () => {
    const { store, answer, cut, log, timers, kept } = started();
    store.change(sized(store.draft, 'a', 1));
    await cut();
    assert.equal(log.states.at(-1), 'kept');
    store.change(sized(store.draft, 'b', 2));
    await cut();
    assert.deepEqual((await kept.get('unsaved:view:orders')).draft, store.draft);
    timers.at(-1)?.();
    const last = await answer(200, { version: 2 });
    assert.deepEqual(last.draft, store.draft);
    assert.equal(log.states.at(-1), 'saved');
    assert.equal(await kept.get('unsaved:view:orders'), undefined);
  });

  it('loses nothing when the tab is closed before anything was saved', async () => {
    const first = started();
    first.store.change(sized(first.store.draft, 'a', 7));
    await settled();
    const second = started({ kept: first.kept });
    assert.equal(await second.store.resume(), true);
    const { draft } = await second.answer(200, { version: 2 });
    assert.equal(draft.layouts.main.children?.[0].settings?.size, 7);
    assert.equal(await started({ kept: first.kept }).store.resume(), false);
  });

  it('merges changes kept in the browser with those that others have saved', async () => {
    const first = started();
    first.store.change(sized(first.store.draft, 'a', 7));
    await settled();
    const second = started({ kept: first.kept, draft: sized(sample(), 'b', 3), version: 5 });
    await second.store.resume();
    const { draft, version } = await second.answer(200, { version: 6 });
    assert.equal(version, 5);
    assert.deepEqual(
      draft.layouts.main.children?.map((/** @type {Node} */ one) => one.settings?.size),
      [7, 3],
    );
    assert.equal(second.log.merged.length, 1);
  });

  it('merges a draft that somebody else saved first, element by element, and saves the result', async () => {
    const { store, answer, log } = started();
    store.change(sized(store.draft, 'a', 1));
    await answer(409, { draft: sized(sample(), 'b', 2), version: 9, by: { name: 'Ada' } });
    const [{ sides, ...merged }] = log.merged;
    assert.deepEqual(merged, { by: 'Ada', conflicts: [], hadOwn: true, isPublished: false });
    assert.deepEqual(sides.base, sample());
    const { draft, version } = await answer(200, { version: 10 });
    assert.equal(version, 9);
    assert.deepEqual(
      draft.layouts.main.children?.map((/** @type {Node} */ one) => one.settings?.size),
      [1, 2],
    );
  });

  it('sends a settings form in order, and takes the draft that the server returns', async () => {
    const { store, answer, sent } = started();
    store.change(sized(store.draft, 'a', 1));
    let withVersion = 0;
    store.submit(async (draft, version) => {
      withVersion = version;
      return { status: 200, body: { version: 3, draft: sized(draft, 'b', 4) } };
    });
    await answer(200, { version: 2 });
    await settled();
    assert.equal(sent(), 1);
    assert.equal(withVersion, 2);
    assert.deepEqual(
      store.draft.layouts.main.children?.map((/** @type {Node} */ one) => one.settings?.size),
      [1, 4],
    );
    assert.equal(store.isSaved, true);
  });

  it('shows why the server refuses a draft, keeps it, and sends the next change', async () => {
    const { store, answer, log, kept, sent } = started();
    store.change(sized(store.draft, 'a', 1));
    await answer(422, { message: 'Too many elements' });
    assert.equal(log.states.at(-1), 'refused: Too many elements');
    assert.ok(await kept.get('unsaved:view:orders'));
    assert.equal(sent(), 1);
    store.change(sized(store.draft, 'a', 2));
    await answer(200, { version: 2 });
    assert.equal(log.states.at(-1), 'saved');
  });
});

describe('the clipboard', () => {
  const isKnown = (/** @type {string} */ type) => ['stack', 'text'].includes(type);

  it('gives pasted elements new ids and drops unknown properties', () => {
    const { main } = sample().layouts;
    const { nodes } = readClipboard(clipboardText([/** @type {any} */ ({ ...main, extra: 1 })]), isKnown);
    assert.equal(nodes?.[0].type, 'stack');
    assert.equal(nodes?.[0].children?.length, 2);
    assert.notEqual(nodes?.[0].id, 'root');
    assert.equal(Object.hasOwn(nodes?.[0] ?? {}, 'extra'), false);
  });

  const text = (/** @type {any} */ elements, more = {}) =>
    JSON.stringify({ plinth: 'elements', format: 1, elements, ...more });
  const deep = (/** @type {number} */ levels) => {
    let node = /** @type {Node} */ ({ id: 'a', type: 'stack' });
    for (let i = 0; i < levels; i++) node = { id: 'a', type: 'stack', children: [node] };
    return node;
  };
  for (const [pasted, problem] of /** @type {[string, string][]} */ ([
    ['', 'empty'],
    ['Just words', 'rubbish'],
    ['{"a":1}', 'rubbish'],
    ['null', 'rubbish'],
    ['[1,2]', 'rubbish'],
    [text([]), 'rubbish'],
    [text([null]), 'rubbish'],
    [text([{ id: 'a' }]), 'rubbish'],
    [text([{ id: 'a b', type: 'text' }]), 'rubbish'],
    [text([{ id: 'a', type: '<b>' }]), 'rubbish'],
    [text([{ id: 'a', type: 'text', settings: 'x' }]), 'rubbish'],
    [text([{ id: 'a', type: 'stack', children: {} }]), 'rubbish'],
    [text([deep(40)]), 'rubbish'],
    [text([{ id: 'a', type: 'rocket' }]), 'unknown'],
    [text([{ id: 'a', type: 'stack', children: [{ id: 'b', type: 'rocket' }] }]), 'unknown'],
    [text([{ id: 'a', type: 'text' }], { format: 2 }), 'newer'],
    [text(Array.from({ length: 1001 }, () => ({ id: 'a', type: 'text' }))), 'large'],
    ['x'.repeat(1_000_001), 'large'],
  ])) {
    it(`refuses ${pasted.slice(0, 40) || 'nothing'} as ${problem}`, () => {
      assert.equal(readClipboard(pasted, isKnown).problem, problem);
    });
  }
});
