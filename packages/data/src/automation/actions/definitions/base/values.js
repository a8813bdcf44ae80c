/** @import { Actor, SettingsSchema } from '@plinth/plugin' */
import { field, select, text } from '@plinth/plugin/settings';

/**
 * Settings that give fields values.
 *
 * @param {string} [of] the setting that names the table of the fields; default: the view's own
 * @param {string} [from] the setting that names the table of the row that expressions are about; default: the view's own
 * @returns {SettingsSchema}
 */
export const valueSettings = (of, from) => [
  {
    name: 'values',
    type: 'list',
    label: 'action.values',
    items: [
      field('field', 'action.field', { required: true, filledIn: true, ...(of && { of }) }),
      select(
        'source',
        'action.setTo',
        {
          value: 'action.fixedValue',
          user: 'action.currentUser',
          now: 'action.source.now',
          expression: 'action.formula',
          empty: 'action.empty',
        },
        { default: 'value' },
      ),
      text('value', 'action.value', { fills: 'field', showIf: { name: 'source', in: ['value'] } }),
      {
        name: 'expression',
        type: 'expression',
        label: 'action.expression',
        ...(from && { of: from }),
        showIf: { name: 'source', in: ['expression'] },
      },
    ],
  },
];

/**
 * @param {unknown} list @param {Actor} actor @param {(sources: readonly string[]) => Promise<unknown[]>} evaluate
 * @returns {Promise<Record<string, unknown>>}
 */
export async function valuesFrom(list, actor, evaluate) {
  const entries = Array.isArray(list) ? list : [];
  const sources = expressionsIn(entries);
  const results = sources.length > 0 ? await evaluate(sources) : [];
  return valuesWith(entries, actor, results);
}

/** The expressions among the values, in order. @param {unknown} list @returns {string[]} */
export const expressionsIn = (list) =>
  (Array.isArray(list) ? list : []).filter(isExpression).map(({ expression }) => String(expression));

/**
 * @param {unknown} list @param {Actor} actor @param {readonly unknown[]} results of the expressions
 * @returns {Record<string, unknown>}
 */
export function valuesWith(list, actor, results) {
  const entries = Array.isArray(list) ? list : [];
  const waiting = [...results];
  return Object.fromEntries(
    entries.map((entry) => [String(entry.field), isExpression(entry) ? waiting.shift() : valueOf(entry, actor)]),
  );
}

/** @param {{ source?: string, expression?: unknown }} entry */
const isExpression = ({ source, expression }) => source === 'expression' && Boolean(expression);

/** @param {{ source?: string, value?: unknown }} entry @param {Actor} actor */
function valueOf({ source = 'value', value }, actor) {
  if (source === 'user') return actor.userId;
  if (source === 'now') return new Date().toISOString();
  return source === 'value' ? (value ?? null) : null;
}
