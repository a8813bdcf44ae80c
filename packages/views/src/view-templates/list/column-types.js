/** @import { Field } from '@plinth/plugin' */

/** Whether values may need more than one line. @param {Pick<Field, 'traits'>} field */
export const isRoomy = ({ traits }) =>
  traits.isFree || traits.isMany || (traits.value === 'reference' && !traits.isPerson);
