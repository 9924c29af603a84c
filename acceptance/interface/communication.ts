import assert from 'node:assert/strict';
import type { CommunicationCreateDto } from '../../sdk/index.ts';
import { notFound, refused, shows } from '../expect.ts';
import { candidate, day, NOBODY, PDF } from '../given.ts';
import { client } from '../installation.ts';
import { rule } from '../rule.ts';

const PHONE_CALL = 1;

const { create, addAttachment } = client.communications;

rule('communication.recorded', 'A telephone call is part of the candidate', async () => {
  const candidateId = await candidate();
  const sent: CommunicationCreateDto = {
    communicationTypeId: PHONE_CALL,
    subject: 'Interview on Monday',
    text: 'Comes at ten.',
    direction: 'out',
    occurredAtUtc: '2026-03-02T08:15:30.000Z',
  };
  const { id } = await create(candidateId, sent);
  shows(await client.candidates.get(candidateId), { communications: [{ id, ...sent, attachments: [] }] });
  await refused(create(candidateId, {} as CommunicationCreateDto), { communicationTypeId: 'required' });
});

rule('communication.timeOfCall', 'A conversation without a time gets the time of the call', async () => {
  const candidateId = await candidate();
  await create(candidateId, { communicationTypeId: PHONE_CALL });
  const { communications } = await client.candidates.get(candidateId);
  assert.ok(Math.abs(Date.now() - Date.parse(communications[0]!.occurredAtUtc)) < 3_600_000);
  const tomorrow = { communicationTypeId: PHONE_CALL, occurredAtUtc: `${day(2)}T00:00:00Z` };
  await refused(create(candidateId, tomorrow), { occurredAtUtc: 'range' });
});

rule('communication.attachment', 'A letter is attached as a data URL', async () => {
  const candidateId = await candidate();
  const { id } = await create(candidateId, { communicationTypeId: PHONE_CALL });
  const base64 = PDF.toString('base64');
  await addAttachment(candidateId, id, {
    filename: 'brief.pdf',
    file: `data:application/pdf;base64,${base64}`,
  });
  shows(await client.candidates.get(candidateId), {
    communications: [{ attachments: [{ originalFileName: 'brief.pdf', mimeType: 'application/pdf' }] }],
  });
  await refused(addAttachment(candidateId, id, { filename: 'brief.pdf', file: base64 }), { file: 'format' });
});

rule(
  'communication.attachmentPlaces',
  'A file cannot be attached to the communication of another candidate',
  async () => {
    const [one, other] = [await candidate(), await candidate()];
    const { id } = await create(one, { communicationTypeId: PHONE_CALL });
    const attachment = { filename: 'brief.pdf', file: PDF };
    await notFound(addAttachment(other, id, attachment));
    await notFound(addAttachment(one, NOBODY, attachment));
    await notFound(addAttachment(NOBODY, id, attachment));
  },
);
