export { AppError, errorText, fieldMessages, inputInvalid } from './app-error.js';
export { goesOn } from './texts/about-input.js';
export { createCache } from './caches/create-cache.js';
export { memoize } from './caches/memoize.js';
export { Html, attrs, escapeHtml, html, raw } from './html.js';
export {
  API_VERSION,
  defineAction,
  defineElement,
  defineFieldType,
  defineFieldView,
  defineKind,
  definePageTemplate,
  definePlugin,
  defineTheme,
  defineTriggerSource,
  defineViewTemplate,
  defineWorkflowStep,
} from './define.js';
export { MAIL_SETTINGS } from './mail-settings.js';
export { node, nodeId, walkLayout } from './layout.js';
export { LAYOUT_SIZES, NODE_AT } from './layout-sizes.js';
export { LOOK_COLOURS, LOOK_DENSITIES, LOOK_FONTS, checkLook } from './look/look.js';
export { OPERATORS, asksForPart, needsNoValue } from './field-types/operators.js';
export { EXPRESSION_TYPES, NO_TRAITS, TRAIT_VALUES, isOfType } from './field-types/traits.js';
export { isFileList, mostFiles } from './file-list.js';
export { PALETTE } from './palette.js';
export { asksFirst } from './asks-first.js';
export { APP_LIMITS, VALUE_LIMITS } from './limits.js';
export { everyStep, stepLists, stepSettings } from './workflows/step-settings.js';
export { WORKFLOW_TYPES, workflowVariables } from './workflows/variables.js';
export { BEFORE_SETTINGS, STEP_SETTINGS, TRIGGER_STEP_SETTINGS } from './steps.js';
export { detachedPiece, filledPiece, piecesIn, walkWithPieces } from './pieces/filled-piece.js';
export { pieceCycle } from './pieces/piece-cycle.js';
export { isFillable, pieceSchema } from './pieces/piece-schema.js';
export { belongsToApps, objectsOf, titleOf } from './kinds/of-kind.js';
export { createRegistry } from './registry.js';
export { quoteLiteral } from './sql-literal.js';
export { importAll } from './import-all.js';
export { readDefinitions } from './read-definitions.js';
export { compareTexts } from './texts/compare-texts.js';
export { nearest } from './texts/nearest.js';
export { Phrase, asPhrase, joinPhrases, phrase, say } from './texts/phrase.js';
export { readPhrase, storedPhrase } from './texts/stored-phrase.js';
export { checkLabels } from './texts/check-labels.js';
export { readLocales } from './texts/read-locales.js';
export { translator } from './texts/translator.js';
export { calculatedDigits } from './texts/calculated-digits.js';
export { createFormats } from './texts/formats.js';
export { numberDigits, numberPrefix, numberText } from './texts/number-text.js';
export { addDays } from './time/days.js';
export { awaitedMoment } from './time/awaited-moment.js';
export { dayIn, instantOfLocal, isTimeZone, offsetIn, wallClock } from './time/zone.js';
export { latinDigits, readLocalNumber, readSureNumber, signsOf } from './local/local-number.js';
export { narrowingSettings } from './views/narrowing-settings.js';
export { PANEL, openingSetting, opensPanel } from './views/opens-panel.js';
export { dateControl, dateOrder, readTypedDate } from './views/date-control.js';
export { NUMBER_CELLS, cellKind } from './cells/cell-kind.js';
export { cellAttributes } from './cells/cell-attributes.js';
export { cellKey, cellText } from './cells/cell-text.js';
export { editedCell } from './cells/edited-cell.js';
export { isRepeated } from './time/is-repeated.js';
export { checkSettings } from './settings/check.js';
export { settingsJsonSchema } from './settings/json-schema.js';
export { filledText, secretIn, textConditions, textParts } from './texts/text-parts.js';
export { importsIn, isPackageName, mapImports, packageFunction, PACKAGE_START } from './references/imports.js';
export { mapReferences } from './references/map-references.js';
export { address } from './views/address.js';
export { askedFields, askedRecord } from './asked-fields.js';
export { avatar, avatarColour, initials, person, pictureUrl } from './views/avatar.js';
export { aggregateField, averagePrinter, checkAggregate } from './views/aggregate-field.js';
export { chosenParam, createChosen } from './views/chosen.js';
export { FORMATTING, FORMATTING_STYLES, formatted } from './views/formatting.js';
export { foreignImages, isForeign } from './views/foreign-images.js';
export { loadSanitizeHtml } from './views/sanitize-html.js';
export { mayAddChoices, mayDo, mayOpen, mayUseView } from './views/offered.js';
export { ADMIN, hasFullAccess, isAdmin, isSignedIn, limitedRoles } from './views/roles.js';
export { parseTyped } from './views/parse-typed.js';
export { COUNTED_PERIODS, countedPeriod, daysOfPeriod, PERIODS } from './views/periods.js';
export { doersOf, isAmong, openersOf, readersAt, writersOf } from './views/readers.js';
export { EMPTY, Link, join, link, print, renderer } from './views/rendered.js';
