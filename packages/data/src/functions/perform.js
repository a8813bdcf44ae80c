/** @import { Actor, AppFunction, Catalog } from '@plinth/plugin' */
import { AppError, phrase } from '@plinth/plugin';
import { createRowOperations } from './row-operations.js';
import { createMailOperation } from './mail-operation.js';

/**
 * @typedef {{ fn: AppFunction, caller: Actor, isReadOnly: boolean, isTest?: boolean }} Run one call: the function, who
 *   called it, and whether it may change anything
 */

/** Operations that change nothing here. */
const READING = new Set(['list', 'get', 'aggregate']);

/**
 * What functions ask the server for. Each operation has the rights of the call, which the function can't change.
 *
 * @param {import('./create-functions.js').Context} context
 */
export function createPerform(context) {
  const rows = createRowOperations(context);
  const mail = createMailOperation(context);

  /** @param {Run} run @param {string} op @param {any} input @returns {Promise<unknown>} */
  return async (run, op, input) => {
    if (op === 'rows') {
      const { table, method, values } = input;
      if (!Object.hasOwn(rows, method)) throw unknown(op);
      if (!READING.has(method)) requireWriting(run);
      return rows[/** @type {keyof typeof rows} */ (method)](
        actorOf(run),
        String(table),
        .../** @type {[any, any]} */ (values),
      );
    }
    if (op === 'fetch') return context.outbound.fetch(requestOf(input));
    if (op === 'mail') {
      requireWriting(run);
      return mail(run, input);
    }
    if (op === 'start') {
      requireWriting(run);
      const { workflow, row = null, inputs = {} } = input;
      return {
        id: await context.startWorkflow(actorOf(run), { workflow: String(workflow), row, inputs: { ...inputs } }),
      };
    }
    throw unknown(op);
  };
}

/** The system's rights are still somebody's deed. @param {Run} run @returns {Actor} */
function actorOf({ fn, caller }) {
  if (fn.runAs !== 'system') return caller;
  const { scope: _, ...others } = caller;
  return { ...others, system: true };
}

/** Links and images of other sites make GET requests too. @param {Run} run */
function requireWriting({ fn, isReadOnly }) {
  if (!isReadOnly) return;
  throw new AppError(
    'FUNCTION_READ_ONLY',
    phrase`The function "${fn.name}" can't change anything when it is called with GET`,
    {
      ...{ status: 405, hint: 'Call it with POST' },
    },
  );
}

/** @param {any} input */
function requestOf({ url, method, headers, body, json }) {
  if (json === undefined) return { url, method, headers, body };
  return { url, method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(json) };
}

/** @param {string} op */
const unknown = (op) => new AppError('FUNCTION_FAILED', phrase`There is no "${op.slice(0, 60)}"`, { status: 422 });
