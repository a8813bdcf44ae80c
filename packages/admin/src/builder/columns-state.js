import { checkAggregate } from '@plinth/plugin';

/** @import { Field, Setting } from '@plinth/plugin' */
/** @import { Request } from '../types.d.ts' */
/** @import { Subject } from '../layout/draft.js' */

const TEXTS = [
  'column',
  'columns',
  'add',
  'label',
  'format',
  'usual',
  'width',
  'total',
  'none',
  'phone',
  'left',
  'right',
];
const MORE = ['remove', 'close', 'filters', 'moved', 'added', 'removed', 'last', 'hint', 'shown'];

/**
 * What the builder needs to edit the columns of a list on the list itself; null for what has none.
 *
 * @param {Request} req @param {Subject} subject
 */
export function columnsState(req, { settings, table }) {
  const { app, t } = req.ctx;
  const columns = settings.find(({ name, type }) => name === 'columns' && type === 'list');
  const item = (/** @type {string} */ name) => columns?.items?.find((one) => one.name === name);
  if (!table || item('field')?.type !== 'fieldPath') return null;
  const choices = (/** @type {Setting | undefined} */ setting) =>
    (setting?.options ?? []).map(({ value, label }) => ({ value, label: t(label) }));
  const totals = choices(item('total'));
  return {
    max: columns?.max ?? 60,
    widths: choices(item('width')),
    totals,
    filters: settings.some(({ name }) => name === 'filters'),
    fields: table.fields.map((field) => ({
      name: field.name,
      label: field.label,
      formats: app.registry
        .fieldViewsFor(field.type, 'show')
        .map(({ name, label }) => ({ value: name, label: t(label) })),
      totals: totals.map(({ value }) => value).filter((total) => hasTotal(req, field, total)),
    })),
    texts: Object.fromEntries([...TEXTS, ...MORE].map((key) => [key, t(`admin.columns.${key}`)])),
  };

  /** @param {Request} asked @param {Field} field @param {string} total */
  function hasTotal({ ctx }, field, total) {
    try {
      checkAggregate(ctx.app.registry, /** @type {NonNullable<typeof table>} */ (table), total, field);
      return true;
    } catch {
      return false;
    }
  }
}
