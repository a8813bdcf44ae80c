import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'install-plugin',
  summary: 'install and enable a plugin',
  arguments: ['SOURCE'],
  details: [
    'SOURCE is an npm package (NAME or NAME@VERSION), a folder or a tarball. Its install scripts are not run, and its',
    'version and integrity are pinned. A plugin runs inside the server: install only what you trust.',
  ].join('\n'),
  json: true,
  async run(ctx, { positionals: [source] }) {
    const installed = await withApp(ctx, ({ plugins }, operator) => plugins.install(operator, source));
    ctx.print(installed, ({ label, name, version }) => `Installed ${label} (${name} ${version}).`);
  },
};
