/** @import { Job, State } from './workshop.js' */
/** @import { Rule } from './workshop-rules.js' */
/** @typedef {{ create: Rule | null, update: Rule | null, delete: Rule | null }} Rules null: everything is allowed */
/** @typedef {{ title: string, rule: Rule, who: string }} Open */

/** A write that the rules refuse. */
class Refused extends Error {}

/**
 * Does on plain objects what the gate does in the database: each rule is checked on the row before and after the write.
 *
 * @param {State} state is changed @param {Rules} rules
 */
export function createNaiveWriter(state, rules) {
  /** Checks that wait for the end of a write of several rows. @type {Open[] | null} */
  let open = null;

  /** @param {Rule | null} rule @param {string} title @param {string} who */
  function check(rule, title, who) {
    if (rule && !rule.holds(state.jobs[title], title, state, who)) throw new Refused(title);
  }

  /** @param {Rule | null} rule @param {string} title @param {string} who */
  function checkNew(rule, title, who) {
    if (rule?.later && open) open.push({ title, rule, who });
    else check(rule, title, who);
  }

  /** @param {(one: Open) => boolean} is */
  function settle(is) {
    const now = (open ?? []).filter(is);
    open = open && open.filter((one) => !is(one));
    for (const { title, rule, who } of now) check(rule, title, who);
  }

  /** Puts back what a refused write changed. @param {State} before */
  function restore(before) {
    for (const name of /** @type {const} */ (['jobs', 'steps', 'passes'])) {
      const part = /** @type {Record<string, unknown>} */ (state[name]);
      for (const key of Object.keys(part)) delete part[key];
      Object.assign(part, before[name]);
    }
  }

  const writer = {
    /** @param {string} who @param {string} title @param {Job} job */
    insert(who, title, job) {
      state.jobs[title] = job;
      checkNew(rules.create, title, who);
    },

    /** @param {string} who @param {string} title @param {Partial<Job>} changes */
    update(who, title, changes) {
      settle((one) => one.title === title);
      check(rules.update, title, who);
      state.jobs[title] = { ...state.jobs[title], ...changes };
      checkNew(rules.update, title, who);
    },

    /** @param {string} who @param {string} title */
    remove(who, title) {
      settle((one) => one.title === title);
      check(rules.delete, title, who);
      const isHeld = [...Object.values(state.steps), ...Object.values(state.passes)].some(({ job }) => job === title);
      if (isHeld) throw new Refused(title);
      delete state.jobs[title];
    },

    /** One write: all of it, or nothing. @param {() => void} work @returns {boolean} whether it was done */
    whole(work) {
      const before = structuredClone(state);
      open = [];
      try {
        work();
        settle(() => true);
        return true;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        restore(before);
        return false;
      } finally {
        open = null;
      }
    },

    /** A write of one row. @param {() => void} work @returns {boolean} whether it was done */
    single(work) {
      const before = structuredClone(state);
      try {
        work();
        return true;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        restore(before);
        return false;
      }
    },
  };
  return writer;
}
