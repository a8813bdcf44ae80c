import { defineFieldView, html, link } from '@plinth/plugin';
import { asText, isEmpty, plainText } from './parts/plain.js';

/** The label of the related row, as a link to a view of it. */
export const relationLinkView = defineFieldView({
  name: 'relation_link',
  order: 300,
  label: 'fv.relation_link.label',
  mode: 'show',
  types: [{ value: 'reference', isMany: false, isPerson: false }],
  settings: [
    {
      name: 'view',
      type: 'view',
      label: 'fv.relation_link.view',
      required: true,
      viewTemplates: ['show', 'edit', 'list_show'],
    },
  ],
  needs: (field, { view }) => [{ name: 'label', label: true }, ...(view ? [{ name: 'open', opens: view }] : [])],
  render({ value, needed, config, env, inLink }) {
    if (isEmpty(value) || isEmpty(needed.label)) return html``;
    const label = plainText(needed.label, env);
    return config.view && needed.open
      ? link(html`<a href="${env.viewUrl(config.view, { id: asText(value) })}">`, label, inLink)
      : html`${label}`;
  },
});
