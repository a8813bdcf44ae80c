import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** @import { Watched } from './requests.js' */

/*
 * Sends requests one after the other from a thread of its own, so that nothing of the client is counted: one message begins
 * a round, and one ends it.
 */
const { port } = workerData;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let misses = 0;

parentPort?.on('message', async ({ watched, headers, calls }) => {
  try {
    let bytes = 0;
    for (let call = 0; call < calls; call++) bytes = await send(watched, headers);
    parentPort?.postMessage({ bytes });
  } catch (error) {
    parentPort?.postMessage({ problem: String(error) });
  }
});

/** @param {Watched} watched @param {Record<string, string>} own @returns {Promise<number>} the bytes of the answer */
function send({ name, path, method = 'GET', type, body, status = 200, isMiss = false, missBy = 'miss=*' }, own) {
  const headers = { host: 'plinth.test', accept: 'text/html', ...own, ...(type && { 'content-type': type }) };
  // Always as long, since a page's addresses repeat it.
  const number = String(1_000_000 + misses);
  if (isMiss) misses++;
  const miss = isMiss ? `${path.includes('?') ? '&' : '?'}${missBy.replaceAll('*', number)}` : '';
  return new Promise((resolve, reject) => {
    const asked = request({ port, path: path + miss, method, headers, agent }, (answer) => {
      let bytes = 0;
      answer
        .on('data', (chunk) => (bytes += chunk.length))
        .on('end', () =>
          answer.statusCode === status ? resolve(bytes) : reject(new Error(`${name}: ${answer.statusCode}`)),
        );
    });
    asked.on('error', reject).end(body);
  });
}
