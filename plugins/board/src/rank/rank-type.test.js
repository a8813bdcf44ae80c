import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldTypeContract } from '@plinth/plugin/contract';
import { rankType } from './rank-type.js';

fieldTypeContract(
  rankType,
  { test, assert },
  { valid: ['1', '-2.5', '1763827200.123456', 7], invalid: ['x', '1e5', 'NaN', {}] },
);
