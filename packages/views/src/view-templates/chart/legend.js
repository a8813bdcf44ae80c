/** @import { Html } from '@plinth/plugin' */
/** @import { Model } from './model.js' */
import { html } from '@plinth/plugin';

/** The colours of the series; a single series needs no legend. @returns {(model: Model) => Html | null} */
export function createLegend() {
  return ({ series }) =>
    series.length < 2
      ? null
      : html`<ul class="pl-chart-legend">${series.map(
          ({ label, colour }) =>
            html`<li><svg width="12" height="12" aria-hidden="true"><rect class="pl-chart-fill pl-c-${colour}" width="12" height="12" rx="3"/></svg> ${label}</li>`,
        )}</ul>`;
}
