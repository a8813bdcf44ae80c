/** @import { Action, Html, SettingsSchema } from '@plinth/plugin' */
/** @import { FormParts } from './context.js' */
/** @import { Option } from './options.js' */
import { html } from '@plinth/plugin';

/** In the order in which groups are offered; what belongs to none, such as actions of plugins, comes last. */
const GROUPS = ['row', 'rows', 'messages', 'show', 'flow', 'code', undefined];

/** @param {Action} action */
const groupOf = ({ group }) => (GROUPS.includes(group) ? group : undefined);

/**
 * Actions to choose from, group by group.
 *
 * @param {readonly Action[]} actions @param {Pick<FormParts, 't'>} parts @returns {Option[]}
 */
export const actionOptions = (actions, { t }) =>
  GROUPS.flatMap((group) =>
    actions
      .filter((action) => groupOf(action) === group)
      .map(({ name, label }) => ({
        value: name,
        label: t(label),
        group: t(`settingsForm.actions.${group ?? 'other'}`),
      })),
  );

/** Whether a form of these settings offers actions. @param {SettingsSchema} schema @returns {boolean} */
export const offersActions = (schema) =>
  schema.some(({ type, items = [] }) => type === 'action' || offersActions(items));

/**
 * What assets/action-picker.js shows of each action, once for all selects of a form.
 *
 * @param {FormParts} parts @returns {Html}
 */
export function actionChoices({ registry, t, icon }) {
  const choices = registry
    .all('action')
    .map(
      ({ name, label, help, icon: mark }) =>
        html`<li data-value="${name}"><span class="adm-act-icon">${icon(mark || 'bolt')}</span><span class="adm-act-text"><b>${t(label)}</b>${help && html`<small>${t(help)}</small>`}</span></li>`,
    );
  const words = (/** @type {string} */ name) => t(`settingsForm.actions.${name}`);
  return html`<template data-pl-actions data-title="${words('choose')}" data-search="${words('search')}" data-none="${words('noneFound')}" data-close="${words('close')}" data-found="${t('settingsForm.actions.found', { count: '{count}' })}">${choices}</template>`;
}
