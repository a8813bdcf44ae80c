import { AppError } from '@plinth/plugin';

export const replayed = () =>
  new AppError('HOOK_REPLAYED', 'This call was already accepted', {
    status: 409,
    hint: 'Sign each call anew, with the current time',
  });

export const notText = () =>
  new AppError('HOOK_NOT_TEXT', 'The call contains characters that are not text', {
    status: 400,
    hint: 'Leave out zero characters and halves of surrogate pairs',
  });
