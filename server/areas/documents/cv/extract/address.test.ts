import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInCatalogs } from '../../../../checks/cv-samples/measure.ts';
import type { TextLine } from '../text/lines.ts';
import { readPlain } from '../text/plain.ts';
import { extractFacts } from './extract.ts';

const catalogs = builtInCatalogs();

for (const [text, expected] of [
  ['Parkweg 2a, Fulda, 36037, Hessen, DE', ['Parkweg', '2a', '36037', 'Fulda', 276]],
  ['Address Parkweg 2a, Fulda,\n36037, Hessen, Germany', ['Parkweg', '2a', '36037', 'Fulda', 276]],
  ['Rua do Sol 41, Porto, 4000-\n123, Porto, Portugal', ['Rua do Sol', '41', '4000-123', 'Porto', 620]],
  ['Parkweg 2, Graz, 8010, Steiermark, AT', ['Parkweg', '2', '8010', 'Graz', 40]],
  ['Parkweg 2 ⋄ 36037 Fulda', ['Parkweg', '2', '36037', 'Fulda', 276]],
  ['12 Elm Road ⋄ Leeds LS1 4DY', ['Elm Road', '12', 'LS1 4DY', 'Leeds', 826]],
  ['E-Mail\terika@example.org\nAdresse\tParkweg 2\nFulda 36037, DE', ['Parkweg', '2', '36037', 'Fulda', 276]],
  ['Parkweg 2 | 36037 | Fulda', ['Parkweg', '2', '36037', 'Fulda', 276]],
  ['15 SE Maple Blvd 97214 Salem Oregon US', ['SE Maple Blvd', '15', '97214', 'Salem', 840]],
  ['14 Elm St, Salem, Oregon 97301', ['Elm St', '14', '97301', 'Salem', 840]],
  ['14 Elm St, Salem, Oregon, 97301, USA', ['Elm St', '14', '97301', 'Salem', 840]],
  ['12 Elm Road, Dublin D09 X1Y2', ['Elm Road', '12', 'D09 X1Y2', 'Dublin', 372]],
  ['12 Elm Road\nDublin 9\nD09 X1Y2', ['Elm Road', '12', 'D09 X1Y2', 'Dublin', 372]],
  ['Rua do Sol 4, Porto 4000-123\n+351 912 000 000', ['Rua do Sol', '4', '4000-123', 'Porto', 620]],
  ['Parkweg 2, 36037, Fulda (DE), erika@example.org', ['Parkweg', '2', '36037', 'Fulda', 276]],
  ['Parkweg 2, 36037\nFulda', ['Parkweg', '2', '36037', 'Fulda', 276]],
  ['Parkweg 2\n60385 Frankfurt am\nMain', ['Parkweg', '2', '60385', 'Frankfurt am Main', 276]],
  ['Storgatan 14, Lund, SE, 222\n33', ['Storgatan', '14', '222 33', 'Lund', undefined]],
  ['Fulda, Hessen, DE\nParkweg 2a', ['Parkweg', '2a', undefined, 'Fulda', 276]],
  ['14 Elm Avenue\nCork, Munster, IE', ['Elm Avenue', '14', undefined, 'Cork', 372]],
] as const) {
  test(`the address "${text.replaceAll('\n', ' / ')}"`, () => {
    const { address } = extractFacts(readPlain(`Erika Muster\n${text}\nerika@example.org`), catalogs);
    const { street, streetNumber, zipCode, city, countryId } = address ?? {};
    assert.deepEqual([street, streetNumber, zipCode, city, countryId], expected);
  });
}

test('a street beside the name is above its postal code, wherever the lines begin', () => {
  const line = (...cells: [number, string][]): TextLine => ({
    ...readPlain('x')[0]!,
    cells: cells.map(([x, text]) => ({ x, text })),
  });
  const lines = [line([120, 'Parkweg 2'], [220, 'Erika Muster']), line([140, '36037 Fulda'])];
  const { street, streetNumber, zipCode } = extractFacts(lines, catalogs).address ?? {};
  assert.deepEqual([street, streetNumber, zipCode], ['Parkweg', '2', '36037']);
});

test('a day is not a street', () => {
  const { address } = extractFacts(
    readPlain('Erika Muster\nFebruary 17, 1979 Graz\nerika@example.org\nAustria'),
    catalogs,
  );
  assert.equal(address?.street, undefined);
});

test('a state is not a city', () => {
  const { address } = extractFacts(
    readPlain('Erika Muster\nerika@example.org\n36037, Hessen, Germany'),
    catalogs,
  );
  assert.equal(address?.city, undefined);
});
