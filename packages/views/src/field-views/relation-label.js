import { defineFieldView, html } from '@plinth/plugin';
import { isEmpty, plainText } from './parts/plain.js';

/** The label of the related row. */
export const relationLabelView = defineFieldView({
  name: 'relation_label',
  order: 290,
  label: 'fv.relation_label.label',
  mode: 'show',
  types: [{ value: 'reference', isMany: false }],
  settings: [],
  needs: () => [{ name: 'label', label: true }],
  render: ({ value, needed, env }) => (isEmpty(value) ? html`` : html`${plainText(needed.label ?? '', env)}`),
});
