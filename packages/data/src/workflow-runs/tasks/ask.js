/** @import { Actor, Catalog } from '@plinth/plugin' */
/** @import { Notify } from '../../actions/action-notice.js' */
/** @import { Within } from '../../rows/within.js' */
/** @import { StepContext } from '../types.d.ts' */
import { readLocales, translator } from '@plinth/plugin';
import { SYSTEM } from '../../runs/run-actor.js';
import { k, sql } from '../../sql/index.js';

/** People of a role who are told; the others find the task in their list. */
const MOST_TOLD = 100;
const LONGEST_TITLE = 300;
const LONGEST_TEXT = 10_000;

/** Whom a task is for; neither: nobody can be found, so admins decide. @typedef {{ user: string | null, role: string | null }} Recipient */

/**
 * Asks people to decide: creates tasks, and tells those whom they are for.
 *
 * @param {{ catalog: () => Catalog, baseUrl: string, notify: Notify, outbox: import('../../outbox/outbox.js').Outbox }} context
 */
export function createAsk({ catalog, baseUrl, notify, outbox }) {
  const texts = [readLocales(new URL('../../../locales/', import.meta.url))];

  /** @param {StepContext} at @param {'to' | 'escalate'} prefix @returns {Promise<Recipient>} */
  async function recipientOf({ step, run, evaluate, gate }, prefix) {
    const kind = step[prefix];
    if (kind === 'role') return { user: null, role: roleId(step[`${prefix}Role`]) };
    const [value] = kind === 'field' ? await evaluate([`row.${step[`${prefix}Field`]}`]) : [];
    const user = kind === 'field' ? value : kind === 'user' ? step[`${prefix}User`] : run.caused_by;
    const { rows } = await gate.tx.query(k('plinth.users').select('id').where('id', typeof user === 'string' ? user : null));
    return { user: rows[0]?.id ?? null, role: null };
  }

  /** @param {string} name */
  const roleId = (name) => catalog().roles.find((role) => role.name === name)?.id ?? null;

  /** Tells those whom it is for. @param {Within} gate @param {{ id: string, title: string, text: string, user_id: string | null, role_id: string | null }} task */
  async function tell(gate, { id, title, text, user_id: user, role_id: role }) {
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
  }

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

  return {
    tell,

    /** @param {StepContext} at @param {Date | null} due @returns {Promise<string>} its id */
    async ask(at, due) {
      const { step, run, token, gate, about } = at;
      const { user, role } = await recipientOf(at, 'to');
      const title = (await at.text(step.title)).slice(0, LONGEST_TITLE);
      const text = (await at.text(step.text ?? '')).slice(0, LONGEST_TEXT);
      const row = about.table && about.id !== null ? { table_id: about.table.id, row_key: String(about.id) } : {};
      const { rows } = await gate.tx.query(
        k('plinth.tasks')
          .insert({
            ...{ run_id: run.id, token_id: token.id, workflow_id: run.workflow_id, step: step.id, title, text, ...row },
            ...{ user_id: user, role_id: role, due_at: due, may_delegate: step.mayDelegate ?? true },
            ...{ form: JSON.stringify(formOf(at)), outcomes: JSON.stringify(step.outcomes) },
          })
          .returning('*'),
      );
      await tell(gate, rows[0]);
      return rows[0].id;
    },

    /** Reminds those whom it is for. @param {StepContext} at @param {string} id */
    async remind({ gate }, id) {
      const { rows } = await gate.tx.query(k('plinth.tasks').select('*').where({ id, state: 'open' }));
      if (rows[0]) await tell(gate, rows[0]);
    },

    /** Hands it to somebody else after its deadline. @param {StepContext} at @param {string} id */
    async escalate(at, id) {
      const { user, role } = await recipientOf(at, 'escalate');
      const entry = JSON.stringify([{ what: 'escalated', at: at.now.toISOString() }]);
      const { rows } = await at.gate.tx.query(sql`
        update plinth.tasks
           set user_id = ${user}::uuid, role_id = ${role}::uuid, orphaned_at = null, history = history || ${entry}::jsonb
         where id = ${id}::uuid and state = 'open'
        returning *`);
      if (rows[0]) await tell(at.gate, rows[0]);
    },

    /** @param {StepContext} at @param {string} id */
    expire: ({ gate }, id) =>
      gate.tx.query(k('plinth.tasks').where({ id, state: 'open' }).update({ state: 'expired' })),
  };
}

/** The variables that are filled in with the answer. @param {StepContext} at */
function formOf({ step, document }) {
  return (step.form ?? []).flatMap((/** @type {any} */ { variable: name, label, required }) => {
    const variable = document.body.variables.find((one) => one.name === name);
    return variable ? [{ name, label: label || variable.label || name, type: variable.type, required: required === true }] : [];
  });
}
