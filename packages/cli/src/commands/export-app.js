import { resolve } from 'node:path';
import { AppError } from '@plinth/plugin';
import { UsageError } from '../frame/errors.js';
import { replaceFile } from '../frame/replace-file.js';
import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */
/** @import { App } from '../frame/with-app.js' */

/** @type {Command} */
export const command = {
  name: 'export-app',
  summary: 'write an app to a file: tables, views, pages and rows',
  arguments: ['FILE'],
  usage: '[--app NAME] [--no-rows]',
  details: 'FILE may be - for standard output. An older file of that name is replaced once the new one is whole.',
  options: {
    app: { type: 'string', value: 'NAME', summary: 'which app, if the server has several' },
    'no-rows': { type: 'boolean', summary: 'leave out the rows' },
  },
  async run(ctx, { values, positionals: [file] }) {
    const text = await withApp(ctx, async (app, operator) => {
      const document = await app.data.apps.export(operator, chooseApp(app, values.app), { rows: !values['no-rows'] });
      return app.data.apps.text(document);
    });
    if (file === '-') return void ctx.stdout.write(text);
    const path = resolve(ctx.cwd, file);
    await replaceFile(path, text);
    ctx.note(`Wrote ${path}`);
  },
};

/** @param {App} app @param {string | undefined} wanted @returns {string} */
function chooseApp({ data }, wanted) {
  const names = data.catalog().apps.map((/** @type {{ name: string }} */ { name }) => name);
  if (wanted !== undefined) return wanted;
  if (names.length === 1) return names[0];
  if (names.length === 0) throw new AppError('APP_NOT_FOUND', 'This server holds no app yet', { status: 404 });
  throw new UsageError('This server holds several apps', `Say which one: --app ${names.join(', --app ')}`);
}
