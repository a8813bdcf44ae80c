import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { it } from 'node:test';
import { endWith, readyBody } from './ready-body.js';

it('a body is sent byte for byte, also as text', async () => {
  const everyByte = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  const sizes = [0, 256, 8192, 8448];
  const bodies = sizes.map((size) => readyBody(['x-size', String(size)], Buffer.alloc(size, everyByte)));
  const server = createServer((req, res) => {
    const body = bodies[Number(req.url?.slice(1))];
    res.writeHead(200, [...body.headers]);
    endWith(res, body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  for (const [index, { bytes }] of bodies.entries()) {
    const answer = await fetch(`http://127.0.0.1:${port}/${index}`);
    assert.equal(answer.headers.get('content-length'), String(sizes[index]));
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes);
  }
  assert.deepEqual(
    bodies.map(({ text }) => text !== null),
    [true, true, true, false],
  );
  server.close();
});
