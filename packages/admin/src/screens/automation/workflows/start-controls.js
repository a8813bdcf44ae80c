import { newestRows } from '../newest-rows.js';

/** @import { Workflow } from '@plinth/plugin' */
/** @import { Form, Request } from '../../../types.d.ts' */

/** The row and the inputs that a workflow is started with. @param {Request} req @param {Workflow} workflow @param {Record<string, string>} errors by name of a variable @returns {Promise<any[]>} */
export async function startControls(req, workflow, errors) {
  const { t } = req.ctx;
  const rows = await newestRows(req, workflow.table);
  const yesOrNo = [
    { value: '', label: t('admin.workflow.testFirst') },
    ...['true', 'false'].map((value) => ({ value, label: t(value === 'true' ? 'admin.yes' : 'admin.no') })),
  ];
  return [
    workflow.table && { name: 'row', label: 'admin.workflow.testRow', type: 'select', options: rows, value: '' },
    ...inputsOf(workflow).map(({ name, label, type }) => ({
      name: `v.${name}`,
      label: label || name,
      value: '',
      help: 'admin.workflow.testDefault',
      error: errors[name],
      ...(type === 'bool' && { type: 'select', options: yesOrNo, help: undefined }),
      ...(type === 'json' && { type: 'textarea' }),
      ...(type === 'date' && { type: 'date' }),
      ...(type === 'datetime' && { type: 'datetime-local' }),
      ...(type === 'number' && { attrs: { inputmode: 'decimal' } }),
    })),
  ].filter(Boolean);
}

/** What was typed into them, by name of the variable. @param {Workflow} workflow @param {Form} form @returns {Record<string, string>} */
export function typedInputs(workflow, form) {
  const given = inputsOf(workflow).filter((one) => form.get(`v.${one.name}`));
  return Object.fromEntries(given.map(({ name }) => [name, form.get(`v.${name}`) ?? '']));
}

/** @param {Workflow} workflow */
const inputsOf = ({ variables }) => variables.filter(({ isInput }) => isInput);
