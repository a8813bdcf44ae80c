/** @import { App, Form, Handler, Request, Response } from '../../types.d.ts' */
/** @import { Task } from '@plinth/data' */
import { AppError, address, errorText } from '@plinth/plugin';
import { notFound } from '../../http/requests/canonical-path.js';
import { refuse } from '../../http/requests/require-role.js';
import { createRouter } from '../../http/requests/router.js';
import { factsOf } from './facts.js';
import { taskControls } from './task-controls.js';
import { entryOf, taskModel } from './task-words.js';

const LIST = new URL('./templates/list.ejs', import.meta.url).href;
const ONE = new URL('./templates/one.ejs', import.meta.url).href;

/**
 * /tasks: what workflows ask the reader to decide.
 *
 * @param {App} app
 */
export function taskRoutes(app) {
  const router = createRouter();
  const { tasks } = app.data.workflows;
  router.use(signedIn);

  router.get('/', async (req, res) => {
    const { t, actor } = req.ctx;
    const state = req.query.get('state') === 'done' ? 'done' : 'open';
    const row = rowAsked(req);
    const page = await tasks.list(actor, { state, after: req.query.get('after'), row });
    const urlOf = listAddress(row);
    const model = {
      t,
      icon: app.views.icon,
      tabs: tabsOf(req, state, urlOf),
      state,
      entries: page.tasks.map((/** @type {Task} */ one) => entryOf(req, one)),
      isAboutRow: row !== null,
      next: page.next && urlOf({ state, after: page.next }),
    };
    res.page({ title: t('tasks.title'), body: app.views.renderTemplate(LIST, model), width: 'narrow' });
  });

  // It says the same for rows that don't exist, are hidden, or have tasks for others only.
  router.get('/for/:table/:row', async (req, res) => {
    const { table, row } = req.params;
    const task = await tasks.onlyAbout(req.ctx.actor, { table, id: row });
    res.redirect(task ? `/tasks/${task}` : listAddress({ table, id: row })({}));
  });

  router.get('/:id', async (req, res) => show(req, res, await tasks.get(req.ctx.actor, req.params.id)));

  router.post('/:id', async (req, res) => {
    const { t, actor, timeZone } = req.ctx;
    /** @type {Task} */
    const task = await tasks.get(actor, req.params.id);
    const form = await req.form();
    const values = Object.fromEntries(task.form.map(({ name, type }) => [name, sent(form, name, type)]));
    const decision = { outcome: form.get('outcome') ?? '', comment: form.get('comment') ?? '', timeZone, values };
    try {
      await tasks.decide(actor, task.id, decision);
    } catch (error) {
      return again(req, res, error, form);
    }
    const label = task.outcomes.find(({ name }) => name === decision.outcome)?.label ?? '';
    res.flash(t('tasks.thanks', { outcome: t(label) }));
    res.redirect('/tasks');
  });

  router.post('/:id/delegate', async (req, res) => {
    const { t, actor } = req.ctx;
    const form = await req.form();
    const to = form.get('to') ?? '';
    try {
      await tasks.delegate(actor, req.params.id, { to, note: form.get('note') ?? '' });
    } catch (error) {
      return again(req, res, error, form);
    }
    const names = await app.data.people.users.names([to]);
    res.flash(t('tasks.delegated', { who: names.get(to) ?? '' }));
    res.redirect('/tasks');
  });

  return router;
}

/** @param {ReturnType<typeof rowAsked>} row @returns {(more: object) => string} */
const listAddress = (row) => (more) => address('/tasks', { ...(row && { table: row.table, row: row.id }), ...more });

/** @param {Request} req @param {string} state @param {(more: object) => string} urlOf */
const tabsOf = ({ ctx: { t } }, state, urlOf) =>
  ['open', 'done'].map((name) => ({
    label: t(`tasks.${name}`),
    isHere: name === state,
    url: urlOf({ state: name === 'open' ? '' : name }),
  }));

/** The row that the list is limited to. @param {Request} req */
function rowAsked({ query }) {
  const [table, id] = [query.get('table'), query.get('row')];
  return table && id ? { table, id } : null;
}

/** The task with what was typed and what is wrong. @param {Request} req @param {Response} res @param {unknown} error @param {Form} form */
async function again(req, res, error, form) {
  if (!(error instanceof AppError) || !['INPUT_INVALID', 'TASK_DECIDED'].includes(error.code)) throw error;
  const task = await req.ctx.app.data.workflows.tasks.get(req.ctx.actor, req.params.id);
  await show(req, res, task, { error, form });
}

/** @param {Request} req @param {Response} res @param {Task} task @param {{ error: AppError, form: Form } | null} [tried] */
async function show(req, res, task, tried = null) {
  const { t, actor, app } = req.ctx;
  const { tasks } = app.data.workflows;
  const isOpen = task.state === 'open';
  const ids = task.history.flatMap(({ by, to }) => [by, to].filter((id) => id !== undefined));
  const [delegates, names] = await Promise.all([
    isOpen && task.mayDelegate ? tasks.people(actor, task.id) : null,
    app.data.people.users.names(ids),
  ]);
  const words = tried && errorText(tried.error, t);
  const facts = await factsOf(req, task);
  const controls = taskControls(req, task, tried?.form ?? null, words);
  const body = app.views.renderTemplate(ONE, { ...taskModel(req, task, names), delegates, words, controls, facts });
  res.page({ title: task.title, body, width: 'narrow', ...(tried && { status: tried.error.status }) });
}

/** @param {Form} form @param {string} name @param {string} type */
function sent(form, name, type) {
  if (type === 'bool') return form.has(`v.${name}`);
  return form.get(`v.${name}`) ?? '';
}

/** @type {Handler} */
function signedIn(req, res, next) {
  if (!req.ctx.user) return refuse(req, res, next);
  // Whoever looks at the site as somebody else decides nothing for them.
  if (req.ctx.viewingAs && req.method === 'POST') throw notFound();
  next();
}
