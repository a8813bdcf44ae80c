import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';

const MODULE = new URL('./keep-memory-low.js', import.meta.url).href;

describe('a process where memory is short', () => {
  /** @param {number} memoryMb @param {Record<string, string>} [env] */
  function start(memoryMb, env = {}) {
    const code = `
      import { writeSync } from 'node:fs';
      import { keepMemoryLow } from '${MODULE}';
      const heap = process.execArgv.filter((one) => one.startsWith('--max-')).join();
      writeSync(1, \`\${process.pid} \${process.env.MALLOC_ARENA_MAX} \${process.env.OWN} \${process.argv[1]} \${heap}\\n\`);
      keepMemoryLow(process.env, ${memoryMb});
    `;
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '--no-warnings', '--eval', code, 'an argument'],
      { encoding: 'utf8', env: { ...env, OWN: 'kept' } },
    );
    assert.equal(stderr, '');
    assert.equal(status, 0);
    return stdout.trim().split('\n');
  }

  it('starts once more as itself, with a C library that returns memory', () => {
    if (process.platform !== 'linux') return;
    const [first, second, ...more] = start(512);
    assert.match(first, /^\d+ undefined kept an argument $/);
    const heap = '--max-semi-space-size=4,--max-old-space-size=256';
    assert.equal(second, `${first.replace('undefined', '2')}${heap}`);
    assert.deepEqual(more, []);
  });

  it('starts once with enough memory, or if whoever started it has made the settings', () => {
    assert.equal(start(8000).length, 1);
    const made = {
      MALLOC_ARENA_MAX: '4',
      MALLOC_MMAP_THRESHOLD_: '1000000',
      MALLOC_TRIM_THRESHOLD_: '1000000',
      NODE_OPTIONS: '--max-old-space-size=300 --max_semi_space_size=8',
    };
    const [first, ...more] = start(512, made);
    assert.match(first, / 4 kept /);
    assert.deepEqual(more, []);
  });

  it('keeps to PLINTH_MEMORY where there is more; several workers are given their heaps when they start', () => {
    if (process.platform !== 'linux') return;
    const heapOf = (/** @type {string[]} */ lines) => lines.at(-1)?.split('argument')[1].trim();
    assert.equal(heapOf(start(64_000, { PLINTH_MEMORY: '4GB' })), '--max-old-space-size=1920');
    assert.equal(heapOf(start(64_000, { PLINTH_MEMORY: '600' })), '--max-semi-space-size=4,--max-old-space-size=281');
    assert.equal(heapOf(start(64_000, { PLINTH_MEMORY: '600', WORKERS: '2' })), '');
    // Whoever reads the configuration next refuses it.
    assert.equal(start(64_000, { PLINTH_MEMORY: 'much' }).length, 1);
  });
});
