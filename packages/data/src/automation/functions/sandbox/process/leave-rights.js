import { constants, setPriority } from 'node:os';

/** Nobody, on every Unix. */
const NOBODY = 65534;

/** Gives up what the process does not need: its priority, and the rights of root. */
export function leaveRights() {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Some containers forbid it.
  }
  if (process.getuid?.() !== 0) return;
  try {
    process.setgroups?.([]);
    process.setgid?.(NOBODY);
    process.setuid?.(NOBODY);
  } catch {
    // Some containers forbid this too: there, root of the container has few rights.
  }
}
