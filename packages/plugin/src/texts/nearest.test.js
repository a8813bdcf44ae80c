import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nearest } from './nearest.js';

describe('nearest', () => {
  const known = ['serve', 'info', 'doctor', 'install-app'];

  it('finds the word that was meant', () => {
    assert.equal(nearest('docter', known), 'doctor');
    assert.equal(nearest('serv', known), 'serve');
    assert.equal(nearest('instal-app', known), 'install-app');
  });

  it('knows exchanged letters', () => assert.equal(nearest('sevre', known), 'serve'));

  it('suggests nothing when nothing is near', () => assert.equal(nearest('backup', known), undefined));
});
