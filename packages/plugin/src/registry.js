/** @import { Plugin, Registry, DefinitionKind, FieldView, Traits } from './index.d.ts' */
import { AppError } from './app-error.js';
import { API_VERSION } from './define.js';
import { isOfType, NO_TRAITS, withTraits } from './field-types/traits.js';
import { checkKind } from './kinds/check-kind.js';

/** Where a plugin has its definitions of a kind, and the kind's name for people. */
const KINDS = /** @type {const} */ ({
  fieldType: { key: 'fieldTypes', label: 'field type' },
  fieldView: { key: 'fieldViews', label: 'field view' },
  element: { key: 'elements', label: 'element' },
  viewTemplate: { key: 'viewTemplates', label: 'view template' },
  pageTemplate: { key: 'pageTemplates', label: 'page template' },
  action: { key: 'actions', label: 'action' },
  workflowStep: { key: 'workflowSteps', label: 'workflow step' },
  triggerSource: { key: 'triggerSources', label: 'trigger source' },
  kind: { key: 'kinds', label: 'kind' },
  theme: { key: 'themes', label: 'theme' },
  starterApp: { key: 'starterApps', label: 'starter app' },
});

/** @typedef {{ definition: any, owner: string, isInstalled: boolean }} Entry */

/**
 * Collects the definitions of all plugins and freezes them.
 *
 * @param {readonly Plugin[]} plugins @param {ReadonlySet<Plugin>} [installed] those among them that did not come with Plinth
 * @returns {Registry}
 * @throws {AppError} DEFINITION_DUPLICATE naming both owners, PLUGIN_API_MISMATCH, KIND_INVALID, TRAIT_INVALID
 */
export function createRegistry(plugins, installed = new Set()) {
  /** @type {Record<string, Map<string, Entry>>} */
  const byKind = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, new Map()]));
  for (const plugin of plugins) {
    checkApi(plugin);
    for (const kind of kindNames()) {
      for (const definition of plugin[KINDS[kind].key] ?? [])
        add(byKind[kind], kind, definition, { owner: plugin.name, isInstalled: installed.has(plugin) });
    }
  }
  const kinds = [...byKind.kind.values()];
  for (const { definition, owner } of kinds)
    checkKind(definition, { owner, others: kinds.map((other) => other.definition) });
  const lists = Object.fromEntries(
    kindNames().map((kind) => [kind, Object.freeze([...byKind[kind].values()].map((entry) => entry.definition))]),
  );
  const traitsOf = (/** @type {string} */ type) => byKind.fieldType.get(type)?.definition.traits ?? NO_TRAITS;
  const viewsFor = indexFieldViews(/** @type {readonly FieldView[]} */ (lists.fieldView), traitsOf);

  /** @param {DefinitionKind} kind @param {string} name */
  const entry = (kind, name) => byKind[kind].get(name) ?? missing(kind, name, [...byKind[kind].keys()]);

  /** @type {Registry} */
  const registry = {
    plugins: Object.freeze([...plugins]),
    fieldType: (name) => entry('fieldType', name).definition,
    fieldView: (name) => entry('fieldView', name).definition,
    element: (name) => entry('element', name).definition,
    viewTemplate: (name) => entry('viewTemplate', name).definition,
    pageTemplate: (name) => entry('pageTemplate', name).definition,
    action: (name) => entry('action', name).definition,
    workflowStep: (name) => entry('workflowStep', name).definition,
    triggerSource: (name) => entry('triggerSource', name).definition,
    kind: (name) => entry('kind', name).definition,
    theme: (name) => entry('theme', name).definition,
    has: (kind, name) => byKind[kind].has(name),
    all: (kind) => lists[kind],
    fieldViewsFor: viewsFor,
    traitsOf,
    owner: (kind, name) => entry(kind, name).owner,
    isInstalled: (kind, name) => entry(kind, name).isInstalled,
  };
  return Object.freeze(registry);
}

function kindNames() {
  return /** @type {DefinitionKind[]} */ (Object.keys(KINDS));
}

/** @param {Plugin} plugin */
function checkApi(plugin) {
  const wanted = /^[\^~]?(\d+)/.exec(plugin.api ?? '');
  if (wanted && Number(wanted[1]) === API_VERSION) return;
  throw new AppError(
    'PLUGIN_API_MISMATCH',
    `Plugin "${plugin.name}" needs plugin API ${plugin.api ?? '(none named)'}`,
    {
      status: 422,
      hint: `This Plinth has API ${API_VERSION}. Look for a release of the plugin with api: '^${API_VERSION}'`,
    },
  );
}

/**
 * @param {Map<string, Entry>} map @param {DefinitionKind} kind @param {any} definition
 * @param {Omit<Entry, 'definition'>} from
 */
function add(map, kind, definition, { owner, isInstalled }) {
  const name = kind === 'starterApp' ? definition.app.name : definition.name;
  const before = map.get(name);
  if (before) {
    throw new AppError(
      'DEFINITION_DUPLICATE',
      `The ${KINDS[kind].label} "${name}" is defined by both plugin "${before.owner}" and plugin "${owner}"`,
      { status: 409, hint: 'Disable one of the two plugins' },
    );
  }
  map.set(name, { definition: kind === 'fieldType' ? withTraits(definition, owner) : definition, owner, isInstalled });
}

/** @param {DefinitionKind} kind @param {string} name @param {string[]} known @returns {never} */
function missing(kind, name, known) {
  throw new AppError('DEFINITION_NOT_FOUND', `There is no ${KINDS[kind].label} "${name}"`, {
    status: 422,
    hint: `Available: ${known.join(', ')}. Is the plugin that provides it disabled?`,
  });
}

/**
 * @param {readonly FieldView[]} views @param {(type: string) => Traits} traitsOf
 * @returns {(type: string, mode: FieldView['mode']) => readonly FieldView[]}
 */
function indexFieldViews(views, traitsOf) {
  /** @type {Map<string, readonly FieldView[]>} */
  const found = new Map();
  return (type, mode) => {
    const key = `${mode}:${type}`;
    const known = found.get(key);
    if (known) return known;
    const list = Object.freeze(
      views.filter((view) => view.mode === mode && isOfType({ type, traits: traitsOf(type) }, view.types)),
    );
    found.set(key, list);
    return list;
  };
}
