/** @import { Context } from '../services.js' */
/** @import { Tell } from '../catalog/types.d.ts' */
/** @import { createGate } from '../gate/create-gate.js' */
/** @import { MailQueue } from './accounts/mails.d.ts' */
import { createAccess } from './access/index.js';
import { createActorsOfUsers } from './accounts/actors-of-users.js';
import { createAccounts } from './accounts/index.js';
import { createComments } from './comments/comments.js';
import { createNotifications } from './notifications/notifications.js';
import { createPlaces } from './places/places.js';

/**
 * Users and what concerns them.
 *
 * @param {Context & Pick<ReturnType<typeof createGate>, 'select' | 'rows'> & { outbox: MailQueue, tell: Tell }} context
 */
export function createPeople(context) {
  const people = createAccounts(context);
  const actorsOfUsers = createActorsOfUsers(context);
  const notifications = createNotifications({ ...context, actorsOfUsers });
  const comments = createComments({ ...context, actorsOfUsers, notifications });
  const places = createPlaces(context);
  return {
    people,
    actorsOfUsers,
    notifications,
    comments,
    places,
    access: createAccess(context),
    async sweep() {
      await people.maintenance();
      await comments.sweep();
      await notifications.sweep();
      await places.sweep();
    },
    close: () => people.close(),
  };
}
