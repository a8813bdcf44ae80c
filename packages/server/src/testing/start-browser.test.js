import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startBrowser } from './start-browser.js';
import { unpackChromium } from './unpack-chromium.js';

/** @type {string} */
let folder;
/** @type {string} */
let chromium;
before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-browser-'));
  chromium = await unpackChromium();
});
after(() => rmSync(folder, { recursive: true, force: true }));

/** A Chromium that notes its process id. @param {string} name @param {string} [first] what it does when there is no note yet */
function program(name, first = ':') {
  const [path, note] = [join(folder, name), join(folder, `${name}.pids`)];
  const text = `#!/bin/sh\n[ -e "${note}" ]; isFirst=$?; echo $$ >> "${note}"\n[ $isFirst = 0 ] || ${first}\n`;
  writeFileSync(path, `${text}exec "${chromium}" "$@"\n`, { mode: 0o755 });
  return { path, pids: () => readFileSync(note, 'utf8').trim().split('\n').map(Number) };
}

/** What takes too long is told by the test, not by the clock. */
function createWaiting() {
  let isOver = false;
  return {
    /** Whatever is waited for next takes too long. */
    give: () => void (isOver = true),
    tooLong: () => {
      const wasOver = isOver;
      isOver = false;
      return wasOver ? Promise.resolve() : new Promise(() => {});
    },
  };
}

const opened = async (/** @type {Awaited<ReturnType<typeof startBrowser>>} */ browser) =>
  (await browser.open({}, [])).evaluate('1 + 1');

describe('a browser for tests', () => {
  it('is started a second time if it does not start', async () => {
    const once = program('once', 'exit 1');
    const browser = await startBrowser({ program: once.path });
    assert.equal(await opened(browser), 2);
    assert.equal(once.pids().length, 2);
    await browser.close();
  });

  it('fails if it does not start the second time either', async () => {
    const never = join(folder, 'never');
    writeFileSync(never, '#!/bin/sh\nexit 3\n', { mode: 0o755 });
    await assert.rejects(startBrowser({ program: never }), /launch/);
  });

  it('is replaced if it opens no page at first', async () => {
    const { path, pids } = program('stopped');
    const waiting = createWaiting();
    const browser = await startBrowser({ program: path, tooLong: waiting.tooLong });
    process.kill(pids()[0], 'SIGSTOP');
    waiting.give();
    assert.equal(await opened(browser), 2);
    assert.equal(pids().length, 2);
    await browser.close();
  });

  it('fails with what it does not do if it hangs later, and can be closed', async () => {
    const { path, pids } = program('later');
    const waiting = createWaiting();
    const browser = await startBrowser({ program: path, tooLong: waiting.tooLong });
    assert.equal(await opened(browser), 2);
    process.kill(pids()[0], 'SIGSTOP');
    waiting.give();
    await assert.rejects(opened(browser), /The browser opens no page within a minute/);
    waiting.give();
    await assert.rejects(browser.close(), /The browser does not close within a minute/);
    assert.equal(pids().length, 1);
  });
});
