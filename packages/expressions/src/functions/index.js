/** @import { FunctionDefinition, Overload } from '../types.d.ts' */
import { dateFunctions } from './dates.js';
import { numberFunctions } from './numbers.js';
import { operatorFunctions } from './operators.js';
import { presenceFunctions } from './presence.js';
import { textFunctions } from './texts.js';

/** Functions that can be called by name. @type {readonly FunctionDefinition[]} */
export const functions = [...presenceFunctions, ...textFunctions, ...numberFunctions, ...dateFunctions];

/** @type {ReadonlyMap<string, FunctionDefinition>} */
export const byName = new Map([...functions, ...operatorFunctions].map((definition) => [definition.name, definition]));

/** Each overload of each function and operator. @type {readonly Overload[]} */
export const overloads = [...byName.values()].flatMap((definition) => definition.overloads);

/** @type {ReadonlyMap<string, Overload>} */
export const byId = new Map(overloads.map((overload) => [overload.id, overload]));
