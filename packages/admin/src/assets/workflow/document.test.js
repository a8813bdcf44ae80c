import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { copiesOf, depthOf, everyStep, findStep, insertSteps, moveStep, newStep, removeStep } from './document.js';

const list = (/** @type {string} */ name, inner = /** @type {string | null} */ (null)) => ({
  name,
  inner,
  label: name,
  showIf: null,
});
const kind = (/** @type {any[]} */ lists = [], blank = {}) => ({ label: '', help: '', icon: '', lists, blank });
/** @type {any} */
const kinds = {
  stop: kind([], { result: '' }),
  branch: kind([list('branches', 'steps'), list('otherwise')], { branches: [{ label: '', steps: [] }], otherwise: [] }),
  each: kind([list('steps')]),
};
const stop = (/** @type {string} */ id, more = {}) => ({ id, kind: 'stop', ...more });
const draft = () => ({
  variables: [],
  steps: [
    stop('a'),
    {
      id: 'b',
      kind: 'branch',
      branches: [{ label: 'x', steps: [stop('c')] }],
      otherwise: [{ id: 'd', kind: 'each', steps: [stop('e')] }],
    },
  ],
  onError: [stop('f')],
});
const ids = (/** @type {any} */ of) => [...everyStep(of, kinds)].map(({ step }) => step.id).join('');

describe('the draft of a workflow in the browser', () => {
  it('names every step in order, with those around it', () => {
    assert.equal(ids(draft()), 'abcdef');
    assert.deepEqual(findStep(draft(), kinds, 'e')?.parents, ['b', 'd']);
    assert.equal(findStep(draft(), kinds, 'z'), null);
    assert.equal(depthOf(draft().steps[1], kinds), 3);
  });

  it('adds, removes and moves steps between lists and leaves the old draft as it was', () => {
    const before = draft();
    const text = JSON.stringify(before);
    const into = { owner: 'b', path: 'branches.0.steps' };
    assert.equal(ids(insertSteps(before, kinds, into, 1, [stop('n')])), 'abcndef');
    assert.equal(ids(removeStep(before, kinds, 'b')), 'af');
    assert.equal(ids(moveStep(before, kinds, 'a', into, 0)), 'bacdef');
    assert.equal(ids(moveStep(before, kinds, 'e', { owner: null, path: 'onError' }, 0)), 'abcdef');
    assert.equal(ids(moveStep(before, kinds, 'a', { owner: null, path: 'steps' }, 2)), 'bcdeaf');
    assert.equal(JSON.stringify(before), text);
    const moved = moveStep(before, kinds, 'a', into, 0);
    assert.equal(moved.onError, before.onError, 'what did not change is the same');
  });

  it('does not move a step into itself or to the place where it is', () => {
    const before = draft();
    assert.equal(moveStep(before, kinds, 'b', { owner: 'd', path: 'steps' }, 0), before);
    assert.equal(moveStep(before, kinds, 'b', { owner: 'b', path: 'otherwise' }, 0), before);
    assert.equal(moveStep(before, kinds, 'a', { owner: null, path: 'steps' }, 1), before);
  });

  it('gives copies and new steps their own ids, and updates their expressions', () => {
    const steps = [stop('ask'), stop('then', { when: 'tasks.ask.outcome == "a" && tasks.other.by == null' })];
    const base = { ...draft(), steps };
    const copies = copiesOf(base, kinds, steps);
    assert.deepEqual(
      copies.map(({ id }) => id),
      ['ask_2', 'then_2'],
    );
    assert.equal(copies[1].when, 'tasks.ask_2.outcome == "a" && tasks.other.by == null');
    assert.equal(newStep(base, kinds, 'stop').id, 'stop');
    assert.deepEqual(
      newStep({ ...base, steps: [stop('stop'), stop('stop_2')] }, kinds, 'stop'),
      stop('stop_3', { result: '' }),
    );
  });
});
