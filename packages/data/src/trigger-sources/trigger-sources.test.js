import assert from 'node:assert/strict';
import { test } from 'node:test';
import { triggerSourceContract } from '@plinth/plugin/contract';
import { triggerSources } from './index.js';

/** Options as an admin would set them. @type {Record<string, any[]>} */
const SAMPLES = {};

for (const source of triggerSources) triggerSourceContract(source, { test, assert }, { options: SAMPLES[source.name] });
