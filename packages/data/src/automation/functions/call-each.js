/** @import { Actor, AppFunction, Catalog, Values } from '@plinth/plugin' */
/** @import { Answer } from '../../gate/rows/functions/row-functions.js' */
/** @import { FunctionError } from './failures.js' */
import { fn as kind } from '../../edits/definitions/kinds/function.js';
import { kindNotFound } from '../../postgres/errors/not-found.js';

/**
 * Calls a function for each row before it is written, even for people who may not call it directly. It changes nothing.
 *
 * @param {{ catalog: () => Catalog, sandbox: ReturnType<typeof import('./run-in-sandbox.js').createRunInSandbox>,
 *   runs: ReturnType<typeof import('./function-runs.js').createFunctionRuns>,
 *   keyOf: (fn: AppFunction, actor: Actor) => string | null, note: (fn: AppFunction, actor: Actor, error: unknown) => void }} context
 * @returns {import('../../gate/rows/functions/row-functions.js').CallFunction}
 */
export function createCallEach({ catalog, sandbox, runs, keyOf, note }) {
  return async (actor, name, inputs, { within }) => {
    if (!catalog().hasFunction(name)) throw kindNotFound(kind, name.slice(0, 63), []);
    const fn = catalog().function(name);
    const run = { fn, caller: actor, isReadOnly: true, within };
    try {
      const { results, ...done } = await sandbox.each(run, inputs, keyOf(fn, actor));
      const failed = results.find((one) => 'error' in one && one.error.status >= 500);
      if (failed && 'error' in failed) note(fn, actor, Object.assign(failed.error, { logs: done.logs, ms: done.ms }));
      else runs.note(fn, actor, done);
      return results.map(answerOf);
    } catch (error) {
      note(fn, actor, error);
      throw error;
    }
  };
}

/** What becomes of a row. @param {{ value: unknown } | { error: FunctionError }} result @returns {Answer} */
function answerOf(result) {
  if (!('error' in result)) return result;
  const { error } = result;
  if (error.code !== 'FUNCTION_REFUSED') return result;
  const fields = Object.keys(/** @type {Values} */ (error.details)?.fields ?? {});
  return { refused: { message: error.message, field: fields[0] ?? null } };
}
