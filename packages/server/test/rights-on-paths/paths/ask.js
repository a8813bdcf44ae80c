/** @import { World } from '../types.d.ts' */
import assert from 'node:assert/strict';

/**
 * Of the API.
 *
 * @param {World} world
 * @param {string} actor
 * @param {string} path
 * @param {Record<string, string>} [headers]
 */
export async function ask({ server, tokens }, actor, path, headers = {}) {
  const token = tokens[actor];
  const answer = await fetch(`${server.url}/api/v1${path}`, {
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
  });
  const text = await answer.text();
  assert.ok(answer.status < 500, text);
  return { status: answer.status, text, body: answer.status === 200 && !headers.accept ? JSON.parse(text) : null };
}
