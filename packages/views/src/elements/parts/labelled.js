/** @import { Html, Rendered, Setting } from '@plinth/plugin' */
import { html, join } from '@plinth/plugin';
import { select, text } from '@plinth/plugin/settings';

/** How a value is labelled: the settings. @param {string} fallback @returns {Setting[]} */
export function labelSettings(fallback = 'above') {
  return [
    select(
      'label',
      'el.label.place',
      ['above', 'beside', 'none'].map((value) => ({ value, label: `el.label.${value}` })),
      { default: fallback },
    ),
    text('labelText', 'el.label.text', { max: 120 }),
  ];
}

/**
 * A value with its label above, beside, or alone.
 *
 * @param {string} place @param {string | Html} label @param {Rendered} value @returns {Rendered}
 */
export function labelled(place, label, value) {
  // Always a block, since inline values would run together.
  if (place === 'none' || !label) return join([html`<div class="pl-value">`, value, html`</div>`]);
  if (place === 'beside') {
    return join([html`<dl class="pl-facts"><dt>${label}</dt><dd>`, value, html`</dd></dl>`]);
  }
  return join([html`<div><span class="pl-label">${label}</span><div>`, value, html`</div></div>`]);
}
