import { Readable, Writable } from 'node:stream';
import { runCli } from '../frame/run-cli.js';

/**
 * A command in this process: half of the time that one in its own takes is Node's start and the reading of our code. That
 * a command ends by itself is seen only in a process of its own, so each has one there, too.
 *
 * @param {string[]} args
 * @param {{ cwd: string, env: Record<string, string | undefined>, input?: string }} options
 * @returns {Promise<{ exitCode: number, out: string, err: string }>}
 */
export async function runHere(args, { cwd, env, input = '' }) {
  const [out, err] = [collected(), collected()];
  const stdin = Readable.from(input ? [input] : [], { objectMode: false });
  const { stream: stdout } = out;
  const { stream: stderr } = err;
  const exitCode = await runCli(args, { parent: null, env, cwd, stdin, stdout, stderr });
  return { exitCode, out: out.text(), err: err.text() };
}

function collected() {
  let all = '';
  const stream = new Writable({
    decodeStrings: false,
    write(part, _encoding, done) {
      all += part;
      done();
    },
  });
  return { stream, text: () => all };
}
