import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { AppError } from '@plinth/plugin';
import { chosenParts, partOptions } from '../frame/app-parts.js';
import { agreed, chosenReach, reachOptions } from '../frame/app-rights.js';
import { describeInstalled, installDocument } from '../frame/apps.js';
import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'import-app',
  summary: 'install an app from a file written by export-app',
  arguments: ['FILE'],
  usage: '[--yes] [--prefix TEXT] [--reach TABLE] [--no-rows] [--home] [--no-people] ...',
  details:
    'Shows what the app can do before it is installed: what visitors reach, what runs as the system, what it calls.',
  json: true,
  options: {
    prefix: { type: 'string', value: 'TEXT', summary: 'prefix for the names of its tables, views and pages' },
    'no-rows': { type: 'boolean', summary: 'leave out the rows' },
    yes: { type: 'boolean', summary: 'do not ask' },
    ...reachOptions,
    ...partOptions,
  },
  async run(ctx, { values, positionals: [file] }) {
    const reach = chosenReach(values);
    const options = { prefix: values.prefix, rows: !values['no-rows'], parts: chosenParts(values), reach };
    const installed = await withApp(ctx, async (app, operator) => {
      const document = await readDocument(app, resolve(ctx.cwd, file));
      const check = app.data.apps.check(document, { prefix: options.prefix });
      if (!(await agreed(ctx, check, values.yes === true))) return null;
      return installDocument(ctx, app, operator, document, options);
    });
    if (installed) return ctx.print(installed, describeInstalled);
    ctx.note('Nothing was installed');
    return 1;
  },
};

/** @param {import('../frame/with-app.js').App} app @param {string} path @returns {Promise<unknown>} */
async function readDocument(app, path) {
  return app.data.apps.read(createReadStream(path)).catch((/** @type {Error} */ error) => {
    if (error instanceof AppError) throw error;
    throw new AppError('FILE_NOT_READABLE', `${path} can't be read: ${error.message}`, {
      status: 404,
      hint: 'Use the path of a file written by plinth export-app.',
      cause: error,
    });
  });
}
