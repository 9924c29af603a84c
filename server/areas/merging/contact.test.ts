import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../testing/harness.ts';
import { externalApplication } from '../../testing/makers/applications.ts';
import { mergedMaker } from '../../testing/merged-candidates.ts';

// What becomes of the addresses and numbers of both.

const service = await startTestService();
const { api } = service.tenant;
const recruiter = await service.platform('recruiter');
const maker = mergedMaker(service, api, recruiter);
const { mergeOf } = maker;

const contactOf = async (id: number) => (await api.get(`/candidates/${id}`)).body.contact;

async function whatsAppOf(id: number) {
  const { mobile, hasWhatsApp, whatsAppConsentChecked } = await contactOf(id);
  return [mobile, hasWhatsApp, whatsAppConsentChecked];
}

async function applicant(): Promise<number> {
  const sent = externalApplication({ phone: '030 1234567', hasWhatsApp: true, whatsAppConsentChecked: true });
  const { status, body, text } = await api.post('/candidates/applies/external', sent);
  assert.equal(status, 200, text);
  return body.id;
}

test('what an applicant without a mobile number said about WhatsApp stays, whichever of the two remains', async () => {
  const mobile = '0151 23456789';
  for (const isKept of [true, false]) {
    const [applied, called] = [await applicant(), await maker.candidate({ contact: { mobile } })];
    const [kept, merged] = isKept ? [applied, called] : [called, applied];
    const before = [await whatsAppOf(kept), await whatsAppOf(merged)];
    const mergeId = await mergeOf(kept, merged);
    assert.deepEqual(await whatsAppOf(kept), [mobile, true, true]);
    const { body } = await maker.undo(kept, mergeId);
    assert.deepEqual(body.notRestored, []);
    assert.deepEqual([await whatsAppOf(kept), await whatsAppOf(body.candidateId)], before);
  }
});

test('what is known about WhatsApp goes with the number that it was said about', async () => {
  const refusing = { mobile: '0151 23456780', hasWhatsApp: false, whatsAppConsentChecked: false };
  const asked = await applicant();
  await mergeOf(asked, await maker.candidate({ contact: refusing }));
  assert.deepEqual(await whatsAppOf(asked), [refusing.mobile, false, false]);

  const kept = await maker.candidate({ contact: { mobile: '0151 23456781' } });
  const other = { mobile: '0151 23456782', hasWhatsApp: true, whatsAppConsentChecked: true };
  await mergeOf(kept, await maker.candidate({ contact: other }));
  assert.deepEqual(await whatsAppOf(kept), ['0151 23456781', null, null]);
});

test('an address that was changed since the merge does not cost the candidate the one from before it', async () => {
  const [own, taken, next] = ['own@example.org', 'taken@example.org', 'next@example.org'];
  const kept = await maker.candidate({ contact: { email: own, mobile: '0171 2345601' } });
  const merged = await maker.candidate({ contact: { email: taken, mobile: '0171 2345602' } });
  const mergeId = await mergeOf(kept, merged, { take: ['contact.email', 'contact.mobile'] });
  const { status, text } = await api.put(`/candidates/${kept}`, { contact: { email: next } });
  assert.equal(status, 204, text);
  const { body } = await maker.undo(kept, mergeId);
  assert.ok(body.notRestored.some(({ what }: { what: string }) => what === 'contact.email'));

  const { contact, contactChannels } = (await api.get(`/candidates/${kept}`)).body;
  assert.equal(contact.email, next);
  assert.deepEqual(
    contactChannels.map(({ address }: { address: string }) => address),
    [own],
  );
  const applied = await api.post('/candidates/applies/external', externalApplication({ email: own }));
  assert.deepEqual([applied.body.id, applied.body.isNewCandidate], [kept, false]);
});
