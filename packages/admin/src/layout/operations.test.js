import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as operations from './operations.js';

/** @import { Node } from '@plinth/plugin' */

/** @param {string} id @param {Node[]} [children] @returns {Node} */
const box = (id, children = []) => ({ id, type: 'card', children });
/** @param {string} id @returns {Node} */
const leaf = (id) => ({ id, type: 'text' });
const tree = () => box('root', [leaf('a'), box('b', [leaf('c'), leaf('d')]), leaf('e')]);
/** @param {Node} parent */
const accepts = (parent) => parent.type === 'card';

/** @param {Node} node @returns {string} */
const drawn = (node) => node.id + (node.children ? `(${node.children.map(drawn).join(' ')})` : '');

describe('layout operations', () => {
  it('moves a node among its siblings and stops at the ends', () => {
    assert.equal(drawn(operations.moveNode(tree(), 'e', -1)), 'root(a e b(c d))');
    assert.equal(drawn(operations.moveNode(tree(), 'a', -1)), drawn(tree()));
  });

  it('moves a node into the container before it and out again', () => {
    const inside = operations.indentNode(tree(), 'e', accepts);
    assert.equal(drawn(inside), 'root(a b(c d e))');
    assert.equal(drawn(operations.outdentNode(inside, 'e', accepts)), drawn(tree()));
  });

  it('does not move a node into an element that takes no children', () => {
    assert.equal(drawn(operations.indentNode(tree(), 'b', accepts)), drawn(tree()));
  });

  it('inserts inside a container, after a leaf', () => {
    assert.equal(drawn(operations.insertNode(tree(), 'b', leaf('n'), accepts)), 'root(a b(c d n) e)');
    assert.equal(drawn(operations.insertNode(tree(), 'c', leaf('n'), accepts)), 'root(a b(c n d) e)');
  });

  it('duplicates with new ids and removes with everything inside', () => {
    const copy = operations.duplicateNode(tree(), 'b');
    const ids = drawn(copy).match(/\w+/g) ?? [];
    assert.equal(new Set(ids).size, ids.length);
    assert.equal(ids.length, 9);
    assert.equal(drawn(operations.removeNode(tree(), 'b')), 'root(a e)');
  });

  it('never removes or moves the root', () => {
    assert.equal(drawn(operations.removeNode(tree(), 'root')), drawn(tree()));
    assert.equal(drawn(operations.outdentNode(tree(), 'root', accepts)), drawn(tree()));
  });

  it('leaves the given tree unchanged', () => {
    const before = tree();
    operations.removeNode(before, 'b');
    operations.updateNode(before, 'a', (node) => ({ ...node, settings: { text: 'x' } }));
    assert.deepEqual(before, tree());
  });
});
