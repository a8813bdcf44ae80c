export { SAMPLE_TYPES, sampleTraits, typeAmong } from './sample-traits.js';
export { elementContract } from './element.js';
export { fieldTypeContract } from './field-type.js';
export { hostileInputs } from './hostile-inputs.js';
export { themeContract } from './theme.js';
export { triggerSourceContract } from './trigger-source.js';
export { fieldViewContract } from './field-view.js';
export { markupProblems, readTags } from './read-markup.js';
export { viewTemplateContract } from './view-template.js';
