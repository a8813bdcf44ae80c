import { Html } from '@plinth/plugin';
import { createRouter, limitsOf } from '@plinth/server/http';
import { adminPage } from './page.js';
import { formErrors, noErrors } from './form-errors.js';
import { runEdit } from './run-edit.js';
import { readChecked } from './settings.js';

/** @import { App, Form, FormLimits, Handler, Request, Response, Routes } from '@plinth/server/types' */
/** @import { Limits } from '@plinth/data' */
/** @import { Message, SettingsSchema, Table, Values } from '@plinth/plugin' */
/** @import { AdminPage } from './page.js' */
/** @import { FormErrors } from './form-errors.js' */

/**
 * A submitted form with its errors; `form` is null if the screen is only opened.
 *
 * @typedef {{ form: Form | null, errors: FormErrors, [more: string]: any }} Tried
 */

/**
 * The result of a screen: a page, part of one, or the address to go to; undefined if it has responded itself.
 *
 * @typedef {AdminPage | Html | string | void} Shown
 * @typedef {(req: Request, tried: Tried, res: Response) => Shown | Promise<Shown>} Show
 */

/**
 * The result of a form: an edit, the form again (with `more` about the object), an address with a message, or any
 * result of a screen.
 *
 * @typedef {{ edit: string, input: any, next: string | ((result: any) => string), says?: Message }} EditOutcome
 *   says: the line of the history, if not the edit's own
 * @typedef {EditOutcome | { errors: FormErrors, [more: string]: any } | { next: string, said: string, kind?: string, undo?: string | null } |
 *   Shown} Outcome
 * @typedef {(req: Request, form: Form, res: Response) => Outcome | Promise<Outcome>} Save
 */

/**
 * The routes of a screen, declared by method and path: `'GET /:page'`.
 *
 * @param {Record<string, Handler | Handler[]>} declared @param {Handler[]} first middleware before all of them
 * @returns {(app: App) => Routes}
 */
export const routed =
  (declared, ...first) =>
  () => {
    const router = createRouter();
    for (const handler of first) router.use(handler);
    for (const [address, handlers] of Object.entries(declared)) {
      const [method, path] = address.split(' ');
      router[method === 'GET' ? 'get' : 'post'](path, ...[handlers].flat());
    }
    return router;
  };

/** A screen that is opened. @param {Show} show @returns {Handler} */
export const shows = (show) => async (req, res) => answer(req, res, await show(req, opened(), res));

/**
 * A form that is submitted. Foreseen errors, and those returned by `save`, show it again with the submitted values.
 *
 * @param {Save} save @param {Show} show @param {FormLimits | ((limits: Limits) => FormLimits)} [limits] of its
 *   uploads, also from the list of limits
 * @returns {Handler}
 */
export const saves = (save, show, limits) => async (req, res) => {
  const form = await req.form(typeof limits === 'function' ? limits(limitsOf(req.ctx.app)) : limits);
  const again = async (/** @type {FormErrors} */ errors, more = {}) =>
    answer(req, res, await show(req, { ...more, form, errors }, res));
  /** @type {any} */
  let outcome;
  try {
    outcome = await save(req, form, res);
  } catch (error) {
    return again(formErrors(error, req.ctx.t));
  }
  if (outcome?.edit) return runEdit(req, res, { ...outcome, form, again: (errors) => again(errors, outcome) });
  if (outcome?.errors && !outcome.title) return again(outcome.errors, outcome);
  return follow(req, res, outcome);
};

/**
 * A form of a settings schema that is submitted: `save` gets its checked values.
 *
 * @param {SettingsSchema | ((req: Request) => SettingsSchema | Promise<SettingsSchema>)} schema
 * @param {(req: Request, values: Values, form: Form) => Outcome | Promise<Outcome>} save @param {Show} show
 * @param {(req: Request) => Table} [tableOf] that the settings are about
 * @returns {Handler}
 */
export const savesSettings = (schema, save, show, tableOf) =>
  saves(async (req, form) => {
    const wanted = typeof schema === 'function' ? await schema(req) : schema;
    const { values, wrong } = readChecked(req, wanted, form, { table: tableOf?.(req) });
    return wrong ? { errors: wrong } : save(req, values, form);
  }, show);

/**
 * A button that does something. Errors are shown on the page that follows.
 *
 * @param {Save} work @param {(req: Request, form: Form) => string} back
 * @returns {Handler}
 */
export const tries = (work, back) => async (req, res) => {
  const form = await req.form();
  try {
    return await follow(req, res, await work(req, form, res));
  } catch (error) {
    const { message, hint } = formErrors(error, req.ctx.t);
    const address = back(req, form);
    res.flash([message, hint].filter(Boolean).join('. '), 'danger');
    return res.redirect(address);
  }
};

/** A button that does something and has no errors to show on its page. @param {Save} work @returns {Handler} */
export const does = (work) => async (req, res) => follow(req, res, await work(req, await req.form(), res));

/** @returns {Tried} */
const opened = () => ({ form: null, errors: noErrors() });

/** @param {Request} req @param {Response} res @param {any} outcome */
function follow(req, res, outcome) {
  if (!outcome?.next) return answer(req, res, outcome);
  res.flash(outcome.said, outcome.kind, { undo: outcome.undo });
  return res.redirect(outcome.next);
}

/** @param {Request} req @param {Response} res @param {Shown} shown */
function answer(req, res, shown) {
  if (shown === undefined) return;
  if (typeof shown === 'string') return res.redirect(shown);
  return shown instanceof Html ? res.html(shown) : adminPage(req, res, shown);
}
