import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./worker.js', import.meta.url));
const DEAF = `const emit = process.emit; process.emit = function (name, ...rest) {
  return name === 'disconnect' ? false : emit.call(this, name, ...rest); };
  setInterval(() => {}, 60_000); // as a server that listens keeps it alive`;

/** @type {[string, string, string[]][]} */
const CASES = [
  ['said nothing more', '', []],
  ['was killed in the middle of a word', '{"change":{"word":{"live":tr', []],
  ['is gone without node telling so', '', ['--import', `data:text/javascript,${encodeURIComponent(DEAF)}`]],
];

describe('a worker whose first process is gone', () => {
  for (const [how, said, flags] of CASES) {
    it(`K2: ends, when that one ${how}`, { timeout: 30_000 }, async () => {
      // The first process's end of the channel is in our hand.
      const env = { ...process.env, NODE_CHANNEL_FD: '3', NODE_CHANNEL_SERIALIZATION_MODE: 'json' };
      const worker = spawn(process.execPath, [...flags, script], {
        env,
        stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
      });
      const channel = /** @type {import('node:net').Socket} */ (worker.stdio[3]);
      const ended = once(worker, 'exit');
      // Its answer says that it has been loaded whole.
      channel.write('{"here":true}\n');
      await once(channel, 'data');
      channel.end(said);
      channel.destroySoon();
      const [code] = await ended;
      assert.equal(code, 1);
    });
  }
});
