import { html } from '@plinth/plugin';
import { partsFor, routed, shows, tries } from '../../frame/index.js';
import { runErrorText } from '@plinth/server/pages';
import { triggerOf, triggerPage } from './trigger.js';
import { RUN_STYLES, triggerUrl } from './trigger-words.js';

/** @import { ListedRun } from '@plinth/data' */
/** @import { AdminPage, Outcome, Request } from '../../types.d.ts' */

/** What became of each start of a trigger. */
export const screen = {
  path: '/automation',
  title: 'admin.automation.runs',
  first: true,
  routes: routed({
    'GET /:trigger/runs': shows(show),
    'POST /:trigger/runs/:run/again': tries(again, (req) => triggerUrl(req.params.trigger, 'runs')),
  }),
};

/** @param {Request} req @returns {Promise<Outcome>} */
async function again({ ctx: { app, author, t }, params }) {
  await app.data.automation.runs.again(author, params.run);
  return { next: triggerUrl(params.trigger, 'runs'), said: t('admin.automation.startedAgain') };
}

/** @param {Request} req @returns {Promise<AdminPage>} */
async function show(req) {
  const { t, app, actor } = req.ctx;
  const { empty } = partsFor(req);
  const { id } = triggerOf(req);
  const [state, after] = ['state', 'after'].map((name) => req.query.get(name));
  const { runs, next } = await app.data.automation.runs.list(actor, { trigger: id, state, after });
  const isFiltered = Boolean(state || after);
  const none = html`<div class="card">${empty('history', t('admin.automation.noRuns'), t('admin.automation.noRunsHelp'))}</div>`;
  const body = html`${filterForm(req, state)}${runTable(req, runs)}${moreLink(req, next)}`;
  return triggerPage(req, { tab: 'runs', body: runs.length === 0 && !isFiltered ? none : body });
}

/** @param {Request} req @param {string | null} state */
function filterForm(req, state) {
  const { t } = req.ctx;
  const states = ['', ...Object.keys(RUN_STYLES)].map((value) => ({
    value,
    label: t(value ? `admin.automation.state.${value}` : 'admin.automation.anyState'),
  }));
  return html`<form class="adm-filters mb-3" method="get" role="search">
    <select class="form-select" name="state" aria-label="${t('admin.automation.state')}">${partsFor(req).options(states, state ?? '')}</select>
    <button class="btn">${t('admin.outbox.filter')}</button></form>`;
}

/** @param {Request} req @param {string | null} next */
function moreLink(req, next) {
  if (!next) return null;
  const query = new URLSearchParams({ after: next });
  const state = req.query.get('state');
  if (state) query.set('state', state);
  return html`<a class="btn mb-4" href="?${query}">${req.ctx.t('admin.more')}</a>`;
}

/** @param {Request} req @param {readonly ListedRun[]} runs */
function runTable(req, runs) {
  const { t, formats } = req.ctx;
  const { table, badge } = partsFor(req);
  return table(
    t('admin.automation.runs'),
    [
      {
        label: t('admin.automation.started'),
        cell: ({ createdAt }) =>
          html`<time datetime="${new Date(createdAt).toISOString()}" title="${formats.dateTime(createdAt)}">${formats.relative(createdAt)}</time>`,
      },
      { label: t('admin.automation.cause'), folds: true, cell: (run) => causeOf(req, run) },
      {
        label: t('admin.automation.state'),
        folds: true,
        class: 'text-break',
        cell: (run) =>
          html`${badge(t(`admin.automation.state.${run.state}`), RUN_STYLES[run.state])}${outcomeOf(req, run)}`,
      },
      {
        label: t('admin.automation.duration'),
        folds: true,
        class: 'text-secondary text-nowrap',
        cell: (run) => durationOf(req, run),
      },
      { label: t('admin.automation.again'), hidden: true, class: 'text-end', cell: (run) => againButton(req, run) },
    ],
    runs,
    { none: t('admin.nothingFound') },
  );
}

/** "Row 12 created by Ada". @param {Request} req @param {ListedRun} run */
function causeOf(req, run) {
  const { t } = req.ctx;
  const { event, key, by } = run;
  const { table, source } = triggerOf(req);
  if (source !== 'rows')
    return html`${eventOf(req, run)}${by && html`<div class="small text-secondary">${by.name}</div>`}`;
  const who = by?.name ?? t('admin.automation.nobody');
  const row = event === 'delete' || table === null || key === null ? `#${key ?? ''}` : rowLink(table, key);
  return html`${t(`admin.automation.event.${event}`)}: ${row}<div class="small text-secondary">${who}</div>`;
}

/** @param {string} table @param {string} key */
const rowLink = (table, key) =>
  html`<a href="${`/admin/tables/${encodeURIComponent(table)}/data/${encodeURIComponent(key)}`}">#${key.slice(0, 8)}</a>`;

/** What happened, as expressions see it. @param {Request} req @param {ListedRun} run */
function eventOf(req, { event, key, details }) {
  const { t, app } = req.ctx;
  const { table } = triggerOf(req);
  const known = app.registry.has('triggerSource', event) ? app.registry.triggerSource(event) : null;
  const label = t(known?.label ?? event);
  const members = (known?.event ?? []).filter(({ name }) => (details?.[name] ?? null) !== null);
  const shown = (/** @type {unknown} */ value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  const stopped = details?.stoppedAt;
  return html`${label}${table !== null && key !== null && html`: ${rowLink(table, key)}`}${
    stopped &&
    html`<div class="small text-warning">${t('admin.workflowRuns.rowsOfMore', { count: Number(stopped) })}</div>`
  }${
    members.length > 0 &&
    html`<details class="small"><summary>${t('admin.automation.eventDetails')}</summary><dl class="adm-event mb-0">${members.map(
      ({ name, label: about }) =>
        html`<dt class="fw-normal text-secondary">${t(about)} <code>event.${name}</code></dt><dd class="text-break">${shown(details?.[name])}</dd>`,
    )}</dl></details>`
  }`;
}

/** What failed, and what each step did. @param {Request} req @param {ListedRun} run */
function outcomeOf(req, { error, steps, state, dueAt, attempts }) {
  const { t, app, formats } = req.ctx;
  const label = (/** @type {string} */ name) =>
    app.registry.has('action', name) ? t(app.registry.action(name).label) : name;
  const said = (/** @type {NonNullable<ListedRun['error']>} */ { code, message, ...more }) =>
    code === 'TRIGGER_LOOP'
      ? t('admin.automation.loop')
      : message
        ? runErrorText({ message, ...more }, t).message
        : code;
  const failed = error && said(error);
  const count = (/** @type {boolean} */ undone) =>
    steps.filter(({ ran, isUndone }) => ran && isUndone === undone).length;
  const counts = [
    (count(false) > 0 || count(true) === 0) && t('admin.automation.stepsDone', { count: count(false) }),
    count(true) > 0 && t('admin.automation.stepsTakenBack', { count: count(true) }),
  ].filter(Boolean);
  const later = state === 'waiting' && attempts > 0;
  return html`${failed && html`<div class="small">${error?.step && html`${t('admin.automation.inStep', { step: error.step })}: `}${failed}</div>`}${
    later &&
    html`<div class="small text-secondary">${t('admin.automation.nextTry', { when: formats.relative(dueAt) })}</div>`
  }${
    steps.length > 0 &&
    html`<details class="small"><summary>${counts.join(', ')}</summary><ol class="mb-0">${steps.map(
      ({ action, ran, message, isUndone }) =>
        html`<li>${label(action)}${isUndone && ran && html` <span class="text-secondary">${t('admin.automation.takenBack')}</span>`}${!ran && html` <span class="text-secondary">${t('admin.automation.skipped')}</span>`}${message && html`: ${t(message)}`}</li>`,
    )}</ol></details>`
  }`;
}

/** @param {Request} req @param {ListedRun} run */
function durationOf({ ctx: { t } }, { startedAt, doneAt }) {
  if (!startedAt || !doneAt) return '';
  const ms = Math.max(0, new Date(doneAt).getTime() - new Date(startedAt).getTime());
  return t('admin.automation.ms', { ms });
}

/** @param {Request} req @param {ListedRun} run */
function againButton(req, { id, trigger, state, error }) {
  const { t } = req.ctx;
  const { post, icon } = partsFor(req);
  if (state !== 'failed' || error?.code === 'TRIGGER_LOOP') return null;
  return post(triggerUrl(trigger, 'runs', id, 'again'), html`${icon('refresh')} ${t('admin.automation.again')}`);
}
