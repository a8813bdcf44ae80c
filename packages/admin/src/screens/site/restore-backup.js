import { html, inputInvalid } from '@plinth/plugin';
import { text } from '@plinth/plugin/settings';
import { fileOf, noteRestore, restoreState } from '@plinth/server/backups';
import { column, partsFor } from '../../frame/index.js';

/** @import { Form, Request, Response, Tried } from '../../types.d.ts' */
/** @import { Comparison } from '@plinth/data' */
/** @typedef {Comparison['tables'][number]} ComparedTable */

const BACKUPS = '/admin/settings/backups';

/** What restoring a backup would change, and the form that asks for it. @param {Request} req @param {Tried} tried */
export async function showRestore(req, tried) {
  const { app, t, formats, actor, catalog } = req.ctx;
  const { icon, form, table, badge } = partsFor(req);
  const { backup, path } = await found(req);
  const comparison = await app.backups.compare({ file: path, me: actor.userId });
  const when = formats.dateTime(backup.startedAt);
  const confirm = form({
    class: 'card adm-form adm-restore',
    action: `${BACKUPS}/${backup.id}/restore`,
    heading: t('admin.restore.confirm'),
    tried,
    schema: [text('name', t('admin.restore.name', { name: nameOf(catalog) }), { required: true, max: 200 })],
    controls: html`<input type="hidden" name="at" value="${comparison.head.at}">${consequences(req, comparison)}`,
    submit: t('admin.restore.do'),
    cancel: BACKUPS,
  });
  return {
    title: t('admin.restore.title', { when }),
    icon: 'history',
    lead: t('admin.restore.lead'),
    crumbs: [
      { label: t('admin.nav.settings'), url: '/admin/settings' },
      { label: t('admin.settings.backups'), url: BACKUPS },
    ],
    errors: tried.errors,
    // Of the page that waits: by then, no server sends it.
    scripts: ['restore'],
    oneField: true,
    body: html`${facts(req, comparison)}${table(
      'admin.restore.tables',
      columnsOf(req, { badge }),
      [...comparison.tables].sort((one, other) => weight(other) - weight(one)),
      { none: 'admin.restore.noTables' },
    )}${app.backups.canRestore ? confirm : html`<div class="alert alert-warning" role="status"><div>${icon('alert-triangle')} ${t('admin.restore.notHere')}</div></div>`}`,
  };
}

/** Asks for the restore, and shows that it is under way. @param {Request} req @param {Form} form */
export async function startRestore(req, form) {
  const { app, t, catalog, author } = req.ctx;
  const { backup } = await found(req);
  const typed = (form.get('name') ?? '').trim();
  if (typed !== nameOf(catalog)) throw inputInvalid({ name: t('admin.restore.wrongName', { name: nameOf(catalog) }) });
  const wanted = { file: backup.file, at: form.get('at') ?? '' };
  app.backups.restore(wanted);
  // At once, or the page that waits would find no restore.
  noteRestore(app.config.dataDir, { state: 'running', file: wanted.file, backupAt: wanted.at, pid: process.pid });
  // The server lets requests in progress end.
  await app.data.backups.restoring(author, backup);
  return {
    title: t('admin.restore.running'),
    icon: 'history',
    scripts: ['restore'],
    body: html`<div class="card adm-form"><div class="card-body" data-adm-restore="${BACKUPS}/restore-state" data-done="${BACKUPS}">
      <p role="status">${t('admin.restore.runningHelp')}</p>
      <a class="btn" href="${BACKUPS}">${t('admin.backups.refresh')}</a></div></div>`,
  };
}

/** For the page that waits. @param {Request} req @param {Response} res */
export const tellRestore = ({ ctx: { app } }, res) =>
  res.json({ state: restoreState(app.config.dataDir)?.state ?? 'none' });

/** How the last restore that was asked for here ended, if it failed. @param {Request} req */
export function restoreAlert(req) {
  const { t, app } = req.ctx;
  const last = restoreState(app.config.dataDir);
  if (last?.state !== 'failed') return '';
  const { icon } = partsFor(req);
  const said = [t(last.error ?? ''), t(last.hint ?? '')].filter(Boolean).join('. ');
  return html`<div class="alert alert-danger" role="status"><div>${icon('alert-triangle')} <strong>${t('admin.restore.failed', { file: last.file })}</strong> ${said}</div></div>`;
}

/** @param {Request} req */
const found = ({ ctx: { app, author }, params }) =>
  fileOf({ config: app.config, backups: app.data.backups, actor: author, id: String(params.id) });

/** @param {Request['ctx']['catalog']} catalog */
const nameOf = ({ settings }) => settings.siteName || 'Plinth';

/** @param {Request} req @param {Comparison} comparison */
function facts({ ctx: { t, formats } }, { head, people, edits, files }) {
  const change = (/** @type {number} */ now, /** @type {number} */ then) =>
    now === then ? formats.number(now) : `${formats.number(now)} → ${formats.number(then)}`;
  const names = (/** @type {Comparison['people']['come']} */ { count, names: first }) =>
    `${first.join(', ')}${count > first.length ? ' …' : ''}`;
  const all = [
    ['admin.restore.version', head.plinth],
    ['admin.restore.edits', edits === 0 ? t('admin.restore.none') : t('admin.restore.editsLost', { count: edits })],
    ['admin.restore.people', change(people.now, people.then)],
    ['admin.restore.peopleCome', names(people.come)],
    ['admin.restore.peopleGo', names(people.go)],
    ['admin.restore.files', change(files.now, files.then)],
    ['admin.restore.plugins', head.plugins.join(', ')],
  ].filter(([, value]) => value);
  return html`<div class="card mb-4"><div class="card-body"><dl class="adm-facts">${all.map(
    ([label, value]) => html`<div><dt>${t(label)}</dt><dd>${value}</dd></div>`,
  )}</dl></div></div>`;
}

/** @param {Request} req @param {{ badge: ReturnType<typeof partsFor>['badge'] }} parts */
function columnsOf({ ctx: { t, formats } }, { badge }) {
  const number = (/** @type {number | undefined} */ count) => (count ? formats.number(count) : '');
  const of =
    (/** @type {'come' | 'go' | 'change'} */ what) =>
    (/** @type {ComparedTable} */ { rows }) =>
      number(rows?.[what]);
  return [
    column(
      'admin.restore.table',
      (/** @type {ComparedTable} */ { label, fate, fields }) =>
        html`${label} ${fate !== 'stays' && badge(t(`admin.restore.table.${fate}`), fate === 'goes' ? 'bg-red-lt' : 'bg-green-lt')}${
          fields > 0 &&
          html`<div class="small text-secondary fw-normal">${t('admin.restore.fields', { count: fields })}</div>`
        }`,
    ),
    column('admin.restore.now', ({ now }) => formats.number(now)),
    column('admin.restore.then', ({ then }) => formats.number(then)),
    column('admin.restore.rowsCome', of('come')),
    column('admin.restore.rowsChange', of('change')),
    column('admin.restore.rowsGo', (one) =>
      one.rows || one.fate !== 'stays'
        ? number(one.rows?.go ?? one.now)
        : html`<span class="small text-secondary">${t('admin.restore.tooMany')}</span>`,
    ),
  ];
}

/** Tables of which the most changes come first. @param {ComparedTable} table */
const weight = ({ fate, rows, fields }) =>
  fate === 'stays' ? (rows ? rows.come + rows.go + rows.change : 1) + fields : Number.MAX_SAFE_INTEGER;

/** @param {Request} req @param {Comparison} comparison */
function consequences({ ctx: { t, formats } }, { asksIn, head }) {
  const lines = ['admin.restore.safety', 'admin.restore.stops', 'admin.restore.logsOut', 'admin.restore.holds'];
  return html`<ul>${lines.map((line) => html`<li>${t(line, { when: formats.dateTime(head.at) })}</li>`)}${
    !asksIn && html`<li class="text-danger">${t('admin.restore.noAccount')}</li>`
  }</ul>`;
}
