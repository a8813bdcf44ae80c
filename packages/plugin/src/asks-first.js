/** @import { Registry, Step, Values } from './index.d.ts' */

/**
 * Whether a button with this action may ask something before it does anything.
 *
 * @param {Registry} registry @param {{ action: string, config?: Values }} use
 * @returns {boolean}
 */
export function asksFirst(registry, { action: name, config }) {
  if (!registry.action(name).takesSteps) return false;
  const steps = /** @type {Step[]} */ (Array.isArray(config?.steps) ? config.steps : []);
  return steps.some(({ do: step }) => registry.has('action', step?.action) && registry.action(step.action).asks);
}
