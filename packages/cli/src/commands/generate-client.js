import { resolve } from 'node:path';
import { replaceFile } from '../frame/replace-file.js';
import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'generate-client',
  summary: 'generate a typed API client: one TypeScript file',
  usage: '--out FILE',
  details: 'The file has the types of all tables and needs nothing else. FILE may be - for standard output.',
  options: { out: { type: 'string', value: 'FILE', summary: 'the file to write', required: true } },
  async run(ctx, { values: { out } }) {
    const { generateClient } = await import('@plinth/server/api-client');
    const text = await withApp(ctx, (app, operator) => generateClient(app, operator));
    if (out === '-') return void ctx.stdout.write(text);
    const path = resolve(ctx.cwd, out);
    await replaceFile(path, text);
    ctx.note(`Wrote ${path}`);
  },
};
