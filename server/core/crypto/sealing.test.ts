import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { openText, SealedTextError, sealText } from './sealing.ts';

const masterKey = randomBytes(32);
const purpose = 'webhook-secret/1/2';

function refusal(sealed: string, options: Parameters<typeof openText>[1]): SealedTextError {
  try {
    openText(sealed, options);
  } catch (error) {
    assert.ok(error instanceof SealedTextError, String(error));
    return error;
  }
  assert.fail('the text was opened');
}

test('every text is restored', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(openText(sealText(text, { masterKey, purpose }), { masterKey, purpose }), text);
    }),
  );
});

test('sealing the same text twice gives different results, and neither contains the text', () => {
  const sealed = [1, 2].map(() => sealText('whsec_geheim', { masterKey, purpose }));
  assert.notEqual(sealed[0], sealed[1]);
  assert.equal(sealed.join().includes('geheim'), false);
});

test('another purpose does not open it', () => {
  const sealed = sealText('secret', { masterKey, purpose });
  assert.equal(refusal(sealed, { masterKey, purpose: 'webhook-secret/1/3' }).reason, 'damaged');
});

test('a previous master key opens what it sealed, an unknown key does not', () => {
  const sealed = sealText('secret', { masterKey, purpose });
  const rotated = randomBytes(32);
  assert.equal(openText(sealed, { masterKey: rotated, previousMasterKeys: [masterKey], purpose }), 'secret');
  assert.equal(refusal(sealed, { masterKey: rotated, purpose }).reason, 'unknownKey');
});

test('every changed, removed, or added byte is detected', () => {
  const sealed = sealText('secret', { masterKey, purpose });
  const [format, keyId, content] = sealed.split('.');
  const bytes = Buffer.from(content!, 'base64url');
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 0x80;
    const text = `${format}.${keyId}.${changed.toString('base64url')}`;
    assert.equal(refusal(text, { masterKey, purpose }).reason, 'damaged');
    const cut = `${format}.${keyId}.${bytes.subarray(0, at).toString('base64url')}`;
    assert.equal(refusal(cut, { masterKey, purpose }).reason, 'damaged');
  }
  for (const text of ['', 'secret', `v2.${keyId}.${content}`, `${sealed}.x`]) {
    assert.equal(refusal(text, { masterKey, purpose }).reason, 'format');
  }
});
