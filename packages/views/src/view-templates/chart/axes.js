/** @import { Html } from '@plinth/plugin' */
/** @import { Model } from './model.js' */
/** @import { Numbers } from './numbers.js' */
import { html } from '@plinth/plugin';
import { roleOf } from './opens.js';
import { niceScale } from './scale.js';

export const HEIGHT = 240;
const TOP = 10;
const BOTTOM = 26;
/** The strip with the scale's numbers: its minimum width, and the space per digit and beside the longest number. */
const AXIS = 46;
const DIGIT = 7.5;
const GAP = 8;
/** Labels below the drawing: more would overlap. */
const MOST_LABELS = 12;
/** Letters beside each other on a phone, with two for the gap after each label. */
const ON_PHONE = 40;
const GAP_LETTERS = 2;
const LETTERS = 16;

/**
 * The frame of a drawing with a vertical scale. Horizontal positions are shares of the width, so that it fits any
 * screen and letters keep their size; the scale's numbers are in a strip of fixed width beside it.
 *
 * @param {Model} model @param {{ title: string, numbers: Numbers }} labels
 * @param {(place: { y: (value: number) => number, x: (index: number) => number, slot: number }) => Html[]} marks
 * @returns {Html}
 */
export function drawAxes(model, { title, numbers }, marks) {
  const { categories } = model;
  const scale = niceScale(model.least, model.most, model.isWhole);
  const y = (/** @type {number} */ value) =>
    round(TOP + ((scale.to - value) / (scale.to - scale.from)) * (HEIGHT - TOP - BOTTOM));
  const slot = 100 / categories.length;
  const x = (/** @type {number} */ index) => round((index + 0.5) * slot);
  const lines = scale.ticks.map(
    (tick) =>
      html`<line x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}" class="${tick === 0 ? 'pl-chart-base' : 'pl-chart-grid'}"/>`,
  );
  const said = scale.ticks.map((tick) => numbers.short(tick));
  const axis = Math.max(AXIS, GAP + Math.ceil(DIGIT * Math.max(...said.map((text) => text.length))));
  const ticks = scale.ticks.map(
    (tick, i) => html`<text x="${axis - GAP}" y="${y(tick) + 4}" text-anchor="end">${said[i]}</text>`,
  );
  return html`<div class="pl-chart-body" dir="ltr"><svg class="pl-chart-axis" width="${axis}" height="${HEIGHT}" aria-hidden="true">${ticks}</svg><svg class="pl-chart-plot" width="100%" height="${HEIGHT}" role="${roleOf(model)}" aria-label="${title}">${lines}${marks({ y, x, slot })}${labelsBelow(categories, x)}</svg></div>`;
}

/** @param {Model['categories']} categories @param {(index: number) => number} x */
function labelsBelow(categories, x) {
  const every = Math.ceil(categories.length / MOST_LABELS);
  const labels = categories.flatMap(({ label }, i) => (i % every === 0 ? [{ i, text: short(label) }] : []));
  const longest = Math.max(...labels.map(({ text }) => text.length)) + GAP_LETTERS;
  const everyOnPhone = Math.ceil((labels.length * longest) / ON_PHONE);
  return labels.map(({ i, text }, n) => {
    const skip = n % everyOnPhone !== 0 && html` class="pl-chart-skip"`;
    return html`<text x="${x(i)}%" y="${HEIGHT - 6}" text-anchor="middle"${skip}>${text}</text>`;
  });
}

/** @param {string} text */
const short = (text) => (text.length > LETTERS ? `${text.slice(0, LETTERS - 1)}…` : text);

/** @param {number} value */
export const round = (value) => Math.round(value * 100) / 100;
