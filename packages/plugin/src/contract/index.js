export { fieldTypeContract } from './field-type.js';
export { hostileInputs } from './hostile-inputs.js';
