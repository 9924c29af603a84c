import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isKnown } from './additions.ts';

const knows = (known: string, keyword: string) => isKnown('keywords', { keyword }, [{ keyword: known }]);

test('a keyword of a CV is known in another case, Unicode form, or spacing, and other signs make another one', () => {
  for (const known of ['KRÄNE FÜHREN', 'Kräne führen'.normalize('NFD'), 'Kräne  führen', 'Kräne\u00A0führen'])
    assert.equal(knows(known, 'Kräne führen'), true, known);
  assert.equal(knows('C++', 'C#'), false);
});
