import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { lastAddress, noteAddress } from './last-address.js';

it('the last address of a server is kept beside its data, and a broken note counts as none', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'plinth-address-'));
  try {
    assert.equal(lastAddress(folder), null);
    noteAddress(folder, 'https://tools.example.com');
    assert.equal(lastAddress(folder), 'https://tools.example.com');
    writeFileSync(path.join(folder, 'address.json'), '{"baseUrl": "javascript:alert(1)"}');
    assert.equal(lastAddress(folder), null);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
