/** @import { Actor, AppFunction, Catalog, Query, Registry, Result } from '@plinth/plugin' */
/** @import { Done } from './run-in-sandbox.js' */
import { mayOpen } from '@plinth/plugin';
import { checkFunction } from '../edits/base/functions.js';
import { functionNotFound } from '../errors/not-found.js';
import { requireAdmin } from '../people/require-admin.js';
import { checkInput } from './check-input.js';
import { FunctionError } from './failures.js';
import { createFunctionRuns } from './function-runs.js';
import { modulesOf } from './modules.js';
import { createRunInSandbox } from './run-in-sandbox.js';

/** @typedef {ReturnType<typeof createFunctions>} Functions */
/**
 * @typedef {{ db: import('../postgres/database.js').Database, registry: Registry, catalog: () => Catalog,
 *   rows: import('./row-operations.js').Rows, select: (actor: Actor, queries: readonly Query[]) => Promise<Result[]>,
 *   outbox: import('../outbox/outbox.js').Outbox, outbound: import('../outbound/outbound.js').Outbound,
 *   secrets: import('../secrets/secrets.js').Secrets, startWorkflow: import('../workflow-runs/start.js').Start,
 *   log: import('../create-data.js').Log }} Context
 */
/**
 * @typedef {{ text: string | null, logs: Done['logs'], ms: number,
 *   error: (import('./failures.js').Trouble & { title: import('@plinth/plugin').Phrase }) | null }} Trial
 */

/** Of a function that is only being tried. */
const TRIED = '00000000-0000-7000-8000-000000000000';

/** @param {Context} context */
export function createFunctions(context) {
  const { catalog, log } = context;
  const sandbox = createRunInSandbox(context);
  const runs = createFunctionRuns(context);

  return {
    mayCall,

    /**
     * @param {Actor} actor @param {string} name @param {unknown} input
     * @param {{ isReadOnly?: boolean }} [options] isReadOnly: it must not change anything, as in a GET request
     * @returns {Promise<Done>}
     * @throws {import('@plinth/plugin').AppError} FUNCTION_NOT_FOUND also for functions that the actor may not call
     */
    async run(actor, name, input, { isReadOnly = false } = {}) {
      const fn = catalog().hasFunction(name) ? catalog().function(name) : null;
      if (!fn || !mayCall(fn, actor)) throw functionNotFound(name.slice(0, 63), []);
      const version = catalog().object(fn.id)?.version;
      const json = checkInput(fn, input);
      try {
        const done = await sandbox.run(
          { fn, caller: actor, isReadOnly },
          json,
          `${fn.id} ${version} ${actor.userId} ${modulesOf(catalog(), fn).key}`,
        );
        runs.note(fn, actor, done);
        return done;
      } catch (error) {
        note(fn, actor, error);
        throw error;
      }
    },

    /**
     * Runs code that may not be saved yet, for an admin. Errors are returned, with their place in the code.
     *
     * @param {Actor} actor @param {any} draft as `add-function` takes it @param {unknown} input
     * @returns {Promise<Trial>}
     */
    async test(actor, draft, input) {
      requireAdmin(actor);
      const { roles, apps } = catalog();
      const scope = /** @type {any} */ ({ catalog: { functions: [], roles, apps } });
      const { name, body } = checkFunction({ ...draft, name: draft.name || 'test' }, scope);
      // A secret that was ticked is given once that is saved, which asks for the password.
      const saved = catalog().hasFunction(name) ? catalog().function(name).secrets : [];
      const secrets = body.secrets.filter((/** @type {string} */ one) => saved.includes(one));
      const fn = { ...body, id: TRIED, name, secrets };
      const json = checkInput(fn, input);
      try {
        return { error: null, ...(await sandbox.run({ fn, caller: actor, isReadOnly: false }, json, null)) };
      } catch (error) {
        if (!(error instanceof FunctionError)) throw error;
        const { trouble, phrases, logs, ms } = error;
        return { text: null, error: { ...trouble, title: phrases.message }, logs, ms };
      }
    },

    runs,
    processes: sandbox.processes,
    async close() {
      sandbox.close();
      await runs.flush();
    },
  };

  /** @param {AppFunction} fn @param {Actor} actor @param {unknown} error */
  function note(fn, actor, error) {
    if (!(error instanceof FunctionError)) return;
    runs.note(fn, actor, { ms: error.ms, logs: error.logs, error });
    if (error.status < 500) return;
    const { message, line } = error.trouble;
    log.warn('function failed', { function: fn.name, user: actor.userId, code: error.code, error: message, line });
  }
}

/**
 * Whether the actor may call it. The limits of a token are about tables, and a function can do more.
 *
 * @param {AppFunction} fn @param {Actor} actor
 */
const mayCall = (fn, actor) => !actor.scope && mayOpen(fn.roles, actor);
