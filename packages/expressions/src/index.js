export { functions } from './functions/index.js';
export { describeScope } from './read/describe-scope.js';
export { childOf, keyType, membersOf, typeOfField } from './read/names.js';
export { renameIn } from './read/rename.js';
export { readExpression } from './read/read-expression.js';
export { evaluate, holds } from './run/evaluate.js';
export { fromJson, toJson } from './run/values.js';
export { errorTexts as expressionTexts } from './error-texts.js';
export { dayAt } from './run/calendar.js';
