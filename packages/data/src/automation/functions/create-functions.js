/** @import { Actor, AppFunction, Catalog, Query, Registry, Result } from '@plinth/plugin' */
/** @import { Done } from './run-in-sandbox.js' */
import { mayOpen } from '@plinth/plugin';
import { keepBundled } from '../../edits/definitions/base/bundled-packages.js';
import { functionClosed } from '../../postgres/errors/not-found.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { mayReach } from '../../rules/reach/system-of.js';
import { rightsKey } from '../../rules/rights/index.js';
import { createCallEach } from './call-each.js';
import { checkInput } from './check-input.js';
import { FunctionError } from './failures.js';
import { createFunctionRuns } from './function-runs.js';
import { modulesOf } from './modules.js';
import { createRunInSandbox } from './run-in-sandbox.js';
import { createTrials } from './trials.js';

/** @typedef {ReturnType<typeof createFunctions>} Functions */
/**
 * @typedef {{ db: import('../../postgres/database/database.js').Database, registry: Registry, catalog: () => Catalog,
 *   rows: import('./row-operations.js').Rows, select: (actor: Actor, queries: readonly Query[]) => Promise<Result[]>,
 *   outbox: import('../outbox/outbox.js').Outbox, outbound: import('../outbound/outbound.js').Outbound,
 *   secrets: import('../secrets/secrets.js').Secrets, startWorkflow: import('../types.d.ts').Start,
 *   notify: import('../types.d.ts').Notify,
 *   memory: import('../../postgres/memory/divide.js').Memory, log: import('../../create-data.js').Log }} Context
 */

/** @param {Context} context */
export function createFunctions(context) {
  const { catalog, log } = context;
  const sandbox = createRunInSandbox(context);
  const runs = createFunctionRuns(context);
  const keyOf = createKeyOf(catalog);

  return {
    mayCall,

    /**
     * @param {Actor} actor @param {string} name @param {unknown} input
     * @param {{ isReadOnly?: boolean, stream?: import('./perform.js').ResponseStream }} [options] isReadOnly: it must not
     *   change anything, as in a GET request; stream: takes a response in parts
     * @returns {Promise<Done>}
     * @throws {import('@plinth/plugin').AppError} FUNCTION_NOT_FOUND also for functions that the actor may not call
     */
    async run(actor, name, input, { isReadOnly = false, stream } = {}) {
      const fn = catalog().hasFunction(name) ? catalog().function(name) : null;
      if (!fn || !mayCall(fn, actor)) throw functionClosed(name.slice(0, 63));
      const json = checkInput(fn, input);
      try {
        const done = await sandbox.run({ fn, caller: actor, isReadOnly, stream }, json, keyOf(fn, actor));
        runs.note(fn, actor, done);
        return done;
      } catch (error) {
        note(fn, actor, error);
        throw error;
      }
    },

    /** Before a row is written. */
    each: createCallEach({ catalog, sandbox, runs, keyOf, note }),

    ...createTrials({ catalog, sandbox }),
    /** Notes that this site has bundled a package itself. @param {Actor} actor an admin @param {import('@plinth/plugin').FunctionPackage} bundled */
    async keepBundled(actor, bundled) {
      requireAdmin(actor);
      await keepBundled(context.db, bundled);
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
 * Whether the actor may call it. The limits of a token are about tables, and a function can do more; so can one of the site
 * than an app that was installed.
 *
 * @param {AppFunction} fn @param {Actor} actor
 */
const mayCall = (fn, actor) =>
  !actor.scope && mayOpen(fn.roles, actor) && (!actor.reach || mayReach(actor.reach, fn, fn.runAs === 'caller'));

/**
 * Isolates are reused for the same key: one function, one person, and one version of their rights and of the metadata that
 * defines them. Null for visitors and the system, who stand for many people.
 *
 * @param {() => Catalog} catalog
 */
const createKeyOf = (catalog) => (/** @type {AppFunction} */ fn, /** @type {Actor} */ actor) => {
  if (actor.userId === null) return null;
  const { version } = catalog();
  return JSON.stringify([
    fn.id,
    version,
    actor.userId,
    rightsKey(actor),
    actor.groups?.toSorted().join(),
    modulesOf(catalog(), fn).key,
  ]);
};
