import { AppError } from '@plinth/plugin';

export const tableChanged = () =>
  new AppError('TABLE_CHANGED', 'Another change of this table came first', {
    status: 409,
    hint: 'Look at the field as it is now, and change it again',
  });
