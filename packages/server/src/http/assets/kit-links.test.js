import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { JOINED_SCRIPTS } from '@plinth/views';
import { linkKit } from './kit-links.js';
import { indexAssets } from './asset-index.js';

describe('the browser kit', () => {
  it('is imported by its name, which becomes an address', () => {
    const text = "import { request } from '@plinth/plugin/browser/request';\nimport('@plinth/plugin/browser/drag');\n";
    assert.equal(
      linkKit('board/js/deep/a.js', text),
      "import { request } from '../../../core-kit/request.js';\nimport('../../../core-kit/drag.js');\n",
    );
    assert.equal(linkKit('core-kit/a.js', "from '@plinth/plugin/browser/b'"), "from './b.js'");
  });

  it('leaves other names alone', () => {
    const text = "import { x } from '@plinth/plugin/browser/../secret';\nimport y from '@plinth/plugin';\n";
    assert.equal(linkKit('board/a.js', text), text);
  });

  it('is joined only with what every page has: others would load the lists for a module of the kit', async () => {
    const at = (/** @type {string} */ path) => new URL(path, import.meta.url);
    const sources = [
      { owner: 'core-kit', folder: at('../../../../plugin/assets/') },
      { owner: 'core-views/js/local', folder: at('../../../../plugin/src/local/') },
      { owner: 'core-views', folder: at('../../../../views/assets/') },
    ];
    const { joined } = await indexAssets(sources, async () => '', JOINED_SCRIPTS);
    const ofKit = [...joined].filter(([name]) => name.startsWith('core-kit/'));
    assert.deepEqual(ofKit, [['core-kit/request.js', JOINED_SCRIPTS[0].entry]]);
  });

  it('is linked in every script that is served', async () => {
    const kit = new URL('./', import.meta.resolve('@plinth/plugin/browser/request'));
    const board = new URL('../../../../../plugins/board/assets/', import.meta.url);
    const sources = [
      { owner: 'core-kit', folder: kit },
      { owner: 'board', folder: board },
    ];
    const { files } = await indexAssets(sources, async (file) => readFile(file, 'utf8'));
    const more = String(files.get('board/more.js')?.bytes);
    const [, address] = /from '([^']*core-kit[^']*)'/.exec(more) ?? [];
    assert.ok(files.has(new URL(address, 'http://x/board/more.js').pathname.slice(1)));
    for (const { bytes } of files.values()) assert.doesNotMatch(String(bytes), /from '@plinth/);
  });
});
