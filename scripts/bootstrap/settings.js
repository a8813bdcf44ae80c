/** @import { Container } from 'postcss' */

/** @typedef {Record<string, string | null>} Values */

const VARIANTS = ['primary', 'secondary', 'success', 'danger', 'warning', 'info', 'light', 'dark'];
const LINE = '1px solid var(--pl-line-strong)';
const LIGHT_LINE = '1px solid var(--bs-border-color)';
const SQUARE = {
  'border-start-start-radius': null,
  'border-start-end-radius': null,
  'border-end-start-radius': null,
  'border-end-end-radius': null,
};
const CONTROL = {
  'font-size': '0.9375rem',
  'font-weight': null,
  'line-height': '1.4',
  'background-color': 'var(--pl-surface)',
  'background-clip': null,
  border: LINE,
  'border-radius': 'var(--bs-border-radius-sm)',
  transition: 'border-color 0.12s',
};
const THUMB = {
  width: '1.25rem',
  height: '1.25rem',
  'margin-top': '-0.4375rem',
  'background-color': 'var(--pl-link)',
  border: '2px solid var(--pl-surface)',
  'border-radius': '50%',
  transition: null,
};
const TRACK = { height: '0.375rem', 'background-color': 'var(--pl-line-strong)', color: null, cursor: null };

/**
 * Values that Bootstrap leaves to whoever builds it (its Sass variables), in our measures; null: without.
 *
 * @type {Record<string, Values>}
 */
const SETTINGS = {
  body: { 'font-weight': null, 'text-align': null },
  ol: { 'padding-inline-start': '1.5rem' },
  ul: { 'padding-inline-start': '1.5rem' },
  dt: { 'font-weight': '600' },
  b: { 'font-weight': '600' },
  strong: { 'font-weight': '600' },
  h1: { color: null },
  '.row': { '--bs-gutter-x': '1.25rem', '--bs-gutter-y': '1.25rem' },
  '.btn': {
    '--bs-btn-padding-x': '0.875rem',
    '--bs-btn-padding-y': '0.25rem',
    '--bs-btn-font-family': null,
    '--bs-btn-font-size': '0.875rem',
    '--bs-btn-font-weight': null,
    '--bs-btn-line-height': null,
    '--bs-btn-bg': 'var(--pl-surface)',
    '--bs-btn-border-width': null,
    '--bs-btn-border-color': 'var(--pl-line)',
    '--bs-btn-border-radius': 'var(--bs-border-radius-sm)',
    '--bs-btn-hover-color': 'var(--bs-btn-color)',
    '--bs-btn-hover-bg': 'color-mix(in srgb, var(--bs-btn-bg), var(--pl-text) 5%)',
    '--bs-btn-hover-border-color': 'color-mix(in srgb, var(--bs-btn-border-color), var(--pl-text) 12%)',
    '--bs-btn-active-color': 'var(--bs-btn-hover-color)',
    '--bs-btn-active-bg': 'color-mix(in srgb, var(--bs-btn-bg), var(--pl-text) 10%)',
    '--bs-btn-active-border-color': 'var(--bs-btn-hover-border-color)',
    '--bs-btn-disabled-opacity': null,
    border: '1px solid var(--bs-btn-border-color)',
    display: 'inline-flex',
    'font-family': null,
    'font-weight': '500',
    'line-height': '1.25',
    'vertical-align': null,
    'user-select': null,
    transition: 'background-color 0.12s, border-color 0.12s, color 0.12s',
  },
  '.btn:disabled': { color: null, 'background-color': null, 'border-color': null, opacity: '0.55' },
  '.btn-primary': solid('var(--pl-on-primary)', 'var(--pl-primary)', 'var(--pl-primary-hover)'),
  '.btn-secondary': solid('#fff', '#566172', '#465062'),
  '.btn-success': solid('#fff', '#17703c', '#115a2f'),
  '.btn-danger': solid('#fff', '#c02b2b', '#a32222'),
  '.btn-warning': solid('#2d1f00', '#f0b840', null),
  '.btn-info': solid('#fff', '#0b6a86', '#08546b'),
  '.btn-light': solid('var(--pl-text)', 'var(--pl-subtle)', null),
  '.btn-dark': solid('light-dark(#fff, #14181e)', 'light-dark(#1b2330, #e7eaef)', 'light-dark(#323c4d, #cdd3dc)'),
  '.btn-outline-primary': outline('var(--pl-link)'),
  '.btn-outline-secondary': outline('var(--pl-muted)'),
  '.btn-outline-success': outline('var(--pl-success)'),
  '.btn-outline-danger': outline('var(--pl-danger)'),
  '.btn-outline-warning': outline('var(--pl-warning)'),
  '.btn-outline-info': outline('var(--pl-info)'),
  '.btn-outline-light': outline('var(--pl-muted)'),
  '.btn-outline-dark': outline('var(--pl-text)'),
  '.btn-sm': {
    '--bs-btn-padding-y': '0.125rem',
    '--bs-btn-padding-x': '0.625rem',
    '--bs-btn-font-size': '0.8125rem',
    '--bs-btn-border-radius': null,
  },
  '.btn-lg': {
    '--bs-btn-padding-x': '1.25rem',
    '--bs-btn-font-size': '1rem',
    '--bs-btn-border-radius': 'var(--bs-border-radius)',
  },
  '.btn-group': { 'border-radius': null },
  '.form-control': CONTROL,
  '.form-select': {
    ...CONTROL,
    '--bs-form-select-bg-img': null,
    padding: '0.375rem 0.75rem',
    'background-image': null,
    'background-repeat': null,
    'background-position': null,
    'background-size': null,
  },
  '.form-check': { display: 'flex', 'min-height': null, 'padding-inline-start': null, 'margin-bottom': '0.375rem' },
  '.form-check-input': {
    '--bs-form-check-bg': null,
    width: '1.125rem',
    height: '1.125rem',
    'margin-top': '0.17rem',
    'vertical-align': null,
    'background-color': 'var(--pl-surface)',
    'background-image': null,
    'background-repeat': null,
    'background-position': null,
    'background-size': null,
    border: LINE,
  },
  '.form-check-input[type=checkbox]': { 'border-radius': '0.25rem' },
  '.form-check-input:checked[type=checkbox]': { '--bs-form-check-bg-image': null },
  '.form-check-input:checked[type=radio]': { '--bs-form-check-bg-image': null },
  '.form-check-input[type=checkbox]:indeterminate': { '--bs-form-check-bg-image': null },
  '.form-check-inline': { display: 'inline-flex' },
  '.col-form-label': {
    'padding-top': '0.45rem',
    'padding-bottom': '0.45rem',
    'font-size': null,
    'line-height': null,
  },
  '.invalid-feedback': {
    display: 'block',
    width: null,
    'margin-top': '0.3rem',
    'font-size': '0.8125rem',
    color: 'var(--bs-danger)',
  },
  '.is-invalid ~ .invalid-feedback': { display: null },
  '.form-range': { 'background-color': 'transparent' },
  '.form-range::-webkit-slider-thumb': THUMB,
  '.form-range::-moz-range-thumb': { ...THUMB, width: '1rem', height: '1rem' },
  '.form-range::-webkit-slider-runnable-track': TRACK,
  '.form-range::-moz-range-track': TRACK,
  '.input-group': { 'flex-wrap': 'nowrap' },
  '.input-group-text': {
    padding: '0 0.75rem',
    'font-size': '0.875rem',
    'font-weight': null,
    'line-height': null,
    color: 'var(--bs-secondary-color)',
    'text-align': null,
    border: LINE,
    'border-radius': 'var(--bs-border-radius-sm)',
  },
  '.card': {
    height: null,
    color: null,
    'word-wrap': null,
    'background-color': 'var(--pl-surface)',
    'background-clip': null,
    border: LIGHT_LINE,
    'border-radius': 'var(--bs-border-radius-lg)',
  },
  '.card-body': { padding: '1.125rem 1.25rem', color: null },
  '.card-title': { 'margin-bottom': '0', color: null },
  '.card-header': {
    padding: '0.625rem 1.25rem',
    'margin-bottom': null,
    color: null,
    'background-color': null,
    'border-bottom': LIGHT_LINE,
  },
  '.card-header:first-child': { 'border-radius': null },
  '.card-footer': {
    padding: '0.75rem 1.25rem',
    color: 'var(--bs-secondary-color)',
    'background-color': null,
    'border-top': LIGHT_LINE,
  },
  '.card-footer:last-child': { 'border-radius': null },
  '.list-group': {
    '--bs-list-group-color': null,
    '--bs-list-group-bg': null,
    'border-radius': 'var(--bs-border-radius)',
  },
  '.list-group-item': { padding: '0.75rem 1.25rem', border: LIGHT_LINE },
  '.list-group-item.active': {
    'z-index': null,
    color: null,
    'background-color': 'var(--pl-primary-soft)',
    'border-color': null,
  },
  '.list-group-item.disabled': { color: 'var(--bs-secondary-color)', 'background-color': null },
  '.list-group-item:disabled': { color: 'var(--bs-secondary-color)', 'background-color': null },
  '.list-group-item + .list-group-item.active': { 'margin-top': null, 'border-top-width': null },
  '.list-group-item-action': { color: null },
  '.list-group-item-action:not(.active):hover': {
    'z-index': null,
    color: null,
    'text-decoration': null,
    'background-color': 'var(--pl-hover)',
  },
  '.list-group-item-action:not(.active):active': { color: null, 'background-color': null },
  '.list-group-flush > .list-group-item': { 'border-width': '0 0 1px' },
  '.nav-link': {
    display: 'flex',
    padding: '0.375rem 0.75rem',
    'font-size': null,
    'font-weight': '500',
    color: 'var(--bs-secondary-color)',
    transition: null,
  },
  '.nav-link:hover': { color: 'var(--bs-body-color)' },
  '.nav-link.disabled': { color: null },
  '.nav-tabs': { 'border-bottom': LIGHT_LINE },
  '.breadcrumb': {
    padding: '0',
    'margin-bottom': '0.5rem',
    'font-size': '0.875rem',
    'background-color': null,
    'border-radius': null,
  },
  '.breadcrumb-item + .breadcrumb-item': { 'padding-inline-start': null },
  '.breadcrumb-item + .breadcrumb-item::before': {
    float: null,
    'padding-inline-end': '0.5rem',
    color: 'var(--pl-line-strong)',
    content: '"/" / ""',
  },
  '.breadcrumb-item.active': { color: null },
  '.badge': {
    display: 'inline-flex',
    padding: '0.2em 0.6em',
    'font-size': '0.8125rem',
    'font-weight': '500',
    'line-height': '1.4',
    color: 'var(--bs-body-color)',
    'text-align': null,
    'white-space': null,
    'vertical-align': null,
    'border-radius': '99rem',
  },
  '.spinner-border': {
    '--bs-spinner-width': '1.25em',
    '--bs-spinner-height': '1.25em',
    '--bs-spinner-border-width': '2px',
  },
  '.modal-header': {
    padding: '0.75rem 1.25rem',
    'border-bottom': LIGHT_LINE,
    ...SQUARE,
  },
  '.modal-title': { 'line-height': null },
  '.modal-body': { position: null, flex: null, padding: '1.25rem' },
  '.modal-footer': {
    padding: '0.75rem 1.25rem',
    'background-color': null,
    'border-top': LIGHT_LINE,
    ...SQUARE,
  },
  table: { 'caption-side': null },
  '.table': {
    '--bs-table-color': null,
    '--bs-table-bg': 'transparent',
    '--bs-table-border-color': null,
    '--bs-table-striped-color': null,
    '--bs-table-striped-bg': 'color-mix(in srgb, var(--pl-subtle) 60%, transparent)',
    '--bs-table-active-color': null,
    '--bs-table-active-bg': 'var(--pl-hover)',
    '--bs-table-hover-color': null,
    '--bs-table-hover-bg': 'var(--pl-hover)',
    'vertical-align': null,
    'border-color': 'var(--bs-table-border-color, var(--bs-border-color))',
  },
  '.table > :not(caption) > * > *': { padding: '0.625rem 0.75rem', 'border-bottom-width': null },
  '.table > thead': { 'vertical-align': null },
  '.table > tbody': { 'vertical-align': null },
  '.table-sm > :not(caption) > * > *': { padding: '0.3rem 0.75rem' },
  ...Object.fromEntries(VARIANTS.map((name) => [`.alert-${name}`, { '--bs-alert-border-color': null }])),
  '.alert': {
    '--bs-alert-bg': 'var(--bs-tertiary-bg)',
    '--bs-alert-padding-x': null,
    '--bs-alert-padding-y': null,
    '--bs-alert-margin-bottom': null,
    '--bs-alert-color': 'var(--bs-body-color)',
    '--bs-alert-border-color': 'color-mix(in srgb, var(--bs-alert-color) 22%, transparent)',
    '--bs-alert-border': null,
    '--bs-alert-border-radius': null,
    position: null,
    padding: '0.75rem 1rem',
    'margin-bottom': '1rem',
    color: null,
    border: '1px solid var(--bs-alert-border-color)',
    'border-radius': 'var(--bs-border-radius)',
  },
};

/** A button on a ground; its other states follow from these. @param {string} color @param {string} ground @param {string | null} hover @returns {Values} */
function solid(color, ground, hover) {
  return {
    ...button(color, ground),
    '--bs-btn-bg': ground,
    '--bs-btn-hover-bg': hover,
    '--bs-btn-hover-border-color': hover,
    '--bs-btn-active-bg': hover,
  };
}

/** @param {string} color @returns {Values} */
function outline(color) {
  return button(color, `color-mix(in srgb, ${color} 45%, transparent)`);
}

/** @param {string} color @param {string} line @returns {Values} */
function button(color, line) {
  const states = ['hover', 'active'].flatMap((state) =>
    ['color', 'bg', 'border-color'].map((part) => `${state}-${part}`),
  );
  return {
    ...Object.fromEntries(states.map((name) => [`--bs-btn-${name}`, null])),
    '--bs-btn-color': color,
    '--bs-btn-border-color': line,
  };
}

/**
 * @param {Container} sheet
 */
export function applySettings(sheet) {
  /** @type {Set<string>} */
  const met = new Set();
  sheet.walkRules((rule) => {
    for (const selector of rule.selectors) {
      const isFirst = !met.has(selector) && rule.parent?.type !== 'atrule';
      if (isFirst) met.add(selector);
      for (const [prop, value] of Object.entries(SETTINGS[selector] ?? {})) {
        const has = rule.some((node) => node.type === 'decl' && node.prop === prop);
        rule.walkDecls(prop, (decl) => void (value === null ? decl.remove() : (decl.value = value)));
        if (!has && isFirst && value !== null && prop.startsWith('--')) rule.append({ prop, value });
      }
    }
  });
}
