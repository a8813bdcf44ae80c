/** @import { Action, ActionRows, Actor, Catalog, Query, Registry, Result } from '@plinth/plugin' */
/** @import { Database } from '../../postgres/database/database.js' */
/** @import { Outbox } from '../outbox/outbox.js' */
/** @import { About } from '../types.d.ts' */
/** @import { Within } from '../../gate/rows/within.js' */
import { AppError, phrase } from '@plinth/plugin';
import { fillTexts } from '../../rules/expressions/fill-texts.js';
import { createActionMail } from '../outbox/action-mail.js';
import { requireReach, requireReachAll } from '../../rules/reach/system-of.js';
import { writableField } from '../../rules/rights/index.js';
import { createHttpRequests } from '../http-requests/http-requests.js';
import { withPlainNumbers } from './definitions/base/plain-number.js';
import { createActionNotice } from './action-notice.js';
import { createEvaluate } from './evaluate.js';
import { nextInTurn } from './turns.js';

/** @typedef {Parameters<Action['run']>[0]} ActionContext */
/** Gets the mails of a test run, in place of the outbox. @typedef {{ add(mail: import('../outbox/types.d.ts').Mail): string }} Held */
/**
 * @typedef {{ registry: Registry, catalog: () => Catalog, rows: any, db: Database, outbox: Outbox, clock?: () => Date, baseUrl: string,
 *   files: import('../../exchange/pdf/load-pictures.js').OpenFile, list: import('../../catalog/lists/planned-lists.js').FindList, detail: import('../../catalog/lists/planned-lists.js').FindDetail,
 *   select: (actor: Actor, queries: readonly Query[]) => Promise<Result[]>,
 *   notify: import('../types.d.ts').Notify, outbound: import('../outbound/outbound.js').Outbound, runSql: ReturnType<typeof import('../run-sql/create-run-sql.js').createRunSql>, pdfs: ReturnType<typeof import('../../exchange/pdf/create-pdfs.js').createPdfs>,
 *   secrets: import('../secrets/secrets.js').Secrets,
 *   functions: import('../types.d.ts').RunFunctions,
 *   startWorkflow: import('../types.d.ts').Start }} ContextParts
 */

/**
 * What actions work with, bound to an actor: the gate, mail, notifications and expressions.
 *
 * @param {ContextParts} parts
 */
export function createActionContexts(parts) {
  const { catalog, db, outbox } = parts;
  const evaluate = createEvaluate(parts);
  const http = createHttpRequests(parts);

  /**
   * @param {Actor} actor @param {About} about @param {Within | null} gate @param {Held | null} [held]
   * @returns {Omit<ActionContext, 'config' | 'input' | 'steps' | 'key'>}
   */
  function contextOf(actor, about, gate, held = null) {
    const select = gate?.select ?? parts.select;
    const valuesFor = (/** @type {Actor} */ reader) => (/** @type {readonly string[]} */ sources) =>
      evaluate(select, reader, about, sources);
    const values = valuesFor(actor);
    const plain = async (/** @type {readonly string[]} */ sources) => (await values(sources)).map(({ value }) => value);
    const on = gate?.tx ?? db;
    return {
      actor,
      table: about.table,
      id: about.id,
      rows: rowsFor(actor, gate),
      catalog: catalog(),
      people: { next: (turn, among) => nextInTurn(on, catalog(), turn, among) },
      mail: createActionMail({ ...parts, select, valuesFor, actor, about, on, outbox: outboxOn(outbox, gate, held) }),
      notify: createActionNotice({ ...parts, select, values, actor, about, on }),
      evaluate: plain,
      http: http.for({ evaluate: withPlainNumbers(plain) }),
      sql: (statement, values, options) => parts.runSql(actor, statement, values, options),
      functions: {
        run: async (name, values) => JSON.parse((await parts.functions.run(actor, name, values)).text),
      },
      workflows: {
        async start(name, { row = null, inputs = {} } = {}) {
          const isOwn = catalog().hasWorkflow(name) && catalog().workflow(name).table === about.table?.name;
          const request = { workflow: name, row: row ?? (isOwn ? about.id : null), inputs };
          return parts.startWorkflow(actor, request, { gate });
        },
      },
      text: (template) => filled({ ...parts, catalog: catalog() }, template, about, values),
    };
  }

  /** The gate as actions and routes of plugins see it. @param {Actor} actor @param {Within | null} [gate] @returns {ActionRows} */
  function rowsFor(actor, gate = null) {
    const rows = gate ?? parts.rows;
    const reaching = (/** @type {string} */ table) => requireReach(actor, catalog(), table);
    return {
      writable: (table) =>
        table.fields.filter((field) => writableField(actor, table, field)).map((field) => field.name),
      async get(table, id) {
        try {
          return await rows.get(reaching(table), table, id);
        } catch (error) {
          if (error instanceof AppError && error.code === 'ROW_NOT_FOUND') return null;
          throw error;
        }
      },
      insert: (table, values) => rows.insert(reaching(table), table, values),
      update: (table, id, values) => rows.update(reaching(table), table, id, values),
      remove: (table, id) => rows.remove(reaching(table), table, id),
      hold: async (table, ids) => gate?.hold(reaching(table), table, ids),
      select: async (queries) => (gate?.select ?? parts.select)(requireReachAll(actor, catalog(), queries), queries),
    };
  }

  return { contextOf, rowsFor, evaluate, catalog, http };
}

/** @param {Outbox} outbox @param {Within | null} gate null: outside of a transaction @param {Held | null} held */
const outboxOn = (outbox, gate, held) => ({
  add: async (/** @type {import('../outbox/types.d.ts').Mail} */ mail) =>
    held ? held.add(mail) : outbox.add(mail, gate?.tx),
  isSetUp: outbox.isSetUp,
});

/**
 * @param {Pick<ContextParts, 'registry'> & { catalog: Catalog }} parts @param {string} template @param {About} about
 * @param {Parameters<typeof fillTexts>[0]['values']} values
 */
async function filled({ registry, catalog }, template, { table }, values) {
  const tables = { row: table, old: table };
  const [fill] = await fillTexts({ catalog, registry, tables, values }, [template]);
  return fill();
}

/** @param {Action} action */
export const rowMissing = (action) =>
  new AppError('ACTION_NEEDS_ROW', phrase`Action "${action.name}" needs a row`, {
    status: 422,
    hint: 'Place it where a row is shown, such as in a detail view',
  });
