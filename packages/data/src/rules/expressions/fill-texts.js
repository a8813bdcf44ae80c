/** @import { Catalog, Registry, Table } from '@plinth/plugin' */
import { filledText, textParts } from '@plinth/plugin';
import { shownField } from './shown-field.js';
import { shownAs } from './shown-as.js';

/**
 * What texts are filled with. `tables`: those whose rows the names in their expressions are, such as `row`; `values`: of
 * expressions about them.
 *
 * @typedef {{ value: any, type: import('@plinth/expressions').Type }} Evaluated value: JSON-safe
 * @typedef {{ catalog: Catalog, registry: Registry, tables: Readonly<Record<string, Table | null>>,
 *   values: (sources: readonly string[]) => Promise<Evaluated[]> }} Filling
 */

/**
 * Texts with the values of their `{{ expressions }}`, which are read together. A bare field reads as it does in a list:
 * amounts with their currency, choices by their label, related rows and people by name.
 *
 * @param {Filling} filling @param {readonly string[]} texts
 * @returns {Promise<((escape?: (value: string) => string) => string)[]>} escape: of each value
 */
export async function fillTexts({ catalog, registry, tables, values }, texts) {
  const divided = texts.map(textParts);
  const parts = divided.flat().flatMap((part) => ('expression' in part ? [part] : []));
  const fields = new Map(
    parts.map(({ expression }) => [expression, shownField({ catalog, registry, tables }, expression)]),
  );
  const sourceOf = (/** @type {string} */ expression) => fields.get(expression)?.source ?? expression;
  const sources = [...new Set(parts.map((part) => ('mark' in part ? part.expression : sourceOf(part.expression))))];
  const found = await values(sources);
  const bySource = new Map(sources.map((source, i) => [source, found[i]]));
  const holds = (/** @type {string} */ source) => bySource.get(source)?.value === true;
  /** @param {string} expression */
  const shown = (expression) => {
    const { value, type } = /** @type {Evaluated} */ (bySource.get(sourceOf(expression)));
    return fields.get(expression)?.format?.(value) ?? shownAs(type, value, catalog.settings);
  };
  return divided.map(
    (one) =>
      (escape = asIs) =>
        filledText(one, { shown: (expression) => escape(shown(expression)), holds }),
  );
}

/** @param {string} value */
const asIs = (value) => value;

/** For Markdown, where a value is text: none of its characters formats, links or embeds anything. @param {string} value */
export const escapeMarkdown = (value) => value.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`);

/** Markdown with escaped values, as plain text. @param {string} text */
export const unescapeMarkdown = (text) => text.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
