import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'install-plugin',
  summary: 'install a plugin and enable it',
  arguments: ['SOURCE'],
  details: [
    'SOURCE is the name of an npm package (NAME or NAME@VERSION), a folder or a tarball. Its install scripts are not run;',
    'version and integrity are pinned. A plugin is code that runs in the server: install only what you trust.',
  ].join('\n'),
  json: true,
  async run(ctx, { positionals: [source] }) {
    const installed = await withApp(ctx, ({ plugins }, operator) => plugins.install(operator, source));
    ctx.print(installed, ({ label, name, version }) => `Installed ${label} (${name} ${version}).`);
  },
};
