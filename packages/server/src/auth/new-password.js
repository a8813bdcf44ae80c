/** The field of a form in which people choose a password. */
export const newPassword = {
  name: 'password',
  type: 'password',
  autocomplete: 'new-password',
  required: true,
  minlength: 8,
  help: 'auth.password.help',
};
