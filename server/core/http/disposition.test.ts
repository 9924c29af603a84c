import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachment } from './disposition.ts';

for (const [name, expected] of [
  ['cv.pdf', `attachment; filename="cv.pdf"; filename*=UTF-8''cv.pdf`],
  ['Führerschein.pdf', `attachment; filename="F_hrerschein.pdf"; filename*=UTF-8''F%C3%BChrerschein.pdf`],
  ['a"b\\c%41.pdf', `attachment; filename="a_b_c_41.pdf"; filename*=UTF-8''a%22b%5Cc%2541.pdf`],
  ["o'neil (1)*.pdf", `attachment; filename="o'neil (1)*.pdf"; filename*=UTF-8''o%27neil%20%281%29%2A.pdf`],
  [
    'a\r\nSet-Cookie: b',
    `attachment; filename="a__Set-Cookie: b"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20b`,
  ],
  ['📄.pdf', `attachment; filename="_.pdf"; filename*=UTF-8''%F0%9F%93%84.pdf`],
] as const) {
  test(`the name ${JSON.stringify(name)} is sent in both notations`, () => {
    assert.equal(attachment(name), expected);
  });
}
