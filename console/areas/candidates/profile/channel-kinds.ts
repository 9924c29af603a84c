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

/** What a primary channel of each kind sets in the contact. */
const SET: Readonly<Record<Kind, readonly string[]>> = {
  email: ['contact.email'],
  sms: ['contact.mobile'],
  whatsapp: ['contact.hasWhatsApp', 'contact.whatsAppConsentChecked', 'contact.mobile'],
};

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
 * Removes a channel that was added. One that became the primary one has replaced another one, and what the contact has: both come
 * back, unless somebody has changed the contact since.
 */
async function takeBack(before: Candidate, added: Channel): Promise<void> {
  const { id, contactChannels } = before;
  const { kind, address } = added;
  await removeChannel(id, added.id);
  if (!added.isPrimary) return;
  const { contact } = await call(candidateGet, { path: { candidateId: id } });
  const isStill = {
    email: contact.email === address,
    sms: contact.mobile === address,
    whatsapp: contact.hasWhatsApp,
  };
  const previous = contactChannels.find((channel) => channel.kind === kind && channel.isPrimary);
  if (previous !== undefined) {
    await removeChannel(id, previous.id);
    await addAgain(id, previous);
  }
  if (isStill[kind] !== true) return;
  const fields = SET[kind].map((property): Field => ({ property, label: property, kind: 'text' }));
  await call(candidateChange, { path: { candidateId: id }, body: toBody(valuesOf(before, fields)) });
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
        const isPrimary = body.isPrimary === true;
        return () =>
          takeBack(candidate, { id, kind, address: nameOf(body), isPrimary, consentChecked: null });
      },
    };
  };
  return { email: toKind('email'), sms: toKind('sms'), whatsapp: toKind('whatsapp') };
}
