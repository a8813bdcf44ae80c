import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serverTexts } from '../texts.js';

const root = fileURLToPath(new URL('./', import.meta.url));

describe('templates of the admin', () => {
  it('name a button for screen readers with the words that stand on it', () => {
    const named =
      /aria-label="<%= m\.t\('([^']+)'[^"]*"[^<]*>(?:<%- m\.icon\([^)]*\) %> )?<%= m\.t\('([^']+)'\) %><\//g;
    const templates = readdirSync(`${root}templates`, { recursive: true }).map(String);
    const buttons = templates
      .filter((name) => name.endsWith('.ejs'))
      .flatMap((name) => [...readFileSync(`${root}templates/${name}`, 'utf8').matchAll(named)]);
    assert.ok(buttons.length >= 8, String(buttons.length));
    for (const [, label, words] of buttons) {
      for (const of of Object.values(serverTexts)) {
        assert.ok(of[label].toLowerCase().includes(of[words].toLowerCase()), `${of[label]}: ${of[words]}`);
      }
    }
  });
});
