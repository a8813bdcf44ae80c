import { AppError } from '@plinth/plugin';

/** For visitors who ask for something that needs a session: 401. */
export function loginRequired() {
  return new AppError('LOGIN_REQUIRED', 'Log in to continue', { status: 401 });
}
