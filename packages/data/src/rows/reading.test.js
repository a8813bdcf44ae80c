import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { tablesIn } from './reading.js';

describe('the tables in a statement', () => {
  it('are those named with a schema of ours, quoted or not, each once', () => {
    const text = `select t$0."title", (select count(*) from "app"."replies" r$1), f.id
      from "app"."odd ""name""" t$0 join plinth.files f on true join "plinth"."users" u on true
      where exists (select from "app"."replies")`;
    assert.deepEqual(tablesIn(text), ['app.replies', 'app.odd "name"', 'plinth.files', 'plinth.users']);
  });

  it('are neither functions nor collations', () => {
    assert.deepEqual(tablesIn('select plinth.try_jsonb(x), "plinth"."f" (1) order by a collate "plinth"."words"'), []);
  });
});
