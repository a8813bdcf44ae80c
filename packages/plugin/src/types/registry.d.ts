// The registry: all definitions of all plugins.

import type { Kind } from './kinds.d.ts';
import type { Action } from './actions.d.ts';
import type { AppDocument } from './app-documents.d.ts';
import type { Element } from './elements.d.ts';
import type { FieldType, Traits } from './field-types.d.ts';
import type { FieldView } from './field-views.d.ts';
import type { PageTemplate, Plugin } from './plugins.d.ts';
import type { Theme } from './themes.d.ts';
import type { TriggerSource } from './triggers.d.ts';
import type { ViewTemplate } from './view-templates.d.ts';
import type { WorkflowStep } from './workflows.d.ts';

/**
 * All definitions of all enabled plugins, frozen at start. A name defined by two plugins is refused:
 * DEFINITION_DUPLICATE names both.
 */
export interface Registry {
  readonly plugins: readonly Plugin[];
  /** Of a type by its name; NO_TRAITS of one that nobody provides. */
  traitsOf(type: string): Readonly<Traits>;
  fieldType(name: string): FieldType; // DEFINITION_NOT_FOUND names the kind and what there is
  fieldView(name: string): FieldView;
  element(name: string): Element;
  viewTemplate(name: string): ViewTemplate;
  pageTemplate(name: string): PageTemplate;
  action(name: string): Action;
  workflowStep(name: string): WorkflowStep;
  triggerSource(name: string): TriggerSource;
  kind(name: string): Kind;
  theme(name: string): Theme;
  has(kind: DefinitionKind, name: string): boolean;
  all<K extends DefinitionKind>(kind: K): readonly DefinitionOf[K][];
  /** Field views that can show or edit this type. */
  fieldViewsFor(type: string, mode: FieldView['mode']): readonly FieldView[];
  owner(kind: DefinitionKind, name: string): string;
  /** Whether it is of a plugin that did not come with Plinth. */
  isInstalled(kind: DefinitionKind, name: string): boolean;
}
export type DefinitionKind = keyof DefinitionOf;
export interface DefinitionOf {
  fieldType: FieldType;
  fieldView: FieldView;
  element: Element;
  viewTemplate: ViewTemplate;
  pageTemplate: PageTemplate;
  action: Action;
  workflowStep: WorkflowStep;
  triggerSource: TriggerSource;
  kind: Kind;
  theme: Theme;
  starterApp: AppDocument;
}
export function createRegistry(plugins: readonly Plugin[], installed?: ReadonlySet<Plugin>): Registry;
/** What these modules export, in their order. Reads them with one import, which for many takes a fraction of the time. */
export function importAll(files: readonly URL[]): Promise<readonly Record<string, any>[]>;
/**
 * The definitions of a kind in a folder: every file there, and every folder with a file of the same name, contains one.
 * Ordered by `order`, then by name. Throws if a file contains none, or more than one.
 */
export function readDefinitions<K extends Exclude<DefinitionKind, 'starterApp'>>(
  folder: URL,
  kind: K,
): Promise<readonly DefinitionOf[K][]>;
