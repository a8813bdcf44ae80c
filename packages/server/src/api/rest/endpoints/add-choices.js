import { AppError } from '@plinth/plugin';
import { answer } from '../describe/parts.js';

const TEXT = Object.freeze({ type: 'string' });

/** @param {import('../describe/visible-tables.js').TableInfo} table */
const extensible = ({ fields }) => fields.filter(({ addsChoices }) => addsChoices);

/** @type {import('../endpoints.js').Endpoint} */
export const endpoint = {
  method: 'POST',
  path: 'tables/:table/choices',
  right: 'add choices',
  name: 'add_choices',
  summary: 'Add choices to a field',
  input: {
    body: (table) => ({
      type: 'object',
      required: ['field', 'choices'],
      properties: {
        field: { type: 'string', enum: extensible(table).map(({ name }) => name) },
        choices: { type: 'array', items: TEXT, minItems: 1 },
      },
      additionalProperties: false,
    }),
  },
  output: {
    200: answer('The values to write into rows, in the order of the choices', {
      type: 'object',
      required: ['field', 'choices'],
      properties: { field: TEXT, choices: { type: 'array', items: TEXT } },
    }),
  },
  examples: (table) => {
    const [field] = table ? extensible(table) : [];
    return field ? [{ says: 'addChoices', body: { field: field.name, choices: ['New'] }, right: 'update' }] : [];
  },
  handle:
    ({ data: { rows } }) =>
    async ({ req, table, body }) => {
      const { field, choices } = read(body);
      return { field, choices: await rows.addChoices(req.ctx.author, table.name, field, choices) };
    },
};

/** @param {unknown} body @returns {{ field: string, choices: string[] }} */
function read(body) {
  const { field, choices, ...more } = Object(body);
  const isText = (/** @type {unknown} */ one) => typeof one === 'string';
  if (isText(field) && Array.isArray(choices) && choices.length > 0 && choices.every(isText))
    if (Object.keys(more).length === 0) return { field, choices };
  throw new AppError('INPUT_INVALID', 'Choices need the name of a field and a list of texts', {
    status: 422,
    hint: '{"field": "maker", "choices": ["Makita"]}',
  });
}
