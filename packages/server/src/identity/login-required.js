import { AppError } from '@plinth/plugin';

/** For visitors who ask for something that needs a session: 401. */
export function loginRequired() {
  return new AppError('LOGIN_REQUIRED', 'You have to log in for this', { status: 401 });
}
