import { call } from '../../../core/api/call.ts';
import { type Field, toBody, type Values, valuesOf } from '../../../core/forms/fields.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import {
  candidateAddEmailLimits,
  candidateAddSmsLimits,
  candidateAddWhatsAppLimits,
} from '../../../generated/limits.ts';
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

const LIMITS = {
  email: candidateAddEmailLimits,
  sms: candidateAddSmsLimits,
  whatsapp: candidateAddWhatsAppLimits,
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
 * Takes back a main channel that was added, and what it has set in the contact: each property gets the value of before, unless a
 * colleague has changed it since.
 */
async function takeBack(before: Candidate, after: Candidate, kind: Kind, addedId: number): Promise<void> {
  const { id } = before;
  const now = await readCandidate(id);
  const [old, set] = [valuesOf(before, SET[kind]), valuesOf(after, SET[kind])];
  const values = Object.fromEntries(
    Object.entries(valuesOf(now, SET[kind])).map(([property, value]) => [
      property,
      value === set[property] ? (old[property] ?? null) : value,
    ]),
  );
  const restore = () => call(candidateChange, { path: { candidateId: id }, body: toBody(values) });
  if (kind === 'whatsapp') {
    await removeChannel(id, addedId);
    await makePrimaryAgain(before);
    // Last, because the previous channel sets the contact too.
    return restore();
  }
  // The service makes the channel primary that the contact shows again.
  await restore();
  const removed = [addedId, ...idsOfReplaced(before, after, kind, values)];
  for (const channel of now.contactChannels)
    if (removed.includes(channel.id)) await removeChannel(id, channel.id);
}

/** No property of the contact says which WhatsApp number is the primary one, so it is removed and added. */
async function makePrimaryAgain({ id, contactChannels }: Candidate): Promise<void> {
  const previous = contactChannels.find((channel) => channel.kind === 'whatsapp' && channel.isPrimary);
  if (previous === undefined) return;
  await removeChannel(id, previous.id);
  await addAgain(id, previous);
}

/**
 * The address that the contact had alone, and that the service has kept as a channel. If a colleague has put another one into the
 * contact since, it stays: nothing else has it.
 */
function idsOfReplaced(before: Candidate, after: Candidate, kind: Kind, restored: Values): number[] {
  const earlier = before.contactChannels.map((channel) => channel.id);
  const [old] = Object.values(valuesOf(before, SET[kind]));
  if (!Object.values(restored).includes(old ?? null)) return [];
  return after.contactChannels
    .filter((channel) => channel.kind === kind && channel.address === old && !earlier.includes(channel.id))
    .map((channel) => channel.id);
}

/** How a channel of each kind is added. */
export function useChannelKinds(candidate: Candidate) {
  const { channelFields } = useTexts().candidatePage;
  const toKind = (kind: Kind) => {
    const address = kind === 'email' ? 'email' : 'phoneNumber';
    const fields: Field[] = [
      {
        property: address,
        label: channelFields[address],
        kind: kind === 'email' ? 'email' : 'tel',
        limit: LIMITS[kind][address],
      },
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
