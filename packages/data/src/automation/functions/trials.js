/** @import { Actor, AppFunction, Catalog, Values } from '@plinth/plugin' */
/** @import { Done } from './run-in-sandbox.js' */
import { checkObject } from '../../edits/definitions/base/check-object.js';
import { fn as kind } from '../../edits/definitions/kinds/function.js';
import { requireAdmin } from '../../rules/rights/require-admin.js';
import { checkInput } from './check-input.js';
import { FunctionError } from './failures.js';

/**
 * @typedef {{ text: string | null, logs: Done['logs'], ms: number,
 *   error: (import('./failures.js').Trouble & { title: import('@plinth/plugin').Phrase }) | null }} Trial
 */

/** Of a function that is only being tried. */
const TRIED = '00000000-0000-7000-8000-000000000000';

/** Limits of a function that only loads. */
const LEAST = Object.freeze({
  label: '',
  description: '',
  app: null,
  methods: [],
  roles: [],
  runAs: 'caller',
  params: [],
  seconds: 2,
  memory: 64,
  calls: 0,
  secrets: [],
});

/**
 * Runs of code that is not saved, for admins.
 *
 * @param {{ catalog: () => Catalog, sandbox: ReturnType<typeof import('./run-in-sandbox.js').createRunInSandbox> }} context
 */
export function createTrials({ catalog, sandbox }) {
  return {
    /**
     * Runs code that may not be saved yet, for an admin. Errors are returned, with their place in the code.
     *
     * @param {Actor} actor @param {Values} draft as `add-function` takes it @param {unknown} input
     * @param {{ of?: string | null }} [options] of: name of the function that is being changed, whatever the draft calls it
     * @returns {Promise<Trial>}
     * @throws {import('@plinth/plugin').AppError} FUNCTION_NOT_FOUND it is there no longer
     */
    async test(actor, draft, input, { of = null } = {}) {
      requireAdmin(actor);
      const { roles, apps } = catalog();
      const saved = of === null ? null : catalog().function(of);
      const scope = /** @type {any} */ ({ catalog: { functions: [], roles, apps } });
      const { name, body } = checkObject(
        kind,
        { ...draft, name: draft.name || saved?.name || 'test' },
        scope,
        saved ?? undefined,
      );
      // A newly ticked secret works after saving, which asks for the password.
      const secrets = body.secrets.filter((/** @type {string} */ one) => saved?.secrets.includes(one));
      // The limits of an installed app apply to trials too.
      const app = saved ? saved.app : body.app;
      const fn = { ...body, id: TRIED, name, secrets, app };
      const json = checkInput(fn, input);
      try {
        return { error: null, ...(await sandbox.run({ fn, caller: actor, isReadOnly: false }, json, null)) };
      } catch (error) {
        if (!(error instanceof FunctionError)) throw error;
        const { trouble, phrases, logs, ms } = error;
        return { text: null, error: { ...trouble, title: phrases.message }, logs, ms };
      }
    },

    /** Throws for anybody else. @param {Actor} actor */
    requireAdmin: (actor) => requireAdmin(actor),

    /**
     * Runs a script in an isolate of its own, to see whether it can.
     *
     * @param {Actor} actor an admin @param {string} script @returns {Promise<string | null>} what went wrong
     */
    async tryScript(actor, script) {
      requireAdmin(actor);
      const code = `${script}\nexport default () => null;`;
      const fn = /** @type {AppFunction} */ ({ ...LEAST, id: TRIED, name: 'package', code });
      try {
        await sandbox.run({ fn, caller: actor, isReadOnly: true }, '{}', null);
        return null;
      } catch (error) {
        if (error instanceof FunctionError) return error.trouble.message;
        throw error;
      }
    },
  };
}
