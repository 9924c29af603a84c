import { call, read } from '../../../core/api/call.ts';
import { changeSeen } from '../../../core/api/change-seen.ts';
import { type Field, toBody, type Values, valuesOf } from '../../../core/forms/fields.ts';
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
export type Kind = Channel['kind'];
export type Body = Record<string, unknown>;

const OPERATIONS = {
  email: candidateAddEmail,
  sms: candidateAddSms,
  whatsapp: candidateAddWhatsApp,
} as const;

/** What a primary channel of each kind can set in the contact. */
const SET = {
  email: ['contact.email'],
  sms: ['contact.mobile'],
  whatsapp: ['contact.hasWhatsApp', 'contact.whatsAppConsentChecked', 'contact.mobile'],
} as const;

export type MainProperty = (typeof SET)[Kind][number];

/** The properties of which one has changed if the main contact of a kind has. */
export const propertiesOf = (kind: Kind): readonly string[] => ['contactChannels', ...SET[kind]];

const fieldsOf = (properties: readonly string[]): Field[] =>
  properties.map((property) => ({ property, label: property, kind: 'text' }));

export const addressIn = (kind: Kind, body: Body) => String(body[kind === 'email' ? 'email' : 'phoneNumber']);

const readCandidate = (candidateId: number) => read(candidateGet, { path: { candidateId } });

interface Sent {
  idempotencyKey?: string;
  ifMatch?: string;
}

export const addChannel = (id: number, kind: Kind, body: Body, sent: Sent = {}): Promise<{ id: number }> =>
  call(OPERATIONS[kind], { path: { id }, body: body as never, ...sent });

export const removeChannel = (candidateId: number, contactChannelId: number, ifMatch?: string) =>
  call(candidateDeleteChannel, { path: { candidateId, contactChannelId }, ...(ifMatch && { ifMatch }) });

export const findMain = ({ contactChannels }: Candidate, wanted: Kind): Channel | undefined =>
  contactChannels.find(({ kind, isPrimary }) => kind === wanted && isPrimary);

/** The properties in which the contact differs, and whether it has another main channel of this kind. */
export function changesOfMain(seen: Candidate, stored: Candidate, kind: Kind) {
  const fields = fieldsOf(SET[kind]);
  const [before, now] = [valuesOf(seen, fields), valuesOf(stored, fields)];
  return {
    properties: SET[kind].filter((property) => before[property] !== now[property]),
    hasOther: findMain(seen, kind)?.address !== findMain(stored, kind)?.address,
  };
}

/**
 * Adds a main channel, unless a colleague has changed what it replaces since the user saw it. Returns what takes it back. Throws a
 * ChangedMeanwhileError.
 */
export async function addMain(seen: Candidate, kind: Kind, body: Body, idempotencyKey: string) {
  let addedId = 0;
  /** By an attempt whose response was lost. The key returns it. */
  const isAdded = (stored: Candidate) => findMain(stored, kind)?.address === addressIn(kind, body);
  const stored = await changeSeen({
    read: () => readCandidate(seen.id),
    isAsSeen(now) {
      const { properties, hasOther } = changesOfMain(seen, now, kind);
      return isAdded(now) || (properties.length === 0 && !hasOther);
    },
    change: async (ifMatch) => {
      ({ id: addedId } = await addChannel(seen.id, kind, body, { idempotencyKey, ifMatch }));
    },
  });
  const { record: after } = await readCandidate(seen.id);
  return () => takeBack(isAdded(stored) ? seen : stored, after, kind, addedId);
}

/** Removes a channel that still is as the user saw it. Throws a ChangedMeanwhileError otherwise. */
export const removeSeen = (candidateId: number, seen: Channel) =>
  changeSeen({
    read: () => readCandidate(candidateId),
    isAsSeen({ contactChannels }) {
      const now = contactChannels.find(({ id }) => id === seen.id) ?? seen;
      return now.isPrimary === seen.isPrimary && now.consentChecked === seen.consentChecked;
    },
    change: (ifMatch) => removeChannel(candidateId, seen.id, ifMatch),
  });

/**
 * Adds a channel that was removed. It is the main one again only if the contact still says so: the service itself sees that of an
 * address that the contact shows.
 */
export const addAgain = (candidateId: number, channel: Channel) =>
  changeSeen({
    read: () => readCandidate(candidateId),
    isAsSeen: () => true,
    change(ifMatch, stored) {
      const { kind, isPrimary } = channel;
      const { hasWhatsApp, whatsAppConsentChecked } = stored.contact;
      const isMain =
        kind === 'whatsapp' && isPrimary && hasWhatsApp === true && findMain(stored, kind) === undefined;
      const consentChecked = isMain ? whatsAppConsentChecked : channel.consentChecked;
      return addChannel(candidateId, kind, toChannelBody({ ...channel, isPrimary: isMain, consentChecked }), {
        ifMatch,
      });
    },
  });

const toChannelBody = ({ kind, address, consentChecked, isPrimary }: Omit<Channel, 'id'>): Body => ({
  ...(kind === 'email' ? { email: address } : { phoneNumber: address, consentChecked }),
  isPrimary,
});

/**
 * Takes back a main channel that was added, and what it has set in the contact: each property gets the value of before, unless a
 * colleague has changed it since.
 */
async function takeBack(before: Candidate, after: Candidate, kind: Kind, addedId: number): Promise<void> {
  const { id } = before;
  if (kind !== 'whatsapp') {
    // The service makes the channel primary that the contact shows again.
    const restored = await restore(before, after, SET[kind]);
    for (const channelId of [addedId, ...idsOfReplaced(before, after, kind, restored)])
      await removeIfThere(id, channelId);
    return;
  }
  const isOurs = await removeIfThere(id, addedId);
  // Otherwise a colleague has decided about WhatsApp since.
  if (isOurs) await makePrimaryAgain(before);
  // Last, because the previous channel sets the contact too.
  await restore(before, after, isOurs ? SET.whatsapp : ['contact.mobile']);
}

/** Sets properties of the contact to what they were, if they still are what they were afterwards. Returns what they are then. */
async function restore(before: Candidate, after: Candidate, properties: readonly string[]): Promise<Values> {
  const fields = fieldsOf(properties);
  const [old, set] = [valuesOf(before, fields), valuesOf(after, fields)];
  let values: Values = {};
  await changeSeen({
    read: () => readCandidate(before.id),
    isAsSeen: () => true,
    change(ifMatch, stored) {
      const now = valuesOf(stored, fields);
      const kept = (property: string) =>
        now[property] === set[property] ? (old[property] ?? null) : (now[property] ?? null);
      values = Object.fromEntries(properties.map((property) => [property, kept(property)]));
      return call(candidateChange, { path: { candidateId: before.id }, body: toBody(values), ifMatch });
    },
  });
  return values;
}

/** Returns whether the channel was the main one. A colleague can have removed it. */
async function removeIfThere(candidateId: number, channelId: number): Promise<boolean> {
  const find = ({ contactChannels }: Candidate) => contactChannels.find(({ id }) => id === channelId);
  const before = await changeSeen({
    read: () => readCandidate(candidateId),
    isAsSeen: () => true,
    change: async (ifMatch, stored) =>
      find(stored) !== undefined && (await removeChannel(candidateId, channelId, ifMatch)),
  });
  return find(before)?.isPrimary === true;
}

/** No property of the contact says which WhatsApp number is the primary one, so it is removed and added. */
async function makePrimaryAgain(before: Candidate): Promise<void> {
  const previous = findMain(before, 'whatsapp');
  if (previous === undefined) return;
  const { id } = before;
  const change = { read: () => readCandidate(id), isAsSeen: (now: Candidate) => !findMain(now, 'whatsapp') };
  await changeSeen({ ...change, change: (ifMatch) => removeChannel(id, previous.id, ifMatch) });
  await changeSeen({
    ...change,
    change: (ifMatch) => addChannel(id, 'whatsapp', toChannelBody(previous), { ifMatch }),
  });
}

/**
 * The address that the contact had alone, and that the service has kept as a channel. If a colleague has put another one into the
 * contact since, it stays: nothing else has it.
 */
function idsOfReplaced(before: Candidate, after: Candidate, kind: Kind, restored: Values): number[] {
  const earlier = before.contactChannels.map((channel) => channel.id);
  const [old] = Object.values(valuesOf(before, fieldsOf(SET[kind])));
  if (!Object.values(restored).includes(old ?? null)) return [];
  return after.contactChannels
    .filter((channel) => channel.kind === kind && channel.address === old && !earlier.includes(channel.id))
    .map((channel) => channel.id);
}
