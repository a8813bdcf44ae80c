import { chosenParts, partOptions } from '../frame/app-parts.js';
import { describeInstalled, findStarterApp, installDocument } from '../frame/apps.js';
import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'install-app',
  summary: 'install a starter app',
  arguments: ['NAME'],
  usage: '[--prefix TEXT] [--no-rows] [--home] [--no-people] ...',
  details:
    'Starter apps come with Plinth and its plugins: forum, issue-tracker, inventory, crm, landing-page, purchase-approval, benchmark-dashboard.',
  json: true,
  options: {
    prefix: { type: 'string', value: 'TEXT', summary: 'prefix for the names of its tables, views and pages' },
    'no-rows': { type: 'boolean', summary: 'leave out the sample rows' },
    ...partOptions,
  },
  async run(ctx, { values, positionals: [name] }) {
    const options = { prefix: values.prefix, rows: !values['no-rows'], parts: chosenParts(values) };
    const work = withApp(ctx, (app, operator) =>
      installDocument(ctx, app, operator, findStarterApp(app, name), options),
    );
    ctx.print(await work, describeInstalled);
  },
};
