import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'add-package',
  summary: 'add an npm package for functions',
  arguments: ['PACKAGE'],
  details: [
    'PACKAGE is NAME or NAME@VERSION. It is downloaded with npm without running its scripts, bundled, pinned and stored in',
    "the database; functions import it as 'npm/NAME'. Another version of it is replaced.",
  ].join('\n'),
  json: true,
  async run(ctx, { positionals: [wanted] }) {
    const [, name, version] = /^(.[^@]*)(?:@(.+))?$/.exec(wanted) ?? ['', wanted];
    const added = await withApp(ctx, ({ packages }, operator) => packages.add(operator, String(name), version));
    ctx.print(added, (one) => `Added ${one.name} ${one.version} (${one.size} characters).`);
  },
};
