/** @import { Catalog } from '@plinth/plugin' */
/** @import { Notify } from '../../types.d.ts' */
/** @import { Within } from '../../../gate/rows/within.js' */
import { translator } from '@plinth/plugin';
import { unescapeMarkdown } from '../../../rules/expressions/fill-texts.js';
import { ownTexts } from '../../../rules/expressions/own-texts.js';
import { shownAs } from '../../../rules/expressions/shown-as.js';
import { SYSTEM } from '../../../rules/reach/run-actor.js';
import { sql } from '../../../postgres/sql/index.js';

/**
 * @typedef {{ id: string, title: string, text: string, user_id: string | null, role_id: string | null, not_by: string | null,
 *   due_at: Date | string | null }} Task as stored
 * @typedef {{ email: string, locale: string | null, time_zone: string | null }} Person
 * @typedef {{ what: 'asked' | 'reminder' | 'escalated' | 'delegated', by?: string, note?: string }} Reason by: a name
 */

const TEXTS = [ownTexts];

/**
 * Notifies people of a task, on the site and by a mail with a link.
 *
 * @param {{ catalog: () => Catalog, baseUrl: string, notify: Notify, outbox: import('../../outbox/outbox.js').Outbox }} context
 */
export function createTell({ catalog, baseUrl, notify, outbox }) {
  /** @param {Person} person @param {Task} task @param {Reason} reason @returns {import('../../outbox/types.d.ts').Mail} */
  function mailTo({ email, locale, time_zone: timeZone }, { id, title, text, due_at: due }, reason) {
    const { settings } = catalog();
    const language = locale ?? settings.locale;
    const t = translator(TEXTS, language);
    const zone = timeZone ?? settings.timeZone;
    const until = due && shownAs({ name: 'moment' }, due, { locale: language, timeZone: zone });
    const why = whyOf(t, reason) || (text === '' && t('A workflow is waiting for your answer.'));
    const isLate = reason.what === 'reminder' || reason.what === 'escalated';
    const blocks = [
      ...(why ? [{ text: why }] : []),
      ...(text ? [{ markdown: text, plain: unescapeMarkdown(text) }] : []),
      ...(until && !isLate ? [{ text: t('Please answer by {until}.', { until }) }] : []),
      { button: t('Open the task'), url: `${baseUrl}/tasks/${id}` },
    ];
    const subject = reason.what === 'reminder' ? t('Reminder: {title}', { title }) : title;
    return { kind: 'notification', to: email, subject, content: { locale: language, blocks } };
  }

  /** @param {Within} gate @param {Task} task @param {Reason} [reason] */
  return async (gate, task, reason = { what: 'asked' }) => {
    const { id, title, user_id: user, role_id: role, not_by: notBy } = task;
    const { rows: people } = await gate.tx.query(sql`
      select u.id, u.email, u.locale, u.time_zone
        from plinth.users u
       where u.disabled_at is null and u.id is distinct from ${notBy}::uuid
         and (u.id = ${user}::uuid or ${user}::uuid is null and ${role}::uuid = any(plinth.roles_of(u.id)))
       order by u.id`);
    const on = { query: gate.tx.query, select: gate.select };
    for (const person of people) {
      await notify(SYSTEM, { user: person.id, kind: 'task', text: title, about: id }, on);
      if (person.email) await outbox.add(mailTo(person, task, reason), gate.tx);
    }
  };
}

/** Why somebody is told of it again. @param {import('@plinth/plugin').Translate} t @param {Reason} reason */
function whyOf(t, { what, by = '', note = '' }) {
  if (what === 'reminder') return t('The deadline of this task has passed, and it still waits for your answer.');
  if (what === 'escalated') return t('This task was passed on to you because its deadline had passed.');
  if (what === 'delegated')
    return [t('{who} passed this task on to you.', { who: by }), note].filter(Boolean).join('\n');
  return '';
}
