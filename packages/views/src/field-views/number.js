import { calculatedDigits, defineFieldView, html } from '@plinth/plugin';
import { boolean, integer } from '@plinth/plugin/settings';
import { numeric } from './parts/plain.js';

/** A number as the reader's language writes it. */
export const numberView = defineFieldView({
  name: 'number',
  order: 70,
  label: 'fv.number',
  mode: 'show',
  types: [{ value: 'number' }],
  settings: [
    integer('decimals', 'fv.decimals', { min: 0, max: 20 }),
    boolean('grouping', 'fv.number.grouping', { default: true }),
    { name: 'prefix', type: 'text', label: 'fv.number.prefix' },
    { name: 'suffix', type: 'text', label: 'fv.suffix' },
  ],
  render({ value, field, config, env }) {
    if (numeric(value) === null) return html``;
    const own = Number.isInteger(field.attributes?.decimals) ? field.attributes.decimals : null;
    const decimals = config.decimals ?? own;
    // Ids, order numbers and years are names, not quantities.
    const isName = field.attributes?.grouping === 'off' || /** @type {{ auto?: string }} */ (field).auto === 'id';
    const useGrouping = config.grouping !== false && !isName;
    const isOpen = decimals === null && /** @type {{ auto?: string }} */ (field).auto === 'formula';
    const digits = isOpen
      ? calculatedDigits(value)
      : { minimumFractionDigits: decimals ?? 0, maximumFractionDigits: decimals ?? 20 };
    const text = env.formats.number(value, { useGrouping, ...digits });
    return html`<span class="text-nowrap">${config.prefix}${text}${config.suffix}</span>`;
  },
});
