import { AppError } from '@plinth/plugin';
import { addUser, describeUser } from '../frame/add-user.js';
import { findStarterApp, installDocument } from '../frame/apps.js';
import { passwordOption, readPassword } from '../frame/read-password.js';
import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */

/** @type {Command} */
export const command = {
  name: 'setup',
  summary: 'create the first admin, and optionally a starter app, without a browser',
  arguments: ['EMAIL'],
  usage: '[--name NAME] [--app NAME]',
  details: 'Fails if there is already an admin.',
  json: true,
  options: {
    name: {
      type: 'string',
      value: 'NAME',
      summary: 'the admin’s name (default: the part of the address before the @)',
    },
    app: { type: 'string', value: 'NAME', summary: 'install this starter app, with sample rows' },
    'password-stdin': passwordOption,
  },
  async run(ctx, { values, positionals: [email] }) {
    const password = await readPassword(ctx, values['password-stdin']);
    const person = { email, name: values.name ?? email.split('@')[0], roles: ['admin'], password };
    const result = await withApp(
      ctx,
      async (app, operator) => {
        if (!(await app.data.people.needsFirstAdmin())) {
          throw new AppError('SETUP_DONE', 'This server already has an admin', {
            status: 409,
            hint: 'Add more with plinth create-user --role admin, and apps with plinth install-app.',
          });
        }
        // Looked up first, so that a mistyped name leaves nothing half done. The app comes last, because its sample users
        // may have the admin's address.
        const starter = values.app ? findStarterApp(app, values.app) : null;
        const user = await addUser(app, operator, person);
        const installed = starter ? await installDocument(ctx, app, operator, starter, {}) : null;
        return { user, app: installed?.app ?? null };
      },
      { mayBeNew: true },
    );
    ctx.print(result, ({ user, app }) => [describeUser(user), ...(app ? [`Installed ${app}.`] : [])].join('\n'));
  },
};
