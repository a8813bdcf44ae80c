/** The parameter with the actor's user id in every compiled statement. */
export const USER_PARAM = 'user';
