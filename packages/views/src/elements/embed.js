/** @import { EmbedRelation, Values } from '@plinth/plugin' */
import { AppError, defineElement, phrase } from '@plinth/plugin';
import { childRelation, field, select, view } from '@plinth/plugin/settings';

const RELATIONS = ['independent', 'child', 'parent', 'same'];

/** Embeds another view: by itself, or with the rows that belong to the current row. */
export const embed = defineElement({
  name: 'embed',
  order: 250,
  label: 'el.embed',
  icon: 'picture-in-picture',
  group: 'data',
  children: 'none',
  scope: 'any',
  settings: [
    view('view', 'el.embed.view', { required: true }),
    select(
      'relation',
      'el.embed.relation',
      RELATIONS.map((value) => ({ value, label: `el.embed.${value}` })),
      { default: 'independent' },
    ),
    childRelation('child', 'el.embed.children', { showIf: { name: 'relation', in: ['child'] } }),
    field('parent', 'el.embed.parentField', {
      fieldTypes: [{ value: 'reference', isMany: false }],
      showIf: { name: 'relation', in: ['parent'] },
    }),
  ],
  compile: ({ settings }, c) => c.embed({ view: settings.view, relation: relationOf(settings) }),
});

/** @param {Values} settings @returns {EmbedRelation} */
function relationOf({ relation, child, parent }) {
  if (relation === 'child') return { kind: 'child', relation: chosen(child, 'the rows that belong to the row') };
  if (relation === 'parent') return { kind: 'parent', field: chosen(parent, 'the field that points at the other row') };
  return { kind: relation };
}

/** @param {string | undefined} value @param {string} what */
function chosen(value, what) {
  if (value) return value;
  throw new AppError('SETTINGS_INVALID', phrase`The view is missing ${what}`, {
    status: 422,
    hint: 'Choose it in the settings of the element',
  });
}
