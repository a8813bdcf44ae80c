import { AppError } from '@plinth/plugin';

/** Seconds after which another try makes sense. */
const RETRY_AFTER = 5;

export const shareUsed = () =>
  new AppError('SHARE_USED', 'You are asking for too much at once', {
    status: 429,
    hint: 'Wait until your other requests are answered, then try again',
    details: { retryAfter: RETRY_AFTER },
  });

export const serverBusy = () =>
  new AppError('SERVER_BUSY', 'The server has too much to do at the moment', {
    status: 503,
    hint: 'Try again in a few seconds',
    details: { retryAfter: RETRY_AFTER },
  });

/** The request has ended, so nobody reads this. */
export const callerLeft = () => new AppError('CALLER_LEFT', 'Nobody waits for the answer any more', { status: 499 });
