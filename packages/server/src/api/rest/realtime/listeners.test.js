import assert from 'node:assert/strict';
import { describe, it, mock } from 'node:test';
import { createListeners } from './listeners.js';

describe('open streams', () => {
  it('get a sign of life within 20 seconds each, and memory is given back once after a crowd has come', () => {
    mock.timers.enable({ apis: ['setInterval'] });
    let released = 0;
    const listeners = createListeners(null, { release: () => released++ });
    const streams = Array.from({ length: 1000 }, () => ({ beats: 0, send: () => undefined }));
    for (const stream of streams) listeners.add(Object.assign(stream, { send: () => void stream.beats++ }));
    mock.timers.tick(9000);
    assert.equal(released, 0);
    mock.timers.tick(11_000);
    assert.ok(streams.every(({ beats }) => beats === 1));
    assert.equal(released, 1);
    mock.timers.tick(60_000);
    assert.equal(released, 1);
    for (const stream of streams) listeners.remove(stream);
    mock.timers.reset();
  });
});
