import { html } from '@plinth/plugin';
import { buttons, column, listScreen, partsFor } from '../../frame/index.js';
import { runErrorText } from '@plinth/server/pages';
import { triggerUrl } from './trigger-words.js';
import { lasted } from '../../workflow/run-words.js';
import { RUNS as ONE, RUN_STATES } from './workflows/page.js';

/** @import { ListedRun } from '@plinth/data' */
/** @import { ListScreen } from '../../frame/list-screen.js' */
/** @import { Request } from '../../types.d.ts' */

export const ALL_RUNS = '/admin/automation/runs';
const KIND = Object.freeze({
  name: 'kind',
  label: 'admin.runs.kind',
  any: 'admin.runs.kind.any',
  options: ['trigger', 'workflow'].map((value) => ({ value, label: `admin.runs.kind.${value}` })),
});
const STATE = Object.freeze({
  name: 'state',
  label: 'admin.automation.state',
  any: 'admin.automation.anyState',
  options: Object.keys(RUN_STATES).map((value) => ({ value, label: `admin.workflowRuns.state.${value}` })),
});

/**
 * The list of runs, the newest first.
 *
 * @param {Partial<ListScreen<ListedRun>>} where its address, and the page that it is a part of
 * @param {(req: Request) => { of?: string | null, kind?: string }} [only] of: the id of one trigger or workflow
 */
export const runList = (where, only = () => ({})) =>
  listScreen({
    title: 'admin.automation.runs',
    icon: 'history',
    empty: 'admin.automation.noRuns',
    style: 'mb-4 adm-named',
    async of(req) {
      const { app, actor } = req.ctx;
      const [state, after, kind] = ['state', 'after', 'kind'].map((name) => req.query.get(name));
      const asked = { kind, ...only(req), state, after };
      const { runs: rows, next } = await app.data.runs.list(actor, asked);
      return { rows, next };
    },
    filters: (req) => ({
      fields: { workflow: req.query.get('workflow') },
      choices: [!only(req).kind && KIND, STATE],
    }),
    columns: (req, parts) => columnsOf(req, parts, only(req).of ?? ''),
    ...where,
  });

/** @param {Request} req @param {ReturnType<typeof partsFor>} parts @param {string} of the id of the only one whose runs are shown */
const columnsOf = (req, { t, badge, when }, of) => [
  column('admin.runs.of', (/** @type {ListedRun} */ run) => html`<a href="${urlOf(run)}">${labelOf(req, run)}</a>`),
  column('admin.automation.started', ({ createdAt }) => when(createdAt), 'text-nowrap'),
  column('admin.automation.cause', (run) => causeOf(req, run)),
  column(
    'admin.automation.state',
    (run) => html`${badge(t(`admin.workflowRuns.state.${run.state}`), RUN_STATES[run.state])}${outcomeOf(req, run)}`,
    'text-break',
  ),
  column('admin.automation.duration', (run) => durationOf(req, run), 'text-secondary text-nowrap'),
  buttons((run) => buttonsOf(req, run, of)),
];

/** A run of a workflow has a page, and a trigger has one of its runs. @param {ListedRun} run */
const urlOf = ({ kind, id, of }) => (kind === 'workflow' ? `${ONE}/${id}` : triggerUrl(of, 'runs'));

/** @param {Request} req @param {Pick<ListedRun, 'kind' | 'of'>} run */
export const labelOf = ({ ctx: { catalog, t } }, { kind, of }) =>
  objectOf(catalog, { kind, of })?.label ??
  t(kind === 'workflow' ? 'admin.workflowRuns.deleted' : 'admin.runs.deletedTrigger');

/** @param {Request['ctx']['catalog']} catalog @param {Pick<ListedRun, 'kind' | 'of'>} run */
function objectOf({ triggers, workflows }, { kind, of }) {
  const isIt = (/** @type {{ id: string }} */ { id }) => id === of;
  return kind === 'workflow' ? workflows.find(isIt) : triggers.find(isIt);
}

/** "Row 12 created by Ada". @param {Request} req @param {ListedRun} run */
function causeOf(req, run) {
  const { t, catalog } = req.ctx;
  const { event, key, by } = run;
  const table = objectOf(catalog, run)?.table ?? null;
  const row = key !== null && (event === 'delete' || table === null ? `#${key}` : rowLink(table, key));
  const isOfRow = event !== null && ROW_EVENTS.includes(event);
  const who = by?.name ?? (isOfRow ? t('admin.automation.nobody') : null);
  const what = isOfRow ? html`${t(`admin.automation.event.${event}`)}: ${row}` : event ? eventOf(req, run, row) : row;
  return html`${what}${who && html`<div class="small text-secondary">${who}</div>`}`;
}

/** What a change of a row is called. */
const ROW_EVENTS = Object.freeze(['insert', 'update', 'delete']);

/** @param {string} table @param {string} key */
const rowLink = (table, key) =>
  html`<a href="${`/admin/tables/${encodeURIComponent(table)}/data/${encodeURIComponent(key)}`}">#${key.slice(0, 8)}</a>`;

/** What happened, as expressions see it. @param {Request} req @param {ListedRun} run @param {unknown} row a link, if it was about one */
function eventOf(req, { event, details }, row) {
  const { t, app } = req.ctx;
  const name = String(event);
  const known = app.registry.has('triggerSource', name) ? app.registry.triggerSource(name) : null;
  const label = t(known?.label ?? name);
  const members = (known?.event ?? []).filter(({ name }) => (details?.[name] ?? null) !== null);
  const shown = (/** @type {unknown} */ value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));
  const stopped = details?.stoppedAt;
  return html`${label}${row && html`: ${row}`}${
    stopped &&
    html`<div class="small text-warning">${t('admin.workflowRuns.rowsOfMore', { count: Number(stopped) })}</div>`
  }${
    members.length > 0 &&
    html` <details class="small"><summary>${t('admin.automation.eventDetails')}</summary><dl class="adm-event mb-0">${members.map(
      ({ name, label: about }) =>
        html`<dt class="fw-normal text-secondary">${t(about)} <code>event.${name}</code></dt><dd class="text-break">${shown(details?.[name])}</dd>`,
    )}</dl></details>`
  }`;
}

/** What failed, and what each step did. @param {Request} req @param {ListedRun} run */
function outcomeOf(req, { kind, error, result, steps, state, dueAt, attempts }) {
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
  const later = state === 'waiting' && attempts > 0 && dueAt;
  const step = error?.step && (kind === 'trigger' ? t('admin.automation.inStep', { step: error.step }) : error.step);
  return html`${failed ? html`<div class="small">${step && html`${step}: `}${failed}</div>` : result && html` <span class="small">${result}</span>`}${
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
function durationOf(req, { kind, createdAt, startedAt, doneAt }) {
  const began = kind === 'workflow' ? createdAt : startedAt;
  if (!began || !doneAt) return '';
  return lasted(Math.max(0, new Date(doneAt).getTime() - new Date(began).getTime()), req);
}

/** @param {Request} req @param {ListedRun} run @param {string} of */
function buttonsOf(req, { id, kind, mayRetry, mayCancel }, of) {
  const { t } = req.ctx;
  const { post, icon } = partsFor(req);
  // Back to where it was pressed.
  const fields = of ? { [kind]: of } : {};
  const [url, confirm] = [`${ALL_RUNS}/${id}`, t('admin.workflowRuns.cancelSure')];
  return html`<div class="d-inline-flex align-items-center gap-2">${mayRetry && post(`${url}/retry`, html`${icon('refresh')} ${t('admin.automation.again')}`, { fields })}${mayCancel && post(`${url}/cancel`, html`${icon('x')} ${t('admin.workflowRuns.cancel')}`, { fields, confirm })}</div>`;
}
