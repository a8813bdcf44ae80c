/** @import { ReferenceWalk } from '../index.d.ts' */
/** @import { Walk } from './map-references.js' */
import { walkExpression } from './paths.js';
import { walkRoles } from './roles.js';
import { walkLayoutReferences, walkSettings, walkSteps } from './settings.js';

/** What a kind's `references` is given. @param {Walk} walk @returns {ReferenceWalk} */
export const walkToolsOf = (walk) => ({
  ...walk,
  settings: (schema, values, table, at) => walkSettings(schema, values, table, at, walk),
  layout: (node, table, at) => walkLayoutReferences(node, table, at, walk),
  expression: (source, table, at) => walkExpression(source, table, at, walk),
  steps: (steps, table) => walkSteps([...steps], table, walk),
  roles: (names, at) => walkRoles(names && [...names], walk, at),
  knowing: (more) => walkToolsOf({ ...walk, ...more }),
});
