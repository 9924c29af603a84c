import assert from 'node:assert/strict';
import { test } from 'node:test';
import { telOf } from '../core/tel.ts';

test('the link of a number dials what the number means', () => {
  for (const [text, dialed] of [
    ['030 901820', '030901820'],
    ['(030) 90 18-20', '030901820'],
    ['0151/234 567 89', '015123456789'],
    ['+49 (0)30 / 90 18–20', '+4930901820'],
    ['+49 [0] 30 901820', '+4930901820'],
    ['0049 (0) 30 901820', '+4930901820'],
    ['+49 0151 23456789', '+4915123456789'],
    ['+43 01 5130', '+4315130'],
    // The zero of an Italian number belongs to it.
    ['+39 06 6982', '+39066982'],
    ['+49.30.901820', '+4930901820'],
    ['tel:+4930901820', '+4930901820'],
    ['Tel. 030 901820 (privat)', '030901820'],
    ['030 901820 ext. 12', '030901820'],
    ['030\u00a0901820\u200b', '030901820'],
    ['\u202a+49 30 901820\u202c', '+4930901820'],
  ] as const)
    assert.equal(telOf(text), `tel:${dialed}`, text);
});
