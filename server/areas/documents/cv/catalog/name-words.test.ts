import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toNameKey } from './name-words.ts';

test('a name is the same in every spelling and gender', () => {
  for (const spellings of [
    ['Koch', 'Köchin', 'KOECHIN', 'Koch (m/w/d)', 'Koch m/w/x'],
    [
      'Verkäufer',
      'Verkäuferin',
      'Verkäufer/in',
      'Verkäufer/-in',
      'Verkäufer*in',
      'Verkäufer:innen',
      'VerkäuferIn',
    ],
    ['Kaufmann/-frau - Büromanagement', 'Kauffrau für Büromanagement', 'Kaufleute Büromanagement'],
    ['Medizinische/r Fachangestellte/r', 'Medizinischer Fachangestellter', 'Medizinischen Fachangestellten'],
    ['Kfz-Mechatroniker', 'KFZ Mechatronikerin', 'Kraftfahrzeugmechatroniker/in'],
    ['Lagermitarbeiter', 'Lager-Mitarbeiterin', 'Lager Mitarbeiter'],
    ['Gesundheits- und Krankenpfleger/in', 'Gesundheits und Krankenpflegerin'],
    ['Florist/in', 'Floristin', 'Floristen'],
  ])
    assert.deepEqual(new Set(spellings.map(toNameKey)).size, 1, spellings.join(', '));
});

test('names that mean something else stay apart', () => {
  for (const [one, other] of [
    ['Altenpfleger', 'Altenpflegehelfer'],
    ['Bürokauffrau', 'Industriekauffrau'],
    ['C++', 'C#'],
    ['CNC-Fräser', 'CNC-Dreher'],
    ['Termin', 'Term'],
  ])
    assert.notEqual(toNameKey(one!), toNameKey(other!));
});
