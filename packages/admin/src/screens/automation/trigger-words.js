import { html, say } from '@plinth/plugin';
import { buttons, column, partsFor } from '../../frame/index.js';
import { RUN_STATES } from './workflows/page.js';

/** @import { Trigger } from '@plinth/plugin' */
/** @import { TriggerState } from '@plinth/data' */
/** @import { Request } from '../../types.d.ts' */

/** @param {string} id @param {string[]} steps */
export const triggerUrl = (id, ...steps) => ['/admin/automation', id, ...steps].map(encodeStep).join('/');

/** @param {string} step @param {number} i */
const encodeStep = (step, i) => (i ? encodeURIComponent(step) : step);

/** "When a row of Orders is created or changed", "Every weekday at 8:00". @param {Request} req @param {Trigger} trigger */
export function whenWords({ ctx: { t, catalog, locale, app } }, { source, options, table: name, events, timing }) {
  const table = name !== null && catalog.hasTable(name) ? catalog.table(name) : null;
  const label = table ? t(table.label) : (name ?? '');
  if (source !== 'rows') {
    if (!app.registry.has('triggerSource', source)) return source;
    const known = app.registry.triggerSource(source);
    // The heading of its group says the same.
    const words = known.words ? say(known.words(options, { locale, table }), t) : '';
    return [label, words].filter(Boolean).join(': ');
  }
  const words = events.map((event) => t(`admin.automation.done.${event}`));
  const list = new Intl.ListFormat(locale, { type: 'disjunction' }).format(words);
  return t(timing === 'before' ? 'admin.automation.rowBefore' : 'admin.automation.rowIs', {
    table: label,
    events: list,
  });
}

/** What starts it, also where no heading says it: "Schedule: every weekday at 8:00". @param {Request} req @param {Trigger} trigger */
export function startWords(req, trigger) {
  const { t, app } = req.ctx;
  const { source } = trigger;
  const words = whenWords(req, trigger);
  if (source === 'rows' || !app.registry.has('triggerSource', source)) return words;
  return [t(app.registry.triggerSource(source).label), words].filter(Boolean).join(': ');
}

/** Names of the steps' actions. @param {Request} req @param {Trigger} trigger */
export function stepWords({ ctx: { t, app, catalog } }, { steps, before, table }) {
  const labelOf = (/** @type {string | null} */ field) =>
    table && field && catalog.hasTable(table) && catalog.table(table).hasField(field)
      ? t(catalog.table(table).field(field).label)
      : (field ?? '');
  const early = before.map(({ kind, field, message }) =>
    kind === 'set' ? t('admin.automation.sets', { field: labelOf(field) }) : t('admin.automation.refuses', { message }),
  );
  const late = steps.map(({ do: { action } }) =>
    app.registry.has('action', action) ? t(app.registry.action(action).label) : action,
  );
  return [...early, ...late].join(' → ');
}

/**
 * Triggers with their state, a line each.
 *
 * @param {Request} req @param {readonly Trigger[]} triggers
 * @param {(trigger: Trigger) => import('@plinth/plugin').Html | null} [placeOf] its place among others, with what changes it
 */
export async function triggerTable(req, triggers, placeOf = () => null) {
  const { t, app, actor } = req.ctx;
  const { table } = partsFor(req);
  const states = await app.data.automation.runs.states(
    actor,
    triggers.map(({ id }) => id),
  );
  return table(
    'admin.nav.automation',
    [
      column(
        'admin.automation.label',
        (/** @type {Trigger} */ trigger) =>
          html`<a href="${triggerUrl(trigger.id)}">${trigger.label}</a><div class="small text-secondary fw-normal">${whenWords(req, trigger)}</div>${placeOf(trigger)}`,
      ),
      column('admin.automation.does', (one) => stepWords(req, one), 'text-secondary'),
      column(
        'admin.automation.lastRun',
        ({ id, timing }) =>
          timing === 'before'
            ? html`<span class="text-secondary">${t('admin.automation.withChange')}</span>`
            : stateCell(req, id, states.get(id)),
        'text-nowrap',
      ),
      ...(triggers.some((one) => isPlanned(req, one)) ? [nextColumn(req, states)] : []),
      onOff(req, (/** @type {Trigger} */ { id }) => triggerUrl(id, 'enabled')),
    ],
    triggers,
    { style: 'mb-4 adm-named' },
  );
}

/**
 * Whether it is on, and turning it on or off.
 *
 * @template {{ label: string, enabled: boolean }} T
 * @param {Request} req @param {(one: T) => string} urlOf where that is posted
 */
export function onOff(req, urlOf) {
  const { t, badge, post } = partsFor(req);
  return buttons((/** @type {T} */ one) => {
    const step = one.enabled ? 'admin.automation.turnOff' : 'admin.automation.turnOn';
    const says = t(`${step}Named`, { name: one.label });
    const state = badge(t(`admin.automation.${one.enabled ? 'on' : 'off'}`), one.enabled ? 'bg-success-lt' : '');
    const button = post(urlOf(one), t(step), { name: 'enabled', value: String(!one.enabled), says });
    return html`<div class="d-inline-flex align-items-center gap-2">${state}${button}</div>`;
  }, 'admin.automation.onOff');
}

/** @param {Request} req @param {string} id @param {TriggerState | undefined} state */
function stateCell(req, id, state) {
  const { t, formats } = req.ctx;
  const { badge } = partsFor(req);
  if (state && state.mailboxFailures > 0)
    return html`<a href="${triggerUrl(id, 'mailbox')}">${badge(t('admin.automation.mailboxUnread'), RUN_STATES.failed)}</a>`;
  if (!state?.last) return html`<span class="text-secondary">${t('admin.automation.never')}</span>`;
  const { last, failures, waiting } = state;
  const notes = [
    failures > 0 && t('admin.automation.failures', { count: failures }),
    waiting > 1 && t('admin.automation.waiting', { count: waiting }),
  ].filter(Boolean);
  return html`${badge(t(`admin.workflowRuns.state.${last.state}`), RUN_STATES[last.state])} <a class="text-secondary" href="${triggerUrl(id, 'runs')}">${formats.relative(last.createdAt)}</a>${notes.map(
    (note) => html`<div class="small text-secondary">${note}</div>`,
  )}`;
}

/** Whether it runs on a schedule. @param {Request} req @param {Trigger} trigger */
function isPlanned({ ctx: { app } }, { source: name }) {
  if (!app.registry.has('triggerSource', name)) return false;
  const source = app.registry.triggerSource(name);
  return Boolean(source.next || source.rowTime);
}

/** @param {Request} req @param {Map<string, TriggerState>} states */
function nextColumn(req, states) {
  const next = (/** @type {Trigger} */ { id }) => states.get(id)?.nextAt;
  const { when } = partsFor(req);
  return column('admin.automation.next', (one) => when(next(one)) || '–', 'text-secondary text-nowrap');
}

/** Whether its last run, or the last look into its mailbox, failed. @param {import('@plinth/data').TriggerState | undefined} state */
export const isFailing = (state) => Boolean(state && (state.failures > 0 || state.mailboxFailures > 0));
