/** @import { EditModel } from '@plinth/plugin' */

/** Makes a select a combobox, with search and chips. */
export const COMBOBOX_SCRIPT = 'core-views/js/fields/combobox.js';

/**
 * What the script of a select needs.
 *
 * @param {EditModel} m
 * @param {{ url?: string, isWhole?: boolean, look?: 'person' | 'colour' | null, recent?: boolean }} [options] url: where the server finds choices; isWhole: all
 *   are on the page; recent: those chosen last come first
 */
export function comboboxAttributes(m, { url = '', isWhole = false, look = null, recent = false } = {}) {
  const { t, assetUrl } = m.env;
  const creates = m.needed.create;
  return {
    'data-pl-combobox': url,
    'data-pl-whole': isWhole,
    'data-pl-none': t('fieldView.noMatch'),
    'data-pl-search': t('fieldView.search'),
    'data-pl-remove': t('fieldView.remove'),
    'data-pl-look': look,
    'data-pl-recents': recent && t('fieldView.recent'),
    ...(creates?.url && {
      'data-pl-create': creates.url,
      'data-pl-creates': creates.label,
      'data-pl-title': creates.title,
      'data-pl-creates-by': assetUrl('core-views/js/views/create-row.js'),
      'data-pl-panel-style': assetUrl('core-views/css/panel.css'),
    }),
  };
}
