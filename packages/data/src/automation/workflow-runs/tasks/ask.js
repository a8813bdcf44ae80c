/** @import { Catalog, Values } from '@plinth/plugin' */
/** @import { Notify } from '../../types.d.ts' */
/** @import { TaskContext } from '../types.d.ts' */
import { k, sql } from '../../../postgres/sql/index.js';
import { createTell } from './tell.js';

const LONGEST_TITLE = 300;
const LONGEST_TEXT = 10_000;

/** Whom a task is for; neither: nobody can be found, so admins decide. @typedef {{ user: string | null, role: string | null }} Recipient */

/**
 * Asks people to decide: creates tasks and notifies the people.
 *
 * @param {{ catalog: () => Catalog, baseUrl: string, notify: Notify, outbox: import('../../outbox/outbox.js').Outbox }} context
 */
export function createAsk({ catalog, baseUrl, notify, outbox }) {
  /** Who must not decide it. @param {TaskContext} at @returns {Promise<string | null>} */
  async function notByOf({ step, run, evaluate }) {
    // Their own task is for nobody else.
    if (step.notBy === 'starter') return step.to === 'starter' ? null : run.caused_by;
    const [value] = step.notBy === 'field' ? await evaluate([`row.${step.notByField}`]) : [];
    return typeof value === 'string' ? value : null;
  }

  /** @param {TaskContext} at @param {'to' | 'escalate'} prefix @param {string | null} notBy @returns {Promise<Recipient>} */
  async function recipientOf({ step, run, evaluate, gate }, prefix, notBy) {
    const kind = step[prefix];
    if (kind === 'role') return { user: null, role: roleId(step[`${prefix}Role`]) };
    const [value] = kind === 'field' ? await evaluate([`row.${step[`${prefix}Field`]}`]) : [];
    const user = kind === 'field' ? value : kind === 'user' ? step[`${prefix}User`] : run.caused_by;
    const { rows } = await gate.tx.query(
      k('plinth.users')
        .select('id')
        .where('id', typeof user === 'string' && user !== notBy ? user : null),
    );
    return { user: rows[0]?.id ?? null, role: null };
  }

  /** @param {string} name */
  const roleId = (name) => catalog().roles.find((role) => role.name === name)?.id ?? null;

  const tell = createTell({ catalog, baseUrl, notify, outbox });

  return {
    tell,

    /** @param {TaskContext} at @param {Date | null} due @returns {Promise<string>} its id */
    async ask(at, due) {
      const { step, gate } = at;
      const notBy = await notByOf(at);
      const { user, role } = await recipientOf(at, 'to', notBy);
      const title = (await at.text(step.title)).slice(0, LONGEST_TITLE);
      const text = (await at.markdown(step.text ?? '')).slice(0, LONGEST_TEXT);
      const { rows } = await gate.tx.query(
        k('plinth.tasks')
          .insert({ ...taskOf(at), title, text, user_id: user, role_id: role, not_by: notBy, due_at: due })
          .returning('*'),
      );
      await tell(gate, rows[0]);
      return rows[0].id;
    },

    /** Reminds those whom it is for. @param {TaskContext} at @param {string} id */
    async remind({ gate }, id) {
      const { rows } = await gate.tx.query(k('plinth.tasks').select('*').where({ id, state: 'open' }));
      if (rows[0]) await tell(gate, rows[0], { what: 'reminder' });
    },

    /** Hands it to somebody else after its deadline. @param {TaskContext} at @param {string} id */
    async escalate(at, id) {
      const { rows: asked } = await at.gate.tx.query(k('plinth.tasks').select('not_by').where({ id }));
      const { user, role } = await recipientOf(at, 'escalate', asked[0]?.not_by ?? null);
      const entry = JSON.stringify([{ what: 'escalated', ...(user && { to: user }), at: at.now.toISOString() }]);
      const { rows } = await at.gate.tx.query(sql`
        update plinth.tasks
           set user_id = ${user}::uuid, role_id = ${role}::uuid, orphaned_at = null, history = history || ${entry}::jsonb
         where id = ${id}::uuid and state = 'open'
        returning *`);
      if (rows[0]) await tell(at.gate, rows[0], { what: 'escalated' });
    },

    /** @param {TaskContext} at @param {string} id */
    expire: ({ gate }, id) =>
      gate.tx.query(k('plinth.tasks').where({ id, state: 'open' }).update({ state: 'expired' })),
  };
}

/** Which task it is, what it is about, and what it offers. @param {TaskContext} at */
function taskOf(at) {
  const { step, run, token, about } = at;
  const row = about.table && about.id !== null ? { table_id: about.table.id, row_key: String(about.id) } : {};
  return {
    run_id: run.id,
    token_id: token.id,
    workflow_id: run.object_id,
    step: step.id,
    ...row,
    may_delegate: step.mayDelegate ?? true,
    form: JSON.stringify(formOf(at)),
    outcomes: JSON.stringify(step.outcomes),
  };
}

/** The variables that are filled in with the answer. @param {TaskContext} at */
function formOf({ step, document }) {
  return (step.form ?? []).flatMap((/** @type {Values} */ { variable: name, label, required }) => {
    const variable = document.body.variables.find((one) => one.name === name);
    return variable
      ? [{ name, label: label || variable.label || name, type: variable.type, required: required === true }]
      : [];
  });
}
