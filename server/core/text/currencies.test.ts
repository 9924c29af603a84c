import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCurrency } from './currencies.ts';

for (const code of ['EUR', 'CHF', 'CHE', 'CLF', 'VED', 'XCG', 'XAU', 'XDR', 'XTS', 'XXX'])
  test(`${code} is a currency`, () => assert.equal(isCurrency(code), true));

for (const code of ['', 'EUX', 'eur', 'EURO', 'DEM', 'ABC', '978'])
  test(`${JSON.stringify(code)} is not a currency`, () => assert.equal(isCurrency(code), false));
