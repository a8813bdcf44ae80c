import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { AppError } from '@plinth/plugin';
import { chosenParts, partOptions } from '../frame/app-parts.js';
import { describeInstalled, installDocument } from '../frame/apps.js';
import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'import-app',
  summary: 'install an app from a file written by export-app',
  arguments: ['FILE'],
  usage: '[--prefix TEXT] [--no-rows] [--home] [--no-people] ...',
  json: true,
  options: {
    prefix: { type: 'string', value: 'TEXT', summary: 'prefix for the names of its tables, views and pages' },
    'no-rows': { type: 'boolean', summary: 'leave out the rows' },
    ...partOptions,
  },
  async run(ctx, { values, positionals: [file] }) {
    const document = await readDocument(resolve(ctx.cwd, file));
    const options = { prefix: values.prefix, rows: !values['no-rows'], parts: chosenParts(values) };
    const work = withApp(ctx, (app, operator) => installDocument(ctx, app, operator, document, options));
    ctx.print(await work, describeInstalled);
  },
};

/** @param {string} path @returns {Promise<unknown>} */
async function readDocument(path) {
  const text = await readFile(path, 'utf8').catch((error) => {
    throw new AppError('FILE_NOT_READABLE', `${path} can't be read: ${error.message}`, {
      status: 404,
      hint: 'Use the path of a file written by plinth export-app.',
      cause: error,
    });
  });
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new AppError('APP_DOCUMENT_INVALID', `${path} is not JSON: ${/** @type {Error} */ (error).message}`, {
      status: 422,
      hint: 'Nothing was installed. Use a file written by plinth export-app.',
    });
  }
}
