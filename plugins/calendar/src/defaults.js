/** @import { Field, Table, ViewTemplate } from '@plinth/plugin' */
import { AppError } from '@plinth/plugin';

/** Names that fields have in which something ends. */
const END = /(^|_)(end|ends|until|to|finish|ende|bis|fin|final)(_|$)/i;

/**
 * By the first moment that people fill in, else by the first date; a second field of the type is the end if it is called so.
 *
 * @type {ViewTemplate['defaults']}
 */
export const calendarDefaults = (table, { registry, links }) => {
  const own = table.fields.filter((field) => !field.auto && registry.has('fieldType', field.type));
  const dates = own.filter(({ traits }) => traits.hasDay);
  const moments = dates.filter(({ traits }) => traits.hasTime);
  const candidates = (moments.length > 0 ? moments : dates).filter(({ name }) => !END.test(name));
  const start = candidates[0] ?? dates[0];
  if (!start) {
    throw new AppError('CALENDAR_NEEDS_FIELD', 'A calendar needs a field with a date', {
      status: 422,
      hint: 'Add a date field, or a date and time field, to the table first',
    });
  }
  const end = dates.find((field) => field !== start && field.type === start.type && END.test(field.name));
  const duration = own.find(({ traits }) => traits.value === 'number' && traits.hasTime);
  const colour = own.find(({ traits }) => traits.value === 'choice' && !traits.isMany);
  return {
    startField: start.name,
    ...(end && { endField: end.name }),
    ...(!end && duration && start.traits.hasTime && { durationField: duration.name }),
    titleField: titleOf(table, own),
    ...(colour && { colourField: colour.name }),
    ...(links.show || links.edit ? { eventView: links.show ?? links.edit, eventOpen: 'panel' } : {}),
    ...(links.edit && { createView: links.edit }),
  };
};

/** @param {Table} table @param {readonly Field[]} own */
function titleOf(table, own) {
  const text =
    own.find(({ name }) => name === table.display) ?? own.find(({ traits }) => traits.isFree && !traits.isLong);
  return text?.name ?? 'id';
}
