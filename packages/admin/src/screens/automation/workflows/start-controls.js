import { select, text } from '@plinth/plugin/settings';
import { rowSetting, rowsWithChosen } from '../../../objects/rows-to-try.js';

/** @import { Setting, SettingsSchema, Workflow } from '@plinth/plugin' */
/** @import { Form, Request, Tried } from '../../../types.d.ts' */

/** Attributes and types of the controls of variables. @type {Record<string, Partial<Setting>>} */
const KINDS = {
  json: { type: 'longtext' },
  date: { attrs: { type: 'date' } },
  datetime: { attrs: { type: 'datetime-local' } },
  number: { attrs: { inputmode: 'decimal' } },
};
const YES_NO = Object.freeze({ true: 'admin.yes', false: 'admin.no' });

/**
 * The row and the inputs that a workflow is started with.
 *
 * @param {Request} req @param {Workflow} workflow @param {Form | null} form @returns {Promise<SettingsSchema>}
 */
export async function startSettings(req, { table, ...workflow }, form) {
  const rows = await rowsWithChosen(req, table, form?.get('row') ?? null);
  return [
    ...(table ? [rowSetting(req, table, rows)] : []),
    ...inputsOf(workflow).map(({ name, label, type }) =>
      type === 'bool'
        ? select(`v.${name}`, label || name, YES_NO, { none: 'admin.workflow.testFirst' })
        : { ...text(`v.${name}`, label || name, { help: 'admin.workflow.testDefault' }), ...KINDS[type] },
    ),
  ];
}

/** Errors of variables, by the names of their controls. @param {Tried} tried @returns {Tried} */
export const atVariables = ({ errors, ...tried }) => ({
  ...tried,
  errors: {
    ...errors,
    fields: Object.fromEntries(Object.entries(errors.fields).map(([name, said]) => [`v.${name}`, said])),
  },
});

/** What was typed into them, by name of the variable. @param {Workflow} workflow @param {Form} form @returns {Record<string, string>} */
export function typedInputs(workflow, form) {
  const given = inputsOf(workflow).filter((one) => form.get(`v.${one.name}`));
  return Object.fromEntries(given.map(({ name }) => [name, form.get(`v.${name}`) ?? '']));
}

/** @param {Pick<Workflow, 'variables'>} workflow */
const inputsOf = ({ variables }) => variables.filter(({ isInput }) => isInput);
