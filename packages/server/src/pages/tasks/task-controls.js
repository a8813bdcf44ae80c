/** @import { Task } from '@plinth/data' */
/** @import { Form, Request } from '../../types.d.ts' */
/** @typedef {ReturnType<typeof import('@plinth/plugin').errorText>} Words */
import { html } from '@plinth/plugin';

/** @type {Record<string, string>} */
const INPUTS = { date: 'date', datetime: 'datetime-local' };
const LONGEST = 2000;

/** The form of a task, with what was typed and what is wrong with it. @param {Request} req @param {Task} task @param {Form | null} form @param {Words | null} words */
export function taskControls(req, task, form, words) {
  const { t } = req.ctx;
  const needing = task.outcomes.filter(({ needsComment }) => needsComment).map((one) => t(one.label));
  const label = needing.length > 0 ? t('tasks.commentNeeded', { outcomes: needing.join(', ') }) : t('tasks.comment');
  const error = words?.fields.comment;
  return html`${task.form.map((field, i) => control(req, field, `f${i}`, form, words?.fields[field.name]))}<div class="mb-3"><label class="form-label" for="comment">${label}</label><textarea id="comment" name="comment" rows="3" maxlength="${LONGEST}" class="form-control${error && ' is-invalid'}"${described('comment', error)}>${form?.get('comment') ?? ''}</textarea>${message('comment', error)}</div>`;
}

/** @param {Request} req @param {Task['form'][number]} field @param {string} id @param {Form | null} form @param {string} [error] */
function control({ ctx: { t } }, { name, label, type, required }, id, form, error) {
  const key = `v.${name}`;
  if (type === 'bool')
    return html`<div class="form-check mb-3"><input class="form-check-input" type="checkbox" id="${id}" name="${key}" value="true"${form?.has(key) && html` checked`}><label class="form-check-label" for="${id}">${label}</label></div>`;
  const note = required && html` <span class="text-secondary">(${t('tasks.required')})</span>`;
  return html`<div class="mb-3"><label class="form-label" for="${id}">${label}${note}</label><input id="${id}" name="${key}" type="${INPUTS[type] ?? 'text'}"${type === 'number' && html` inputmode="decimal"`} maxlength="${LONGEST}" value="${form?.get(key) ?? ''}" class="form-control${error && ' is-invalid'}"${described(id, error)}>${message(id, error)}</div>`;
}

/** @param {string} id @param {string} [error] */
const described = (id, error) => error && html` aria-invalid="true" aria-describedby="${id}-error"`;

/** @param {string} id @param {string} [error] */
const message = (id, error) => error && html`<div class="invalid-feedback" id="${id}-error">${error}</div>`;
