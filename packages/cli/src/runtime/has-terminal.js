import { isatty } from 'node:tty';

/** Whether this process was started in a terminal; nohup detaches input and output. */
export const hasTerminal = () => [0, 1, 2].some((descriptor) => isatty(descriptor));
