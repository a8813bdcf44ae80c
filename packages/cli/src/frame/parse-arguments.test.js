import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseArguments } from './parse-arguments.js';

/** @type {import('../types.d.ts').Command} */
const command = {
  name: 'import-app',
  summary: '',
  arguments: ['FILE', '[FOLDER]'],
  json: true,
  options: {
    prefix: { type: 'string', value: 'TEXT', summary: '' },
    app: { type: 'string', summary: '', required: true },
  },
  run: async () => 0,
};

/** @param {string[]} argv @param {RegExp} message @param {RegExp} [hint] */
const refused = (argv, message, hint) =>
  assert.throws(() => parseArguments(command, argv), { code: 'USAGE', message, ...(hint ? { hint } : {}) });

describe('parseArguments', () => {
  it('reads options and arguments in any order', () => {
    const { values, positionals, json } = parseArguments(command, ['--app=crm', 'a.json', '--json', '--prefix', 'x_']);
    assert.deepEqual({ ...values }, { app: 'crm', prefix: 'x_' });
    assert.deepEqual(positionals, ['a.json']);
    assert.equal(json, true);
  });

  it('needs nothing for help', () => assert.equal(parseArguments(command, ['--help']).help, true));

  it('names unknown, missing and superfluous arguments', () => {
    refused(['a.json', '--prefx', 'x'], /'--prefx'/, /--prefix/);
    refused(['--app=a'], /^FILE is missing$/);
    refused(['a.json'], /^--app is missing$/);
    refused(['a', 'b', 'c', '--app=a'], /^"c" is an unexpected argument$/);
    refused(['a', '--app'], /--app/);
  });
});
