import { isatty } from 'node:tty';

/** Whether this process was started in a terminal; nohup takes input and outputs away from it. */
export const hasTerminal = () => [0, 1, 2].some((descriptor) => isatty(descriptor));
