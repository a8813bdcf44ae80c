import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/*
 * The ceiling: a plain node:http server that sends the given bytes and headers, with as many processes as the server it
 * is compared with. Prints its port once all of them listen.
 */

/** @type {{ workers: number, status: number, headers: [string, string][], body: string }} */
const job = JSON.parse(readFileSync(process.argv[2], 'utf8'));

if (cluster.isPrimary && job.workers > 1) {
  let port = 0;
  for (let i = 0; i < job.workers; i++) {
    cluster.fork();
    port = await new Promise((resolve) => cluster.once('listening', (_worker, address) => resolve(address.port)));
  }
  say(port);
} else {
  const bytes = Buffer.from(job.body, 'base64');
  const list = job.headers.flat();
  const server = createServer((req, res) => {
    req.resume();
    res.writeHead(job.status, list.slice());
    res.end(bytes);
  });
  server.listen(0, '127.0.0.1', () => {
    if (cluster.isPrimary) say(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  });
}
process.on('SIGTERM', () => process.exit(0));
// The measuring process is gone.
if (cluster.isPrimary) process.stdin.resume().on('end', () => process.exit(0));
else process.on('disconnect', () => process.exit(0));

/** @param {number} port */
function say(port) {
  process.stdout.write(`${port}\n`);
}
