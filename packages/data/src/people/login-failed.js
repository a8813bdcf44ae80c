import { AppError } from '@plinth/plugin';

/** The same for unknown, disabled and wrong. */
export function loginFailed() {
  return new AppError('LOGIN_FAILED', 'E-mail address or password is not right', {
    status: 401,
    hint: 'Check both; capital letters count in the password',
  });
}
