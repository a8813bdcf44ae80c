import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Whoever asks what time it is on the wall, and what for. */
const KNOWN = {
  'packages/data/src/catalog/schema/uuid.js': 'a time is part of the id',
  'packages/data/src/automation/actions/definitions/http-request.js': 'a server says until when to wait',
  'packages/data/src/automation/actions/definitions/wait.js': 'until when a run waits',
  'packages/data/src/automation/triggers/hooks/verify-call.js': 'the time in a signature',
  'packages/data/src/postgres/changes/replication.js': 'the protocol wants it',
  'packages/data/src/automation/functions/function-runs.js': 'when a function ran',
  'packages/data/src/people/notifications/to-mail.js': 'until when a mail is of use, kept in the database',
  'packages/data/src/postgres/database/embedded/database-facts.js': 'it is compared with the clock of the database',
  'packages/plugin/src/texts/formats.js': '"two hours ago"',
  'packages/admin/src/expressions/try-expression.js': 'the value of now',
  'packages/admin/src/importing/pending-uploads.js': 'the age of a file',
  'packages/admin/src/importing/running-import.js': 'the age of a file',
  'packages/admin/src/screens/site/about.js': 'when this process began',
  'packages/server/src/node/backups/folder.js': 'the age of a file',
  'packages/server/src/auth/recent-login.js': 'the time of a login, kept in the database',
  'packages/server/src/http/body/carried-form.js': 'until when a form can be posted',
  'packages/server/src/http/log/log.js': 'when an event was',
  'packages/views/src/compile/expression.js': 'the value of now',
};

/** Tests, what runs in the browser, and what is measured. */
const APART = /\.test\.js$|\.long-test\.js$|\/testing\/|\/assets\/|benchmark/;

describe('the product', () => {
  it('K9: measures how long something takes by the clock that nobody sets', () => {
    const asking = readdirSync(path.join(root, 'packages'), { recursive: true, encoding: 'utf8' })
      .map((file) => path.posix.join('packages', file))
      .filter((file) => /^packages\/\w+\/src\/.*\.js$/.test(file) && !APART.test(file))
      .filter((file) => /Date\.now\(\)/.test(readFileSync(path.join(root, file), 'utf8')));
    assert.deepEqual(
      asking.filter((file) => !(file in KNOWN)),
      [],
      'use performance.now(), or add it with the reason',
    );
  });
});
