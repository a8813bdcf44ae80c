import { spawn } from 'node:child_process';
import { join } from 'node:path';

const CACHE = 'node_modules/.cache/plinth';

/** Files that passed and have not changed need not be checked again. @param {string} name */
const cached = (name) => ['--cache', '--cache-strategy=content', `--cache-location=${CACHE}/${name}`];

/** Each is a Node program below the root, with its arguments. */
const CHECKS = [
  { name: 'imports', program: 'scripts/checks/check-imports.js', args: [] },
  {
    name: 'eslint',
    program: 'node_modules/eslint/bin/eslint.js',
    args: ['.', '--max-warnings=0', ...cached('eslint')],
  },
  {
    name: 'prettier',
    program: 'node_modules/prettier/bin/prettier.cjs',
    args: ['--check', '--log-level=warn', '.', ...cached('prettier')],
  },
  {
    name: 'types',
    program: 'node_modules/typescript/bin/tsc',
    args: ['--noEmit', '--project', 'tsconfig.json', '--incremental', '--tsBuildInfoFile', `${CACHE}/types`],
  },
];

/**
 * Runs all static checks, two at a time, even after one has failed, so that one run shows everything.
 *
 * @param {string} root
 * @returns {Promise<boolean>} whether all passed
 */
export async function runChecks(root) {
  let allPassed = true;
  const left = [...CHECKS];
  const work = async () => {
    for (let check = left.shift(); check; check = left.shift()) {
      const { name, program, args } = check;
      const started = Date.now();
      const { passed, output } = await runNode(root, [join(root, program), ...args]);
      console.log(`${passed ? '✔' : '✖'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
      if (!passed) console.log(output);
      allPassed &&= passed;
    }
  };
  await Promise.all([work(), work()]);
  return allPassed;
}

/** @param {string} root @param {string[]} args @returns {Promise<{ passed: boolean, output: string }>} */
function runNode(root, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('close', (code) => resolve({ passed: code === 0, output }));
  });
}
