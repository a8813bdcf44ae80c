import { AppError, phrase } from '@plinth/plugin';
import { withApp } from '../frame/with-app.js';

/** @import { Command } from '../types.d.ts' */
/** @import { App } from '../frame/with-app.js' */

/** @type {Command} */
export const command = {
  name: 'create-token',
  summary: 'create an API token for a user',
  usage: '--user EMAIL [--name NAME] [--tables A,B] [--operations read,create] [--expires 90d]',
  details: 'The token is printed once. Only a hash of it is stored.',
  json: true,
  options: {
    user: {
      type: 'string',
      value: 'EMAIL',
      summary: 'the user the token acts as',
      required: true,
    },
    name: { type: 'string', value: 'NAME', summary: 'what the token is for (default: "command line")' },
    tables: { type: 'string', value: 'A,B', summary: 'limit the token to these tables' },
    operations: { type: 'string', value: 'A,B', summary: 'limit the token to some of read, create, update, delete' },
    expires: { type: 'string', value: 'DAYS', summary: 'days until it expires, such as 90d (default: never)' },
  },
  async run(ctx, { values }) {
    const { name = 'command line', expires } = values;
    const input = { name, tables: list(values.tables), operations: list(values.operations), expires };
    const made = await withApp(ctx, async ({ data }, operator) => {
      const id = await findUser(data, operator, values.user);
      return data.people.apiTokens.create(operator, id, input);
    });
    ctx.print(made, ({ token }) => token);
  },
};

/** @param {string | undefined} text */
const list = (text) => (text === undefined ? null : text.split(',').map((entry) => entry.trim()));

/** @param {App['data']} data @param {import('@plinth/plugin').Actor} operator @param {string} email */
async function findUser(data, operator, email) {
  const wanted = email.trim().toLowerCase();
  // Other addresses may end in the same letters and come before it, perhaps on several pages.
  /** @type {string | null} */
  let after = null;
  do {
    /** @type {{ users: { id: string, email: string }[], next: string | null }} */
    const page = await data.people.users.list(operator, { search: wanted, after });
    const found = page.users.find((user) => user.email.toLowerCase() === wanted);
    if (found) return found.id;
    after = page.next;
  } while (after !== null);
  throw new AppError('USER_NOT_FOUND', phrase`There is no user "${email}"`, { status: 404 });
}
