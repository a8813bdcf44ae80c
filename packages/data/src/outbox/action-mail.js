/** @import { ActionMail, Actor, Catalog, Query, Result, Table } from '@plinth/plugin' */
/** @import { Database } from '../postgres/database.js' */
/** @import { Outbox } from './outbox.js' */
import { readExpression } from '@plinth/expressions';
import { AppError, textParts } from '@plinth/plugin';
import { createRateLimits } from '../people/rate-limits.js';
import { asUuid, k } from '../sql/index.js';
import { shownAs } from '../expressions/shown-as.js';

/**
 * E-mail that an action sends: what it says is read with the rights of whoever runs the action.
 *
 * @param {{ catalog: () => Catalog, select: (actor: Actor, queries: readonly Query[]) => Promise<Result[]>, db: Database,
 *   outbox: Pick<Outbox, 'add' | 'isSetUp'> }} context
 */
export function createActionMail({ catalog, select, db, outbox }) {
  const limits = createRateLimits(db);
  /** @param {Actor} actor @param {Parameters<ActionMail['send']>[0]} mail @returns {ReturnType<ActionMail['send']>} */
  return async (actor, { table: name, id, to, subject, body }) => {
    refuseVisitor(actor);
    const table = catalog().table(name);
    const { settings } = catalog();
    const texts = [subject, body].map(textParts);
    const recipient = recipientOf(catalog(), table, to);
    const sources = texts.flat().flatMap((part) => ('expression' in part ? [part.expression] : []));
    const read = [...new Set(sources)].map((source, i) => ({ source, as: `v${i}` }));
    const row = await readRow(actor, table.name, id, [
      ...recipient.select,
      ...read.map(({ source, as }) => ({ as, expression: source })),
    ]);
    const shown = new Map(
      read.map(({ source, as }) => [source, shownAs(typeOf(catalog(), table, source), row[as], settings)]),
    );
    const address = recipient.isUser ? await addressOf(row.to) : (recipient.address ?? row.to);
    if (typeof address !== 'string' || address.trim() === '') throw noRecipient();
    await limits.takeMail(actor.userId);
    const plain = (/** @type {string} */ value) => value;
    const [line, source] = [fill(texts[0], shown, plain), fill(texts[1], shown, escapeMarkdown)];
    const blocks = [{ markdown: source, plain: fill(texts[1], shown, plain) }];
    await outbox.add({
      ...{ kind: 'action', to: address, subject: line, causedBy: actor.userId },
      content: { locale: settings.locale, blocks },
    });
    return { isSetUp: await outbox.isSetUp() };
  };

  /** @param {Actor} actor @param {string} table @param {string | number} id @param {any[]} columns */
  async function readRow(actor, table, id, columns) {
    const where = { field: 'id', op: /** @type {const} */ ('eq'), value: { param: 'id' } };
    const spec = { table, select: [{ as: 'id', field: 'id' }, ...columns], where, limit: 1 };
    const [{ rows }] = await select(actor, [{ spec, params: { id } }]);
    if (rows.length === 0) throw new AppError('ROW_NOT_FOUND', 'This row does not exist', { status: 404 });
    return rows[0];
  }

  /** Of a person whom the actor may see in the row; the address itself is not shown to them. @param {unknown} user */
  async function addressOf(user) {
    if (typeof user !== 'string') return null;
    const query = k('plinth.users').select('email').where('id', asUuid(user)).whereNull('disabled_at');
    const { rows } = await db.query(query);
    return rows[0]?.email ?? null;
  }
}

/** A visitor could mail anybody as often as they find another address. @param {Actor} actor */
function refuseVisitor({ userId, system }) {
  if (userId === null && !system) throw new AppError('LOGIN_REQUIRED', 'Log in to continue', { status: 401 });
}

/**
 * @param {Catalog} catalog @param {Table} table @param {Parameters<ActionMail['send']>[0]['to']} to
 * @returns {{ select: any[], address?: string, isUser: boolean }}
 */
function recipientOf(catalog, table, to) {
  if ('address' in to) return { select: [], address: to.address, isUser: false };
  const source = 'field' in to ? `row.${to.field}` : to.expression;
  if (source === 'row.' || source === '') throw noRecipient();
  if ('field' in to && targetOf(catalog, table, to.field) === 'users')
    return { select: [{ as: 'to', field: to.field }], isUser: true };
  if (typeOf(catalog, table, source).name !== 'text') throw noRecipient();
  return { select: [{ as: 'to', expression: source }], isUser: false };
}

/** The table that the last step of a path leads to. @param {Catalog} catalog @param {Table} table @param {string} path */
function targetOf(catalog, table, path) {
  /** @type {string | null} */
  let at = table.name;
  for (const step of path.split('.')) {
    /** @type {Table | null} */
    const owner = at !== null && catalog.hasTable(at) ? catalog.table(at) : null;
    at = owner?.hasField(step) ? owner.field(step).target : null;
  }
  return at;
}

/** @param {Catalog} catalog @param {Table} table @param {string} source */
const typeOf = (catalog, table, source) => readExpression(source, { catalog, table }).type;

/** @param {import('@plinth/plugin').TextPart[]} parts @param {Map<string, string>} shown @param {(value: string) => string} escape */
const fill = (parts, shown, escape) =>
  parts.map((part) => ('text' in part ? part.text : escape(shown.get(part.expression) ?? ''))).join('');

/** A value is text: none of its characters formats, links or embeds anything. @param {string} value */
const escapeMarkdown = (value) => value.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

function noRecipient() {
  return new AppError('MAIL_NO_RECIPIENT', 'There is no e-mail address to send to', {
    status: 422,
    hint: 'Enter an address first',
  });
}
