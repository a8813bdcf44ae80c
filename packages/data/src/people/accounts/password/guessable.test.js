import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordProblem } from './password-rules.js';

const EASY = 'The password is too easy to guess. Use a few words that have nothing to do with each other';
const PERSON = { name: 'Ada Lovelace', email: 'ada.king@analytical-engine.example' };

for (const password of [
  ...['password1', 'Password1', 'P@ssw0rd', 'passw0rd!', 'password123', 'Passwort1', 'Passwort2026!', 'kennwort12'],
  ...['12345678', '123456789', '87654321', '11223344', '24121985', '20262026', 'qwertyui', 'qwertz123', 'Qwertzuiop1'],
  ...['1q2w3e4r', '1qaz2wsx', 'abcd1234', 'abcdefgh', 'asdfghjkl', 'zxcvbnm1', 'aaabbbccc', 'qweasdzxc'],
  ...[
    'iloveyou',
    'ILoveYou2',
    'letmein1',
    'welcome1',
    'Willkommen1',
    'admin123',
    'administrator',
    'changeme',
    'hallo123',
  ],
  ...['Sommer2026', 'Summer2026!', 'football1', 'sunshine99', 'dragon12', 'monkey1234', 'schatz123', 'trustno1'],
  ...[
    'password password',
    'test test',
    'plinth2026',
    'AdaLovelace1',
    'lovelace123',
    'ada.king1',
    'analytical1',
    'Ｐａｓｓｗｏｒｄ１',
  ],
])
  test(`"${password}" is refused, because it would be tried first`, () =>
    assert.equal(passwordProblem(password, PERSON), EASY));

for (const password of [
  ...[
    'correct horse battery',
    'a Long-enough pass phrase',
    'another long password',
    'a new password',
    'wrong password',
  ],
  ...[
    'k3!fQz9x',
    'vX7#pLw2',
    'blaue Treppe singt',
    'Übermut tut selten gut',
    '窗前明月光疑是地上霜',
    'mallory was here',
    'canary-password-1',
  ],
])
  test(`"${password}" is taken`, () => assert.equal(passwordProblem(password, PERSON), null));

test('the longest password is judged at once', () => {
  assert.equal(passwordProblem('password1'.repeat(113), PERSON), null);
  assert.match(String(passwordProblem('password1'.repeat(114), PERSON)), /at most 1024 bytes/);
});
