/** Every kind of entry, by what somebody looks for. */
export const EVENT_GROUPS = Object.freeze({
  login: ['login', 'login-refused', 'logout', 'session-ended', 'password-changed', 'password-reset', 'email-changed'],
  people: [
    'first-admin',
    'signed-up',
    'sign-up-refused',
    'invited',
    'invitation-used',
    'invitation-revoked',
    'user-made',
    'user-disabled',
    'user-enabled',
    'user-removed',
    'reset-link-made',
    'password-set',
  ],
  rights: [
    ...['roles-changed', 'group-made', 'group-removed', 'rights-changed'],
    ...['token-made', 'token-revoked', 'viewing-as', 'viewing-as-ended'],
  ],
  data: [
    'exported',
    'backup-made',
    'backup-downloaded',
    'restore-asked',
    'restored',
    'turned-on',
    'row-restored',
    'edit-undone',
    'secret-changed',
    'limits-changed',
    'mail-retried',
    'mail-cancelled',
  ],
  plugins: ['plugin-installed', 'plugin-enabled', 'plugin-disabled', 'plugin-configured', 'plugin-removed'],
});

export const EVENT_KINDS = Object.freeze(Object.values(EVENT_GROUPS).flat());
