/** @import { Seen, World } from '../types.d.ts' */
import { same } from '../words.js';

/** @param {World} world @param {string} actor @param {Seen} seen */
export async function mcp({ server, tokens }, actor, seen) {
  if (!tokens[actor]) return 0;
  const call = async (/** @type {string} */ name, /** @type {any} */ given) => {
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${tokens[actor]}`,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
    });
    return (await answer.text()).replaceAll('\\n', ' ');
  };
  let cases = same(await call('list_rows', { table: 'tasks', limit: 100 }), seen);
  cases += same(await call('read_view', { name: 'task_list' }), seen);
  return cases;
}
