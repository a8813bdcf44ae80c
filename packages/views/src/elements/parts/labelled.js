/** @import { Html, Rendered, RowModel, Setting, Values } from '@plinth/plugin' */
import { EMPTY, Html as Markup, html, join, renderer } from '@plinth/plugin';
import { select, text } from '@plinth/plugin/settings';

/** How a value is labelled: the settings. @param {string} fallback @returns {Setting[]} */
export function labelSettings(fallback = 'above') {
  return [
    select(
      'label',
      'el.label.place',
      ['above', 'beside', 'chip', 'none'].map((value) => ({ value, label: `el.label.${value}` })),
      { default: fallback },
    ),
    text('labelText', 'el.label.text', { max: 120 }),
  ];
}

/** The style sheet of what a page of a row has and others lack. */
export const RECORD_STYLE = 'core-views/css/record.css';

/** @param {Values} settings */
export const labelStyles = ({ label }) => (label === 'chip' ? [RECORD_STYLE] : []);

/**
 * A value with its label above, beside, in front of it in a chip, or alone.
 *
 * @param {string} place @param {string | Html} label @param {Rendered} value @returns {Rendered}
 */
export function labelled(place, label, value) {
  if (place === 'none' || !label) return alone(renderer(value));
  if (place === 'beside') {
    return join([html`<dl class="pl-facts"><dt>${label}</dt><dd>`, value, html`</dd></dl>`]);
  }
  if (place === 'chip') return chip(label, renderer(value));
  return join([html`<div><span class="pl-label">${label}</span><div>`, value, html`</div></div>`]);
}

/** Always a block, since inline values would run together. @param {(m: RowModel) => Html} value @returns {Rendered} */
function alone(value) {
  return (m) => {
    const { text } = value(m);
    return text === '' ? EMPTY : new Markup(`<div>${text}</div>`);
  };
}

/** Left out where there is no value. @param {string | Html} label @param {(m: RowModel) => Html} value @returns {Rendered} */
function chip(label, value) {
  return (m) => {
    const shown = value(m);
    return shown.text === '' ? EMPTY : html`<dl class="pl-fact"><dt>${label}</dt><dd>${shown}</dd></dl>`;
  };
}
