import assert from 'node:assert/strict';
import { it } from 'node:test';
import { redacted } from './redact.js';

it('values of headers and parameters that may be secrets are not stored', () => {
  const secret =
    'Authorization X-Api-Key api_key apikey access_key key Cookie X-Hub-Signature-256 client_secret pwd passwd password session_id access_token X-Own';
  const open = 'user-agent content-type monkey keyword page q';
  const given = (/** @type {string} */ names) => Object.fromEntries(names.split(' ').map((name) => [name, 'canary']));
  assert.deepEqual(new Set(Object.values(redacted(given(secret), ['x-own']))), new Set(['…']));
  assert.deepEqual(redacted(given(open)), given(open));
  assert.equal(redacted({ a: 'x'.repeat(5000) }).a.length, 2000);
});
