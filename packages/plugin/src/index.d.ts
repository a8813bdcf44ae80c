/**
 * The public API of Plinth for plugins and for core's own packages: the shapes of every definition, of the metadata,
 * and of what packages pass to each other. Nothing here depends on HTTP or PostgreSQL.
 */
export * from './types/actions.js';
export * from './types/actors.js';
export * from './types/app-documents.js';
export * from './types/caches.js';
export * from './types/catalog.js';
export * from './types/cells.js';
export * from './types/elements.js';
export * from './types/field-types.js';
export * from './types/field-views.js';
export * from './types/formats.js';
export * from './types/functions.js';
export * from './types/html.js';
export * from './types/kinds.js';
export * from './types/layout.js';
export * from './types/mails.js';
export * from './types/messages.js';
export * from './types/pages.js';
export * from './types/plugins.js';
export * from './types/queries.js';
export * from './types/references.js';
export * from './types/registry.js';
export * from './types/rows.js';
export * from './types/settings.js';
export * from './types/site.js';
export * from './types/tables.js';
export * from './types/themes.js';
export * from './types/tools.js';
export * from './types/triggers.js';
export * from './types/view-state.js';
export * from './types/view-templates.js';
export * from './types/workflows.js';

export { belongsToApps, objectsOf, titleOf } from './kinds/of-kind.js';
export { asksFirst } from './asks-first.js';
/** Settings of a step of a workflow, and lists of steps in it; see `WorkflowStepState`. */
export { APP_LIMITS, VALUE_LIMITS } from './limits.js';
export { everyStep, stepLists, stepSettings } from './workflows/step-settings.js';
export { WORKFLOW_TYPES, workflowVariables } from './workflows/variables.js';
/** Settings of one of several steps; see `Step` and `BeforeStep`. */
export { BEFORE_SETTINGS, STEP_SETTINGS, TRIGGER_STEP_SETTINGS } from './steps.js';
export { detachedPiece, filledPiece, piecesIn, walkWithPieces } from './pieces/filled-piece.js';
export { pieceCycle } from './pieces/piece-cycle.js';
export { isFillable, pieceSchema } from './pieces/piece-schema.js';
export { isFileList, mostFiles } from './file-list.js';
export { LAYOUT_SIZES, NODE_AT } from './layout-sizes.js';
export { LOOK_COLOURS, LOOK_DENSITIES, LOOK_FONTS, checkLook } from './look/look.js';
export { address } from './views/address.js';
export { avatar, avatarColour, initials, person, pictureUrl } from './views/avatar.js';
export { aggregateField, averagePrinter, checkAggregate } from './views/aggregate-field.js';
export { chosenParam, createChosen } from './views/chosen.js';
export { FORMATTING, FORMATTING_STYLES, formatted } from './views/formatting.js';
export { foreignImages, isForeign } from './views/foreign-images.js';
export { loadSanitizeHtml } from './views/sanitize-html.js';
export { narrowingSettings } from './views/narrowing-settings.js';
export { PANEL, openingSetting, opensPanel } from './views/opens-panel.js';
export { mayAddChoices, mayDo, mayOpen, mayUseView } from './views/offered.js';
export { ADMIN, hasFullAccess, isAdmin, isSignedIn, limitedRoles } from './views/roles.js';
export { parseTyped } from './views/parse-typed.js';
export { COUNTED_PERIODS, countedPeriod, daysOfPeriod, PERIODS } from './views/periods.js';
export { doersOf, isAmong, openersOf, readersAt, writersOf } from './views/readers.js';
export { EMPTY, Link, join, link, print, renderer } from './views/rendered.js';
