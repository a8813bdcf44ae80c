import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { SETTINGS, SETTING_NAMES } from '@plinth/server/operations';
import { commandNames, loadCommand } from './find-command.js';
import { runCli } from './run-cli.js';

const dataDir = mkdtempSync(join(tmpdir(), 'plinth-cli-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));

/** @param {string[]} argv @param {Record<string, string>} [env] */
async function run(argv, env = {}) {
  let [out, err] = ['', ''];
  const exitCode = await runCli(argv, {
    parent: null,
    env: { PLINTH_DATA: dataDir, ...env },
    cwd: dataDir,
    stdin: process.stdin,
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
  });
  return { exitCode, out, err };
}

describe('plinth', () => {
  it('has a line for every command in docs/reference/commands.md, and none for others', () => {
    const page = readFileSync(new URL('../../../../docs/reference/commands.md', import.meta.url), 'utf8');
    const told = [...page.matchAll(/^\| `([a-z-]+)/gm)].map(([, name]) => name);
    assert.deepEqual(told.toSorted(), [...commandNames()].toSorted());
  });

  it('lists every command, each of which explains itself', async () => {
    const { exitCode, out } = await run(['--help']);
    assert.equal(exitCode, 0);
    for (const name of commandNames()) {
      const command = await loadCommand(name);
      assert.equal(command.name, name);
      assert.ok(out.includes(`  ${name} `) && out.includes(command.summary), name);
      const help = await run([name, '--help']);
      assert.equal(help.exitCode, 0);
      assert.ok(help.out.startsWith(`Usage: plinth ${name}`));
    }
  });

  it('names every setting with its meaning and default, those of docs/reference/configuration.md', async () => {
    const { out } = await run(['--help']);
    const page = readFileSync(new URL('../../../../docs/reference/configuration.md', import.meta.url), 'utf8');
    const told = [...page.matchAll(/^\| `([A-Z_]+)`/gm)].map(([, name]) => name);
    assert.deepEqual(told.toSorted(), SETTING_NAMES.toSorted());
    for (const name of SETTING_NAMES) {
      const { meaning, missing } = SETTINGS[name];
      const line = out.split('\n').find((one) => one.trim().startsWith(`${name} `));
      assert.ok(line?.endsWith(`${meaning} (default: ${missing})`), name);
    }
  });

  it('answers wrong usage with 2 and a way out', async () => {
    assert.equal((await run([])).exitCode, 2);
    const unknown = await run(['docter']);
    assert.equal(unknown.exitCode, 2);
    assert.match(unknown.err, /There is no command "docter"\nDid you mean "plinth doctor"\?/);
    const option = await run(['info', '--jsn']);
    assert.equal(option.exitCode, 2);
    assert.match(option.err, /--json.*\nUsage: plinth info/s);
  });

  it('answers a foreseen failure with 1, its code and its hint', async () => {
    const wrong = await run(['info'], { PORT: 'abc' });
    assert.equal(wrong.exitCode, 1);
    assert.match(wrong.err, /^PORT is "abc": .* \(CONFIG_INVALID\)\nCorrect/);
    const json = await run(['info', '--json'], { DATABASE_URL: 'postgres://me@127.0.0.1:1/app' });
    assert.equal(json.exitCode, 1);
    assert.equal(JSON.parse(json.err).error.code, 'DATABASE_UNREACHABLE');
    assert.equal(json.out, '');
  });

  it('info makes no site where none is, and starts the database of one for its own duration', async () => {
    const none = await run(['info']);
    assert.equal(none.exitCode, 1);
    assert.ok(none.err.includes(`There is no site in ${dataDir} (SITE_NOT_FOUND)`), none.err);
    assert.deepEqual(readdirSync(dataDir), []);
    assert.equal((await run(['setup', 'ada@example.com'])).exitCode, 0);
    const { exitCode, out } = await run(['info', '--json']);
    assert.equal(exitCode, 0);
    const facts = JSON.parse(out);
    assert.equal(facts.database.kind, 'embedded');
    assert.equal(facts.database.running, false);
    assert.equal(facts.dataDir, dataDir);
  });

  it('doctor tries the database where there is no site yet, and leaves nothing', async () => {
    const empty = join(dataDir, 'not', 'yet');
    const { exitCode, out } = await run(['doctor', '--data', empty]);
    assert.equal(exitCode, 0, out);
    assert.match(out, /! site: none in .*not\/yet yet\n.*\n✔ durability: fsync is on/s);
    assert.equal(existsSync(join(dataDir, 'not')), false);
  });

  it('doctor finds a sound machine sound', async () => {
    const { exitCode, out } = await run(['doctor']);
    assert.equal(exitCode, 0, out);
    assert.match(out, /✔ durability: fsync is on/);
  });

  it('doctor reports problems instead of giving up', async () => {
    const { exitCode, out } = await run(['doctor'], { DATABASE_URL: 'postgres://me@127.0.0.1:1/app' });
    assert.equal(exitCode, 1);
    assert.match(out, /✔ node/);
    assert.match(out, /✖ database: .*DATABASE_UNREACHABLE/);
  });
});
