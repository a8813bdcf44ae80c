/** @import { Field, ViewCompiler, Values } from '@plinth/plugin' */

/** How the chart's numbers are formatted. @typedef {ReturnType<typeof createNumbers>} Numbers */

/** @param {Values} config @param {Field | null} field @param {Pick<ViewCompiler, 'formats' | 'registry' | 't'>} c */
export function createNumbers({ aggregate, unit }, field, { formats, registry, t }) {
  const plain = !field || aggregate === 'avg' || !field.traits.hasUnit;
  const after = unit ? ` ${unit}` : '';
  const digits = (/** @type {number} */ value) => (Math.abs(value) < 10 ? 2 : Math.abs(value) < 1000 ? 1 : 0);
  return {
    title: unit || t(`el.aggregate.${aggregate}`),
    /** @param {number} value */
    say: (value) =>
      (plain || !field
        ? formats.number(value, { maximumFractionDigits: digits(value) })
        : registry.fieldType(field.type).format(value, field, formats)) + after,
    /** There is little space on the axis. @param {number} value */
    short: (value) => formats.number(value, { notation: 'compact', maximumFractionDigits: 1 }),
  };
}
