import { AppError } from '@plinth/plugin';

/** The same for unknown, disabled and wrong. */
export function loginFailed() {
  return new AppError('LOGIN_FAILED', 'Wrong e-mail address or password', {
    status: 401,
    hint: 'Check both. The password is case-sensitive',
  });
}
