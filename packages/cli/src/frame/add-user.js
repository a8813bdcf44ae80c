/** @import { App } from './with-app.js' */
/** @import { Actor } from '@plinth/plugin' */

/**
 * Creates a user. Without a password, the result is a link for choosing one, which somebody must pass on.
 *
 * @param {App} app @param {Actor} operator
 * @param {{ name: string, email: string, password: string | null, roles: string[] }} person
 * @returns {Promise<{ id: string, name: string, email: string, roles: string[], link: string | null }>}
 */
export async function addUser({ data, config }, operator, person) {
  const { id, name, email, roles } = await data.people.users.create(operator, person);
  if (person.password) return { id, name, email, roles, link: null };
  const { token } = await data.people.resetToken(operator, id);
  return { id, name, email, roles, link: `${config.baseUrl}/auth/reset/${token}` };
}

/** @param {Awaited<ReturnType<typeof addUser>>} user */
export const describeUser = ({ name, email, roles, link }) =>
  [
    `Created ${name} <${email}>${roles.length > 0 ? ` with ${roles.join(', ')}` : ''}.`,
    ...(link ? [`Choose a password at ${link}`] : []),
  ].join('\n');
