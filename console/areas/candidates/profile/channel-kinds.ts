import { call } from '../../../core/api/call.ts';
import { type Field, toBody, valuesOf } from '../../../core/forms/fields.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import {
  candidateAddEmail,
  candidateAddSms,
  candidateAddWhatsApp,
  candidateChange,
  candidateDeleteChannel,
  candidateGet,
} from '../../../generated/operations.ts';
import type { Candidate } from './source.ts';

export type Channel = Candidate['contactChannels'][number];
type Kind = Channel['kind'];
type Body = Record<string, unknown>;

export const CHANNEL_KINDS: readonly Kind[] = ['email', 'sms', 'whatsapp'];
const OPERATIONS = {
  email: candidateAddEmail,
  sms: candidateAddSms,
  whatsapp: candidateAddWhatsApp,
} as const;

/** What a primary channel of each kind can set in the contact. */
const SET: Readonly<Record<Kind, readonly Field[]>> = {
  email: toFields('contact.email'),
  sms: toFields('contact.mobile'),
  whatsapp: toFields('contact.hasWhatsApp', 'contact.whatsAppConsentChecked', 'contact.mobile'),
};

function toFields(...properties: string[]): Field[] {
  return properties.map((property) => ({ property, label: property, kind: 'text' }));
}

const readCandidate = (candidateId: number) => call(candidateGet, { path: { candidateId } });

const addChannel = (id: number, kind: Kind, body: Body, idempotencyKey?: string): Promise<{ id: number }> =>
  call(OPERATIONS[kind], { path: { id }, body: body as never, idempotencyKey });

export const removeChannel = (candidateId: number, contactChannelId: number) =>
  call(candidateDeleteChannel, { path: { candidateId, contactChannelId } });

/** Adds a channel that was removed. */
export const addAgain = (candidateId: number, { kind, address, consentChecked, isPrimary }: Channel) =>
  addChannel(candidateId, kind, {
    ...(kind === 'email' ? { email: address } : { phoneNumber: address, consentChecked }),
    isPrimary,
  });

/**
 * Removes a channel that was added. One that became the primary one has replaced another one, which comes back, and has set
 * fields of the contact: each of them gets the value of before, unless a colleague has changed it since.
 */
async function takeBack(before: Candidate, after: Candidate, kind: Kind, addedId: number): Promise<void> {
  const { id, contactChannels } = before;
  // Read before the previous channel comes back, which sets the contact again.
  const now = valuesOf(await readCandidate(id), SET[kind]);
  await removeChannel(id, addedId);
  const previous = contactChannels.find((channel) => channel.kind === kind && channel.isPrimary);
  if (previous !== undefined) {
    await removeChannel(id, previous.id);
    await addAgain(id, previous);
  }
  const [old, set] = [valuesOf(before, SET[kind]), valuesOf(after, SET[kind])];
  const values = Object.entries(now).map(([property, value]) => [
    property,
    value === set[property] ? old[property] : value,
  ]);
  await call(candidateChange, { path: { candidateId: id }, body: toBody(Object.fromEntries(values)) });
}

/** How a channel of each kind is added. */
export function useChannelKinds(candidate: Candidate) {
  const { channelFields } = useTexts().candidatePage;
  const toKind = (kind: Kind) => {
    const address = kind === 'email' ? 'email' : 'phoneNumber';
    const fields: Field[] = [
      { property: address, label: channelFields[address], kind: kind === 'email' ? 'email' : 'tel' },
      ...(kind === 'email'
        ? []
        : [{ property: 'consentChecked', label: channelFields.consentChecked, kind: 'flag' } as const]),
      { property: 'isPrimary', label: channelFields.isPrimary, kind: 'flag' },
    ];
    const nameOf = (body: Body) => String(body[address]);
    return {
      fields,
      nameOf,
      async add(body: Body, idempotencyKey: string) {
        const { id } = await addChannel(candidate.id, kind, body, idempotencyKey);
        if (body.isPrimary !== true) return () => removeChannel(candidate.id, id);
        const after = await readCandidate(candidate.id);
        return () => takeBack(candidate, after, kind, id);
      },
    };
  };
  return { email: toKind('email'), sms: toKind('sms'), whatsapp: toKind('whatsapp') };
}
