/** @import { Catalog } from '@plinth/plugin' */
/** @import { Notify } from '../../actions/action-notice.js' */
/** @import { Within } from '../../rows/within.js' */
import { readLocales, translator } from '@plinth/plugin';
import { SYSTEM } from '../../runs/run-actor.js';
import { sql } from '../../sql/index.js';

/** People of a role who are told; the others find the task in their list. */
const MOST_TOLD = 100;

/**
 * Tells people of a task, by the bell and by a mail with a link.
 *
 * @param {{ catalog: () => Catalog, baseUrl: string, notify: Notify, outbox: import('../../outbox/outbox.js').Outbox }} context
 */
export function createTell({ catalog, baseUrl, notify, outbox }) {
  const texts = [readLocales(new URL('../../../locales/', import.meta.url))];

  /** @param {{ email: string, locale: string | null }} person @param {{ id: string, title: string, text: string }} task @returns {import('../../outbox/types.d.ts').Mail} */
  function mailTo({ email, locale }, { id, title, text }) {
    const language = locale ?? catalog().settings.locale;
    const t = translator(texts, language);
    const blocks = [
      ...(text ? [{ markdown: text, plain: text }] : [{ text: t('A workflow is waiting for your answer.') }]),
      { button: t('Open the task'), url: `${baseUrl}/tasks/${id}` },
    ];
    return { kind: 'notification', to: email, subject: title, content: { locale: language, blocks } };
  }

  /** @param {Within} gate @param {{ id: string, title: string, text: string, user_id: string | null, role_id: string | null }} task */
  return async (gate, { id, title, text, user_id: user, role_id: role }) => {
    const { rows: people } = await gate.tx.query(sql`
      select u.id, u.email, u.locale
        from plinth.users u
       where u.disabled_at is null
         and (u.id = ${user}::uuid or ${user}::uuid is null and ${role}::uuid = any(plinth.roles_of(u.id)))
       order by u.id
       limit ${MOST_TOLD}`);
    const on = { query: gate.tx.query, select: gate.select };
    for (const person of people) {
      await notify(SYSTEM, { user: person.id, kind: 'task', text: title, about: id }, on);
      if (person.email) await outbox.add(mailTo(person, { id, title, text }), gate.tx);
    }
  };
}
