import { AppError } from '@plinth/plugin';

/** The same error for unknown users, disabled users and wrong passwords. */
export function loginFailed() {
  return new AppError('LOGIN_FAILED', 'Wrong e-mail address or password', {
    status: 401,
    hint: 'Check both. The password is case-sensitive',
  });
}
