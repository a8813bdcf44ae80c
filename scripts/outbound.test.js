import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Whoever opens a connection to elsewhere, and why no user of an app can choose where to. */
const KNOWN = {
  'packages/data/src/postgres/database/connect.js': 'the database that the operator named',
  'packages/data/src/postgres/database/send-statement.js': 'sends on a connection that is open',
  'packages/data/src/postgres/changes/replication.js': 'the same',
  'packages/data/src/postgres/database/embedded/external.js': 'the same',
  'packages/data/src/postgres/database/embedded/database-facts.js': 'the same',
  'packages/data/src/postgres/database/embedded/has-database.js': 'the same',
  'packages/data/src/postgres/database/embedded/open-database.js': 'the database that this process has just started',
  'packages/data/src/exchange/backup/try-restore.js': 'the database that the operator named',
  'packages/data/src/automation/outbound/outbound.js':
    'the one guarded way out: each address is checked as the connection is made',
  'packages/data/src/automation/triggers/mailboxes/imap.js':
    'a mail server whose address the guarded way out has checked',
  'packages/server/src/pages/mail/mail.js': 'the mail server that an admin named',
  'packages/server/src/plugins/npm/run-npm.js': 'npm, for an admin',
  'packages/server/src/node/cluster/probe-port.js': 'listens only',
};

/** What can reach out: requests, sockets, clients of the database and of mail servers, npm. */
const REACHES = [
  /(?<![\w.])fetch\(/,
  /(?<!@)import (?!\/)[^;]*\b(request|get|connect|createConnection|Socket)\b[^;]*from 'node:(https?|net|tls|http2|dgram)'/,
  /from 'node:(https|tls|http2|dgram)'/,
  /from 'undici'/,
  /(from|import\()\s*'nodemailer'/,
  /await import\('imapflow'\)/,
  /import pg from 'pg'/,
  /\brun\('npm'/,
];
/** Run by whoever works on Plinth or measures it, or in the browser. */
const APART = /\.test\.js$|\.long-test\.js$|\/testing\/|\/assets\/|\/benchmarks\/|\/test\/|benchmark|builder\/src\/kit/;

describe('the product', () => {
  it('I9: opens no connection to an address that a user could choose', () => {
    const reaching = ['packages', 'plugins'].flatMap(sources).filter((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      return REACHES.some((pattern) => pattern.test(text)) && /new pg\.|fetch|nodemailer|imapflow|npm|node:/.test(text);
    });
    const surprising = reaching.filter((file) => !(file in KNOWN) && !file.endsWith('type-parsers.js'));
    assert.deepEqual(surprising, [], 'add it with the reason, or let it go through a module that checks addresses');
  });
});

/** @param {string} folder @returns {string[]} */
function sources(folder) {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file))
    .filter(
      (file) => file.endsWith('.js') && file.includes('/src/') && !file.includes('node_modules') && !APART.test(file),
    );
}
