import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SEED } from '@plinth/plugin/testing';
import { resizeColumns } from './columns.js';
import { duplicateNodes, insertNodes, moveNodes, removeNodes, setSettings, unwrapNode, wrapNodes } from './document.js';
import { withNewIds, withOwnIds } from './ids.js';
import { mergeDrafts } from './merge.js';
import { acceptsBy, mayBeIn, nextSelected, placeBeside, placeNear } from './places.js';
import { placeAside } from './side-by-side.js';
import { findNode, movable, nodesOf, pathTo } from './tree.js';
import { History } from '../assets/drafts/undo.js';

/** @import { Draft, Node } from './tree.js' */
/** @import { Direction } from './places.js' */

const ELEMENTS = [
  { name: 'stack', children: /** @type {const} */ ('any'), onlyIn: [] },
  { name: 'card', children: /** @type {const} */ ('any'), onlyIn: [] },
  { name: 'columns', children: ['column'], onlyIn: [] },
  { name: 'column', children: /** @type {const} */ ('any'), onlyIn: ['columns'] },
  { name: 'text', children: /** @type {const} */ ('none'), onlyIn: [] },
];
const accepts = acceptsBy(ELEMENTS);

/** @param {string} id @param {string} type @param {Node[]} [children] @returns {Node} */
const n = (id, type, children) => ({ id, type, settings: { name: id }, ...(children && { children }) });

/** @returns {Draft} */
const sample = () => ({
  general: { label: 'Sample' },
  settings: {},
  layouts: {
    main: n('root', 'stack', [
      n('a', 'text'),
      n('cols', 'columns', [n('left', 'column', [n('b', 'text')]), n('right', 'column', [])]),
      n('card', 'card', [n('c', 'text'), n('d', 'text')]),
    ]),
    side: n('aside', 'stack', [n('e', 'text')]),
  },
});

/** The draft as text: root(a cols(left(b) right()) ...). @param {Draft} draft */
function drawn(draft) {
  /** @param {Node} node @returns {string} */
  const step = (node) => node.id + (node.children ? `(${node.children.map(step).join(' ')})` : '');
  return Object.values(draft.layouts).map(step).join(' | ');
}

describe('changes of a draft', () => {
  it('gives a new node a field of the child rows that it is placed among, and keeps nothing of the others', () => {
    const rows = { ...n('rows', 'child_rows', [n('card', 'card', [])]), settings: { relation: 'lines.order' } };
    const draft = { ...sample(), layouts: { main: n('root', 'stack', [rows]) } };
    const made = {
      ...n('new', 'form_field'),
      settings: { field: 'placed' },
      fieldsIn: { 'lines.order': { field: 'item' } },
    };
    for (const [parent, field] of [
      ['card', 'item'],
      ['rows', 'item'],
      ['root', 'placed'],
    ]) {
      const { node } = findNode(insertNodes(draft, [made], { parent, index: 0 }), 'new') ?? assert.fail();
      assert.deepEqual(node, { id: 'new', type: 'form_field', settings: { field } });
    }
  });

  it('moves a node within its container, and into one of another layout', () => {
    const draft = sample();
    assert.equal(
      drawn(moveNodes(draft, ['a'], { parent: 'root', index: 3 })),
      'root(cols(left(b) right()) card(c d) a) | aside(e)',
    );
    assert.equal(
      drawn(moveNodes(draft, ['card'], { parent: 'aside', index: 0 })),
      'root(a cols(left(b) right())) | aside(card(c d) e)',
    );
    assert.equal(drawn(draft), drawn(sample()), 'the draft itself must not change');
  });

  it('moves several nodes in page order, each with its children', () => {
    const next = moveNodes(sample(), ['d', 'a', 'card'], { parent: 'right', index: 0 });
    assert.equal(drawn(next), 'root(cols(left(b) right(a card(c d)))) | aside(e)');
  });

  it('leaves the draft as it is if a node would go into itself or stay where it is', () => {
    const draft = sample();
    assert.equal(moveNodes(draft, ['cols'], { parent: 'left', index: 0 }), draft);
    assert.equal(moveNodes(draft, ['cols'], { parent: 'cols', index: 0 }), draft);
    assert.equal(moveNodes(draft, ['a'], { parent: 'root', index: 1 }), draft);
    assert.equal(moveNodes(draft, ['root'], { parent: 'aside', index: 0 }), draft, 'a root stays');
  });

  it('removes nodes but no root, and says what to select next', () => {
    const draft = sample();
    assert.equal(drawn(removeNodes(draft, ['a', 'c', 'root'])), 'root(cols(left(b) right()) card(d)) | aside(e)');
    assert.equal(nextSelected(draft, ['c']), 'd');
    assert.equal(nextSelected(draft, ['d']), 'c');
    assert.equal(nextSelected(draft, ['b']), 'left');
  });

  it('duplicates with new ids, beside the original', () => {
    const { draft, ids } = duplicateNodes(sample(), ['card', 'a']);
    assert.equal(ids.length, 2);
    assert.deepEqual(
      draft.layouts.main.children?.map((one) => one.type),
      ['text', 'columns', 'card', 'text', 'card'],
    );
    const all = [...nodesOf(draft)].map(({ node }) => node.id);
    assert.equal(new Set(all).size, all.length);
  });

  it('wraps in a card, in columns with a column for each, and unwraps again', () => {
    const draft = sample();
    const carded = wrapNodes(draft, ['a', 'cols'], { wrapper: n('new', 'card'), part: null, accepts });
    assert.equal(carded && drawn(carded.draft), 'root(new(a cols(left(b) right())) card(c d)) | aside(e)');
    const wrapped = wrapNodes(draft, ['c', 'd'], { wrapper: n('new', 'columns'), part: n('part', 'column'), accepts });
    const made = wrapped && findNode(wrapped.draft, 'new')?.node;
    assert.deepEqual(
      made?.children?.map((part) => [part.type, part.children?.[0].id]),
      [
        ['column', 'c'],
        ['column', 'd'],
      ],
    );
    const undone = wrapped && unwrapNode(wrapped.draft, 'new', accepts);
    assert.equal(undone && drawn(undone.draft), drawn(draft));
    assert.equal(wrapNodes(draft, ['left'], { wrapper: n('new', 'card'), part: null, accepts }), null);
    assert.equal(unwrapNode(draft, 'a', accepts), null);
  });

  it('sets settings, and resets one to its default', () => {
    const next = setSettings(setSettings(sample(), 'a', { size: 2 }), 'a', { name: undefined });
    assert.deepEqual(findNode(next, 'a')?.node.settings, { size: 2 });
  });

  it('moves the border between columns on the grid of 12; the last free column stays free', () => {
    const ids = { left: 'left', right: 'right' };
    const widths = (/** @type {Draft} */ draft) =>
      ['left', 'right'].map((id) => findNode(draft, id)?.node.settings?.width);
    const first = resizeColumns(sample(), ids, { widths: [6, 6], by: 2, setting: 'width' });
    assert.deepEqual(widths(first), [8, undefined]);
    const both = setSettings(first, 'right', { width: 4 });
    assert.deepEqual(widths(resizeColumns(both, ids, { widths: [8, 4], by: -3, setting: 'width' })), [5, 7]);
    assert.deepEqual(widths(resizeColumns(both, ids, { widths: [8, 4], by: 99, setting: 'width' })), [11, 1]);
    const phone = resizeColumns(sample(), ids, { widths: [12, 12], by: -6, setting: 'phone' });
    assert.equal(findNode(phone, 'left')?.node.settings?.phone, 6);
  });

  it('gives a node a new id if another layout has it', () => {
    const draft = sample();
    assert.equal(withOwnIds(draft), draft);
    draft.layouts.side.id = 'root';
    assert.notEqual(withOwnIds(draft).layouts.side.id, 'root');
  });
});

describe('places', () => {
  it('finds where a new element goes: into the selected one, otherwise after it or the nearest ancestor that accepts it', () => {
    const draft = sample();
    assert.deepEqual(placeNear(draft, 'card', ['text'], accepts), { parent: 'card', index: 2 });
    assert.deepEqual(placeNear(draft, 'c', ['text'], accepts), { parent: 'card', index: 1 });
    assert.deepEqual(placeNear(draft, 'cols', ['text'], accepts), { parent: 'right', index: 0 }, 'the empty column');
    assert.deepEqual(placeNear(draft, 'b', ['column'], accepts), { parent: 'cols', index: 1 });
    assert.deepEqual(placeNear(draft, null, ['text'], accepts), { parent: 'root', index: 3 });
    assert.equal(placeNear(draft, 'a', ['column'], accepts), null);
  });

  it('moves by the keyboard through everything: among siblings, into the next column, out and in', () => {
    /** @param {Draft} draft @param {string} id @param {Direction} direction */
    const press = (draft, id, direction) => {
      const place = placeBeside(draft, [id], direction, accepts);
      return place ? moveNodes(draft, [id], place) : draft;
    };
    let draft = sample();
    draft = press(draft, 'b', 'down');
    assert.equal(drawn(draft), 'root(a cols(left() right(b)) card(c d)) | aside(e)');
    draft = press(draft, 'b', 'down');
    assert.equal(drawn(draft), 'root(a cols(left() right()) b card(c d)) | aside(e)');
    draft = press(draft, 'b', 'down');
    assert.equal(drawn(draft), 'root(a cols(left() right()) card(c d) b) | aside(e)');
    draft = press(draft, 'b', 'in');
    assert.equal(drawn(draft), 'root(a cols(left() right()) card(c d b)) | aside(e)');
    draft = press(draft, 'b', 'out');
    assert.equal(drawn(draft), 'root(a cols(left() right()) card(c d) b) | aside(e)');
    assert.equal(placeBeside(draft, ['b'], 'down', accepts), null);
    assert.equal(drawn(press(draft, 'card', 'in')), 'root(a cols(left() right(card(c d))) b) | aside(e)');
    assert.equal(drawn(press(draft, 'left', 'down')), 'root(a cols(right() left()) card(c d) b) | aside(e)');
    assert.equal(placeBeside(draft, ['left'], 'out', accepts), null, 'a column stays in its columns');
  });

  it('accepts no node in itself, nor where its type does not belong', () => {
    const draft = sample();
    assert.equal(mayBeIn(draft, 'right', { types: ['columns'], ids: ['cols'] }, accepts), false);
    assert.equal(mayBeIn(draft, 'right', { types: ['text'], ids: ['a'] }, accepts), true);
    assert.equal(mayBeIn(draft, 'cols', { types: ['text'] }, accepts), false);
    assert.deepEqual(
      pathTo(draft, 'b').map(({ id }) => id),
      ['root', 'cols', 'left', 'b'],
    );
  });
});

describe('undo', () => {
  it('undoes 200 random changes to the first layout, and redoes them to the last', () => {
    const random = randomBy(SEED);
    const first = sample();
    const history = new History(first);
    const seen = [drawn(first)];
    let draft = first;
    while (seen.length <= 200) {
      const next = randomChange(draft, random);
      if (next === draft) continue;
      history.add(next, { label: 'move', selected: [[], []] });
      seen.push(drawn(next));
      draft = next;
    }
    for (let i = seen.length - 2; i >= 0; i--) assert.equal(drawn(history.undo()?.draft ?? first), seen[i]);
    assert.equal(history.undo(), null);
    assert.deepEqual(history.kept.last, first);
    for (let i = 1; i < seen.length; i++) assert.equal(drawn(history.redo()?.draft ?? first), seen[i]);
    assert.deepEqual(history.kept.last, draft);
    assert.equal(history.redo(), null);
  });

  it('survives a reload of the tab, and joins continuous typing into one step', () => {
    const first = sample();
    const history = new History(first);
    const once = setSettings(first, 'a', { name: 'x' });
    history.add(once, { label: 'text', selected: [['a'], ['a']] });
    const twice = setSettings(once, 'a', { name: 'xy' });
    history.add(twice, { label: 'text', selected: [['a'], ['a']], joins: true });
    const later = new History(twice, structuredClone(history.kept));
    const undone = later.undo();
    assert.deepEqual(undone?.draft, first);
    assert.deepEqual(undone?.selected, ['a']);
    assert.equal(later.canUndo, false);
  });

  it('skips steps that somebody else has changed since', () => {
    const first = sample();
    const history = new History(first);
    const mine = moveNodes(first, ['a'], { parent: 'card', index: 0 });
    history.add(mine, { label: 'move', selected: [[], []] });
    const theirs = setSettings(insertNodes(mine, [n('z', 'text')], { parent: 'card', index: 1 }), 'e', { by: 'them' });
    history.foreign(theirs);
    const undone = history.undo();
    assert.equal(undone && drawn(undone.draft), 'root(a cols(left(b) right()) card(z c d)) | aside(e)');
    assert.equal(findNode(/** @type {any} */ (undone).draft, 'e')?.node.settings?.by, 'them');
    assert.equal(history.undo(), null);
    const redone = history.redo();
    assert.deepEqual(redone?.draft, theirs);
  });

  it('keeps undone steps for redo when somebody else makes a change', () => {
    const first = sample();
    const history = new History(first);
    history.add(moveNodes(first, ['a'], { parent: 'card', index: 0 }), { label: 'move', selected: [[], []] });
    history.undo();
    history.foreign(setSettings(first, 'e', { by: 'them' }));
    assert.equal(drawn(history.redo()?.draft ?? first), 'root(cols(left(b) right()) card(a c d)) | aside(e)');
  });
});

describe('merging two drafts', () => {
  const base = sample();

  it('takes both changes of different nodes and of different settings of one node', () => {
    const mine = setSettings(moveNodes(base, ['a'], { parent: 'right', index: 0 }), 'c', { colour: 'red' });
    const theirs = setSettings(insertNodes(base, [n('z', 'text')], { parent: 'card', index: 2 }), 'c', { size: 3 });
    const { draft, conflicts } = mergeDrafts(base, mine, theirs);
    assert.equal(drawn(draft), 'root(cols(left(b) right(a)) card(c d z)) | aside(e)');
    assert.deepEqual(findNode(draft, 'c')?.node.settings, { name: 'c', colour: 'red', size: 3 });
    assert.deepEqual(conflicts, []);
  });

  it('reports conflicts, and keeps a node that one removed and the other changed', () => {
    const mine = setSettings(base, 'd', { name: 'mine' });
    const both = mergeDrafts(base, mine, setSettings(base, 'd', { name: 'theirs' }));
    assert.deepEqual(both.conflicts, ['d']);
    assert.equal(findNode(both.draft, 'd')?.node.settings?.name, 'mine');
    const { draft } = mergeDrafts(base, mine, removeNodes(base, ['card']));
    assert.equal(drawn(draft), 'root(a cols(left(b) right()) card(d)) | aside(e)');
  });

  it('never makes a node contain itself', () => {
    const wide = insertNodes(base, [n('box', 'stack', [])], { parent: 'root', index: 0 });
    const mine = moveNodes(wide, ['card'], { parent: 'box', index: 0 });
    const theirs = moveNodes(wide, ['box'], { parent: 'card', index: 0 });
    const { draft } = mergeDrafts(wide, mine, theirs);
    assert.deepEqual(
      [...nodesOf(draft)].map(({ node }) => node.id).sort(),
      [...nodesOf(wide)].map(({ node }) => node.id).sort(),
    );
  });

  it('loses and repeats no node of either side, for random changes on both', () => {
    const random = randomBy(SEED);
    for (let round = 0; round < 100; round++) {
      let [mine, theirs] = [base, base];
      for (let i = 0; i < 6; i++) [mine, theirs] = [randomMove(mine, random), randomMove(theirs, random)];
      const { draft } = mergeDrafts(base, mine, theirs);
      const ids = [...nodesOf(draft)].map(({ node }) => node.id);
      const wanted = new Set([mine, theirs].flatMap((one) => [...nodesOf(one)].map(({ node }) => node.id)));
      assert.deepEqual([...ids].sort(), [...wanted].sort(), `round ${round}`);
      assert.deepEqual(drawn(mergeDrafts(base, mine, base).draft), drawn(mine));
      assert.deepEqual(drawn(mergeDrafts(base, base, theirs).draft), drawn(theirs));
    }
  });
});

/** @param {number} seed @returns {(below: number) => number} */
function randomBy(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Inserts or moves something. @param {Draft} draft @param {(below: number) => number} random @returns {Draft} */
function randomMove(draft, random) {
  const all = [...nodesOf(draft)];
  const pick = () => all[random(all.length)].node;
  const target = pick();
  const place = { parent: target.id, index: random((target.children?.length ?? 0) + 1) };
  if (random(3) === 0 && accepts(target.type, 'text')) return insertNodes(draft, [withNewIds(n('x', 'text'))], place);
  const moved = movable(draft, [pick().id, pick().id]).map(({ node }) => node);
  const what = { types: moved.map(({ type }) => type), ids: moved.map(({ id }) => id) };
  return mayBeIn(draft, target.id, what, accepts) ? moveNodes(draft, what.ids, place) : draft;
}

/** Any change at all. @param {Draft} draft @param {(below: number) => number} random @returns {Draft} */
function randomChange(draft, random) {
  const all = [...nodesOf(draft)];
  const { node } = all[random(all.length)];
  const [wrapper, part] = [withNewIds(n('w', 'columns')), n('p', 'column')];
  switch (random(6)) {
    case 0:
      return all.length > 60 ? removeNodes(draft, [node.id]) : draft;
    case 1:
      return duplicateNodes(draft, [node.id]).draft;
    case 2:
      return wrapNodes(draft, [node.id], { wrapper, part, accepts })?.draft ?? draft;
    case 3:
      return unwrapNode(draft, node.id, accepts)?.draft ?? draft;
    case 4:
      return setSettings(draft, node.id, { size: random(1000) });
    default:
      return randomMove(draft, random);
  }
}

describe('nodes beside another one', () => {
  const made = { columns: n('newcols', 'columns', []), column: n('newcol', 'column', []), accepts };
  /** @param {Node} one @returns {string} */
  const shape = (one) => (one.children ? `${one.type}(${one.children.map(shape).join(' ')})` : one.id);
  const aside = (/** @type {string} */ target, /** @type {boolean} */ isBefore) => {
    const next = placeAside(sample(), [n('new', 'text')], { target, isBefore }, made);
    return next && shape(next.layouts.main);
  };

  it('stand in new columns, or in one more where the other is alone in its own', () => {
    const rest = 'card(c d)';
    const cols = 'columns(column(b) column())';
    assert.equal(aside('a', false), `stack(columns(column(a) column(new)) ${cols} ${rest})`);
    assert.equal(aside('a', true), `stack(columns(column(new) column(a)) ${cols} ${rest})`);
    assert.equal(aside('b', false), `stack(a columns(column(b) column(new) column()) ${rest})`);
    assert.equal(aside('c', false), `stack(a ${cols} card(columns(column(c) column(new)) d))`);
    assert.equal(aside('root', false), null);
    assert.equal(aside('left', false), null, 'a column stands in columns only');
  });
});
