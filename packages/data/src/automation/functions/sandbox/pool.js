/** @import { Values } from '@plinth/plugin' */
/** @import { ChildProcess } from 'node:child_process' */
/** @import { Failure } from './types.d.ts' */
/** @import { Memory } from '../../../postgres/memory/divide.js' */
/** @import { Outcome, Work } from './member.js' */
import {
  apartShare,
  ASKED_BY_FUNCTIONS,
  ROWS_FOR_FUNCTIONS,
  functionShare,
} from '../../../postgres/fairness/figures.js';
import { createTurns } from '../../../postgres/fairness/index.js';
import { divideMemory } from '../../../postgres/memory/index.js';
import { createMember } from './member.js';
import { createProcessStarter } from './start-process.js';
import { createSuspects } from './suspects.js';

/** Calls at once in one process. */
const MOST_IN_PROCESS = 8;
/** How long a process stays without a call, in ms. */
const IDLE = 30_000;

/** @typedef {ReturnType<typeof createMember>} Member */

/**
 * Processes that run functions. The first starts with the first call, the last ends after half a minute without one.
 *
 * People have a share of the isolates and wait for them in turn. Calls of one person are kept together, so that what brings
 * a process down is mostly their own. Whoever did that has a process shared with nobody for a while, and calls of others
 * that were in it and had changed nothing are made again.
 *
 * @param {{ share?: Memory['worker']['functions'], size?: number, idle?: number, start?: () => ChildProcess }} [options]
 *   share: of the memory; size: how many processes, if not as many as it has room for
 */
export function createPool({
  share = divideMemory().worker.functions,
  size = share.processes,
  idle = IDLE,
  start,
} = {}) {
  /** @type {Set<Member>} */
  const members = new Set();
  /** By the key of the only person who is in it. @type {Map<string, Member>} */
  const apart = new Map();
  const turns = createTurns(functionShare(size * MOST_IN_PROCESS));
  const separate = apartShare(share.apart);
  const apartTurns = createTurns(separate);
  const asking = { rows: createTurns(ROWS_FOR_FUNCTIONS), others: createTurns(ASKED_BY_FUNCTIONS) };
  const suspects = createSuspects();
  let isClosed = false;

  return {
    /** @param {Work} work @returns {Promise<Outcome>} */
    async run(work) {
      const began = performance.now();
      const refused = (/** @type {any} */ error) => notRun(isClosed ? null : error, performance.now() - began);
      if (isClosed) return refused(null);
      return turns.use(work.person, () => make(work)).catch(refused);
    },

    /** Ids of the processes that exist now. */
    processes: () => [...members, ...apart.values()].map(({ pid }) => pid),

    close() {
      isClosed = true;
      for (const member of [...members, ...apart.values()]) member.end();
      for (const one of [turns, apartTurns, asking.rows, asking.others]) one.refuseAll(new Error('closed'));
    },
  };

  /** @param {Work} work @returns {Promise<Outcome>} */
  async function make(work) {
    if (suspects.has(work.person)) return makeApart(work);
    const outcome = await memberFor(work).begin(work);
    return outcome.mayRunAgain && !isClosed ? makeApart(work) : outcome;
  }

  /** @param {Work} work @returns {Promise<Outcome>} */
  function makeApart(work) {
    return apartTurns.use(work.person, () => memberApart(work.person.key).begin(work));
  }

  /** With other calls of the same person; otherwise an empty or a new one; otherwise the one with the fewest. @param {Work} work */
  function memberFor({ person: { key } }) {
    const all = [...members].sort((a, b) => a.size() - b.size());
    const own = all.find((member) => member.isOnly(key) && member.size() < MOST_IN_PROCESS);
    if (own) return own;
    if (all.length > 0 && (all[0].size() === 0 || members.size >= size)) return all[0];
    const member = newMember(() => members.delete(member));
    members.add(member);
    return member;
  }

  /** @param {string} key */
  function memberApart(key) {
    const known = apart.get(key);
    if (known) return known;
    // A caller with a turn takes the place of one without.
    if (apart.size >= separate.places) [...apart.values()].find((member) => member.size() === 0)?.end();
    const member = newMember(() => {
      if (apart.get(key) === member) apart.delete(key);
    });
    apart.set(key, member);
    return member;
  }

  /** @param {() => void} onGone */
  function newMember(onGone) {
    start ??= createProcessStarter(share.mb);
    return createMember({ child: start(), idle, asking, onGone, onBreak: suspects.add });
  }
}

/** @param {Values} error the server's own, or null if it is stopping @param {number} ms @returns {Outcome} */
function notRun(error, ms) {
  /** @type {Failure} */
  const busy = { kind: 'busy', message: 'Too many functions are running' };
  const kinds = /** @type {Record<string, Failure['kind']>} */ ({ SHARE_USED: 'share', CALLER_LEFT: 'left' });
  return { failure: { ...busy, kind: kinds[error?.code] ?? 'busy' }, logs: [], ms };
}
