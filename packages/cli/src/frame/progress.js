/** @import { Output, Progress } from '../types.d.ts' */

const BAR_WIDTH = 24;
const REDRAW_MS = 100;
/** Without a terminal each report is a separate line, so there are few. */
const REPORT_MS = 5000;

/**
 * Progress of long work: a bar on a terminal, a line now and then elsewhere.
 *
 * @param {Output} output
 * @param {string} label
 * @param {number} [total] if unknown, only finished work is counted
 * @param {() => number} [now]
 * @returns {Progress}
 */
export function createProgress(output, label, total, now = Date.now) {
  const started = now();
  let done = 0;
  let drawn = started;
  const state = () => describe(label, done, total, now() - started);

  /** @param {string} text */
  const draw = (text) =>
    output.write(output.isTTY ? `\r\x1b[2K${text.slice(0, (output.columns ?? 80) - 1)}` : `${text}\n`);
  const report = () => {
    if (now() - drawn < (output.isTTY ? REDRAW_MS : REPORT_MS)) return;
    drawn = now();
    draw(state());
  };

  return {
    advance(by = 1) {
      done += by;
      report();
    },
    at(reached, ofTotal = total) {
      done = reached;
      total = ofTotal;
      report();
    },
    done(text) {
      draw(text ?? state());
      if (output.isTTY) output.write('\n');
    },
  };
}

/** @param {string} label @param {number} done @param {number | undefined} total @param {number} ms */
function describe(label, done, total, ms) {
  const seconds = `${Math.round(ms / 1000)} s`;
  if (!total) return `${label}: ${done.toLocaleString('en')} (${seconds})`;
  const share = Math.min(1, done / total);
  const filled = Math.round(share * BAR_WIDTH);
  const bar = '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
  return `${label} ${bar} ${Math.floor(share * 100)} % (${done.toLocaleString('en')} of ${total.toLocaleString('en')}, ${seconds})`;
}
