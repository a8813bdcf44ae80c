import { defineFieldView, html, link } from '@plinth/plugin';
import { asText } from './parts/plain.js';

/** The labels of the related rows. */
export const labelsView = defineFieldView({
  name: 'labels',
  order: 310,
  label: 'fv.labels.label',
  mode: 'show',
  types: ['many_to_many'],
  settings: [{ name: 'view', type: 'view', label: 'fv.labels.view', viewTemplates: ['show', 'edit', 'list_show'] }],
  needs: (field, { view }) => [{ name: 'labels', label: true }, ...(view ? [{ name: 'open', opens: view }] : [])],
  render({ needed, config, env, inLink }) {
    /** @type {{ value: string | number, label: string }[]} */
    const labels = Array.isArray(needed.labels) ? needed.labels : [];
    return html`${labels.map(({ value, label }) =>
      config.view && needed.open
        ? html`${link(html`<a class="badge pl-c-grey" href="${env.viewUrl(config.view, { id: asText(value) })}">`, label ?? value, inLink)} `
        : html`<span class="badge pl-c-grey">${label ?? value}</span> `,
    )}`;
  },
});
