/** @import { Task } from '@plinth/data' */
/** @import { Request } from '../../types.d.ts' */
import { renderMarkdown } from '@plinth/views';
import { rowAddress } from '../places/row-address.js';

/** A task in the list. @param {Request} req @param {Task} task */
export function entryOf(req, task) {
  const about = [task.workflow, forWhom(req, task), outcomeOf(req, task)].filter(Boolean).join(' · ');
  return { url: `/tasks/${task.id}`, title: task.title, about, ...momentsOf(req, task) };
}

/** A task with everything but its form. @param {Request} req @param {Task} task @param {ReadonlyMap<string, string>} names of people in its history */
export function taskModel(req, task, names) {
  const { t, catalog, actor, app } = req.ctx;
  const { workflow } = task;
  return {
    t,
    icon: app.views.icon,
    ...entryOf(req, task),
    isOpen: task.state === 'open',
    isOrphaned: task.isOrphaned,
    from: [workflow && t('tasks.from', { workflow }), forWhom(req, task)].filter(Boolean).join(' · '),
    row: task.row && rowAddress(catalog, actor, task.row.table)?.(task.row.id),
    rowLabel:
      (task.row && catalog.hasTable(task.row.table) && catalog.table(task.row.table).singular) || t('tasks.row'),
    // The answers that a task has at first are known in every language; others are as they were written.
    outcomes: task.outcomes.map((one) => ({ ...one, label: t(one.label) })),
    outcome: outcomeOf(req, task),
    note: task.comment ?? '',
    text: task.text && renderMarkdown(task.text),
    shown: task.form.map(({ name, label, type }) => ({ label, value: shownValue(req, type, task.values?.[name]) })),
    history: task.history.map((entry) => historyOf(req, entry, names)),
  };
}

/** @param {Request} req @param {Task} task */
function forWhom({ ctx: { t } }, { state, user, role }) {
  const who = user?.name || role;
  return who && state === 'open' ? t('tasks.for', { who }) : '';
}

/** When it is due, or was decided. @param {Request} req @param {Task} task */
function momentsOf({ ctx: { t, formats } }, { state, dueAt, createdAt, decidedAt }) {
  const at = state === 'open' ? (dueAt ?? createdAt) : (decidedAt ?? createdAt);
  const isOverdue = state === 'open' && dueAt !== null && new Date(dueAt) < new Date();
  const isDue = state === 'open' && dueAt !== null;
  return {
    isOverdue,
    at: new Date(at).toISOString(),
    // A deadline in 47 hours is neither tomorrow nor in two days.
    ...(isDue
      ? {
          when: t(isOverdue ? 'tasks.overdue' : 'tasks.due', { when: formats.dateTime(at) }),
          exactly: formats.relative(at),
        }
      : { when: formats.relative(at), exactly: formats.dateTime(at) }),
  };
}

/** @param {Request} req @param {Task} task */
function outcomeOf({ ctx: { t } }, { state, outcome, outcomes, decidedBy }) {
  if (state === 'open') return '';
  if (state !== 'decided') return t(`tasks.${state}`);
  const label = outcomes.find(({ name }) => name === outcome)?.label ?? outcome ?? '';
  return t('tasks.decided', { who: decidedBy?.name ?? '', outcome: t(label) });
}

/** @param {Request} req @param {string} type @param {any} value */
function shownValue({ ctx: { t, formats } }, type, value) {
  if (type === 'bool') return t(value ? 'tasks.yes' : 'tasks.no');
  if (value === null || value === undefined || value === '') return '';
  if (type === 'number') return formats.number(String(value), { maximumFractionDigits: 12 });
  if (type === 'date') return formats.date(value);
  if (type === 'datetime') return formats.dateTime(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** @param {Request} req @param {Task['history'][number]} entry @param {ReadonlyMap<string, string>} names */
function historyOf({ ctx: { t, formats } }, { what, by = '', to = '', note = '', at }, names) {
  const people = { by: names.get(by) ?? '', to: names.get(to) ?? '' };
  const key = what === 'escalated' && people.to ? 'escalatedTo' : what;
  return { words: t(`tasks.history.${key}`, people), note, when: formats.dateTime(at), at };
}
