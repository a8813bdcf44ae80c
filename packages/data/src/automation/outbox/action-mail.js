/** @import { ActionMail, Actor, Table } from '@plinth/plugin' */
/** @import { Evaluated } from '../../rules/expressions/fill-texts.js' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Outbox } from './outbox.js' */
/** @import { ComposeContext } from './compose-mail.js' */
import { AppError } from '@plinth/plugin';
import { createRateLimits } from '../../people/accounts/rate-limits.js';
import { withRole } from '../../people/accounts/with-role.js';
import { requireReach, usingPartOf } from '../../rules/reach/system-of.js';
import { asUuid, k } from '../../postgres/sql/index.js';
import { composeMail } from './compose-mail.js';

/**
 * E-mail that an action sends. Its content is read with the rights of the actor.
 *
 * @param {Omit<ComposeContext, 'db' | 'values'> & { db: Database, on: { query: Database['query'] }, outbox: Pick<Outbox, 'add' | 'isSetUp'>,
 *   valuesFor: (reader: Actor) => ComposeContext['values'] }} context
 *   on: the transaction that the mail belongs to, or the database
 * @returns {ActionMail}
 */
export function createActionMail(context) {
  const { catalog, valuesFor, actor, on, outbox } = context;
  const values = valuesFor(actor);
  const limits = createRateLimits(context.db);

  return {
    async send({ to, content }) {
      refuseVisitor(actor);
      const addresses = await addressesOf(to);
      if (addresses.length === 0) throw noRecipient(isComplete(to) ? { skipped: 'Skipped: no address' } : undefined);
      await limits.takeMail(actor.userId);
      const mail = await composed(content);
      for (const address of addresses)
        await outbox.add({ kind: 'action', to: address, causedBy: actor.userId, ...mail });
      return { isSetUp: await outbox.isSetUp() };
    },
  };

  /** @param {Parameters<ActionMail['send']>[0]['content']} content */
  async function composed(content) {
    if (!('template' in content)) return composeMail({ ...context, values, isLater: true }, content);
    const template = catalog().mail(content.template);
    const reader = usingPartOf(actor, catalog(), template.app);
    if (context.about.table) requireReach(reader, catalog(), context.about.table.name);
    return composeMail({ ...context, actor: reader, values: valuesFor(reader), isLater: true }, template);
  }

  /** @param {Parameters<ActionMail['send']>[0]['to']} to @returns {Promise<string[]>} */
  async function addressesOf(to) {
    if ('address' in to) return [to.address].filter((address) => address.trim() !== '');
    if ('role' in to) return addresses(await withRole(on, catalog(), to.role));
    const source = 'field' in to ? `row.${to.field}` : to.expression;
    if (!isComplete(to)) return [];
    const [{ value, type }] = await values([source]);
    if (typeof value !== 'string' || value.trim() === '') return [];
    return type.name === 'text' ? [value] : addresses([value]);
  }

  /** Of people whom the actor may see in the row; the addresses themselves are not shown to them. @param {readonly string[]} users */
  async function addresses(users) {
    const known = users.map((user) => asUuid(user)).filter((id) => id !== null);
    const query = k('plinth.users').select('email').whereRaw('id = any(?::uuid[])', [known]).whereNull('disabled_at');
    const { rows } = await on.query(query.orderBy('email'));
    return /** @type {string[]} */ (rows.map(({ email }) => email));
  }
}

/** A visitor could mail anybody as often as they find another address. @param {Actor} actor */
function refuseVisitor({ userId, system }) {
  if (userId === null && !system) throw new AppError('LOGIN_REQUIRED', 'Log in to continue', { status: 401 });
}

/** Whether it says where to find an address, so that another row may have one. @param {Parameters<ActionMail['send']>[0]['to']} to */
function isComplete(to) {
  if ('address' in to) return false;
  return 'role' in to || ('field' in to ? to.field !== '' : to.expression.trim() !== '');
}

/** @param {{ skipped: string }} [details] skipped: what a run says that goes on without the mail */
function noRecipient(details) {
  return new AppError('MAIL_NO_RECIPIENT', 'There is no e-mail address to send to', {
    status: 422,
    hint: 'Enter an address first',
    details,
  });
}
