import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { runHere } from './run-here.js';

const bin = fileURLToPath(new URL('../../bin/plinth.js', import.meta.url));

/** @typedef {import('node:child_process').ChildProcessWithoutNullStreams} Child */

/**
 * `plinth serve` and other commands in separate processes, on a temporary data folder.
 *
 * @param {string} name of the test
 * @param {Record<string, string | undefined>} [settings] environment of all processes
 */
export function ownServers(name, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), `plinth-${name}-`));
  const env = {
    // Not where real servers of this machine note theirs.
    PLINTH_SITES: join(folder, 'sites'),
    PATH: process.env.PATH,
    PLINTH_DATA: join(folder, 'var'),
    PORT: '0',
    VISITOR_LIMIT: '0',
    ...settings,
  };
  /** @type {Child[]} */
  const servers = [];

  /** @param {string[]} args @param {Record<string, string>} more @param {string[]} ahead a command to run it with */
  const start = (args, more, ahead = []) => {
    const [command, ...rest] = [...ahead, process.execPath, bin, ...args];
    return /** @type {Child} */ (spawn(command, rest, { cwd: folder, env: { ...env, ...more } }));
  };

  return {
    folder,
    dataDir: env.PLINTH_DATA,

    /** @param {Record<string, string>} [more] environment @param {string[]} [ahead] */
    async serve(more = {}, ahead = []) {
      const server = start(['serve'], more, ahead);
      servers.push(server);
      let errors = '';
      server.stderr.setEncoding('utf8').on('data', (part) => (errors += part));
      const lines = createInterface(server.stdout);
      const [first] = await Promise.race([once(lines, 'line'), once(server, 'close')]);
      lines.on('line', () => {});
      const url = /Plinth runs at (\S+)/.exec(String(first))?.[1] ?? assert.fail(errors);
      const stop = async (/** @type {NodeJS.Signals} */ signal = 'SIGTERM') => {
        const closed = once(server, 'close');
        server.kill(signal);
        await closed;
      };
      return { server, url, port: new URL(url).port, errors: () => errors, stop };
    },

    /**
     * The output of a command.
     *
     * @param {string[]} args
     * @param {{ input?: string, env?: Record<string, string>, ahead?: string[] }} [options] ahead: a command to run it with
     * @returns {Promise<string>}
     */
    async plinth(args, { input = '', env: more = {}, ahead = [] } = {}) {
      const child = start(args, more, ahead);
      child.stdin.end(input);
      const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
      assert.equal(code, 0, err);
      return out;
    },

    /**
     * What a command says that fails, in this process.
     *
     * @param {string[]} args @returns {Promise<string>}
     */
    async refused(args) {
      const { exitCode, err } = await runHere(args, { cwd: folder, env });
      assert.equal(exitCode, 1, err);
      return err;
    },

    close() {
      for (const server of servers) server.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A cookie of a logged-in user. @param {string} url @param {string} email @param {string} password */
export async function logIn(url, email, password) {
  const answer = await fetch(new URL('/auth/login', url), {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  assert.ok([302, 303].includes(answer.status), `${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
