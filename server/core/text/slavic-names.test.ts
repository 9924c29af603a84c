import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spellSlavicAsGerman } from './slavic-names.ts';

for (const [english, german] of [
  ['shevchenko', 'shevtschenko'],
  ['khrushchev', 'khruschtschev'],
  ['shcherbakov', 'schtscherbakov'],
  ['savchuk', 'savtschuk'],
  ['kovalchik', 'kovaltschik'],
  ['hrechko', 'hretschko'],
  ['chekhov', 'tschekhov'],
  ['pugacheva', 'pugatscheva'],
  ['tchaikovsky', 'tschaikovsky'],
  ['ivanovich', 'ivanovitsch'],
  ['vyacheslav', 'vyatscheslav'],
  ['suchkova', 'sutschkova'],
  ['ovechkin', 'ovetschkin'],
  ['richard-goncharov', 'richard-gontscharov'],
] as const) {
  test(`${english} is ${german}`, () => assert.equal(spellSlavicAsGerman(english), german));
}

test('ch stays in names where it is another sound, and in those that are spelled as in German', () => {
  for (const name of [
    ...['bach', 'michael', 'richter', 'christa', 'chantal', 'koch', 'heinrich', 'friedrich', 'schuster'],
    ...[
      'tischkau',
      'albrechtova',
      'chen',
      'achim',
      'wojciech',
      'mitchell',
      'richard',
      'buch-vogel',
      'dietrichs',
    ],
    ...['michailov', 'tichonova', 'malachov', 'sacharov', 'richard-ivanov', 'friedrich ivanova'],
    ...['eichkorn', 'kirchkamp', 'eichenkamp', 'hochkirchen', 'paschke', 'michenfelder'],
    ...['schewtschenko', 'tschechow', 'schtscherbakow', 'iwanowitsch', 'chodorkowski', 'sacharow'],
  ])
    assert.equal(spellSlavicAsGerman(name), name);
});
