/** Name of the parameter that carries the actor's user id in every compiled statement. */
export const USER_PARAM = 'user';
