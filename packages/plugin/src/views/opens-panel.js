/** @import { Html, Setting, Translate } from '../index.d.ts' */
import { html } from '../html.js';
import { select } from '../settings/helpers.js';

/** What a view needs whose rows open in a panel. */
export const PANEL = Object.freeze({ script: 'core-views/js/views/panel.js', style: 'core-views/css/list.css' });

/**
 * The setting of a view that says where its rows open.
 *
 * @param {string} name @param {string} label @returns {Setting}
 */
export const openingSetting = (name, label) =>
  select(
    name,
    label,
    ['page', 'panel'].map((value) => ({ value, label: `vt.list.rowOpen.${value}` })),
    { help: 'vt.list.rowOpen.help', default: 'page' },
  );

/**
 * Attributes of an element in which links to rows open in a panel.
 *
 * @param {string} links class of those links, as a selector: .pl-board-title @param {Translate} t @returns {Html}
 */
export const opensPanel = (links, t) => html` data-pl-panel="${t('list.panel.page')}" data-pl-panel-links="${links}"`;
