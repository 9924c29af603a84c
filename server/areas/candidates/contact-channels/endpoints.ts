import type { TenantDatabase } from '../../../core/db/connection.ts';
import { changedColumns } from '../../../core/db/partial-change.ts';
import { type AnyEndpoint, defineEndpoint, type Fault, invalid } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { changeCandidate } from '../change-queries.ts';
import { removeEntry } from '../entry-queries.ts';
import { propertiesOf } from '../profile/index.ts';
import { CANDIDATE_MATCH, duplicateFault, IdPath, SUB_RECORD } from '../sub-record.ts';
import { hasChannel, insertChannel, lockContact, updateContact } from './queries.ts';
import {
  type Channel,
  contactColumns,
  emailFaults,
  isShown,
  numberFaults,
  replacedChannel,
  toEmailChannel,
  toNumberChannel,
} from './rules.ts';
import { ChannelPath, EmailCreate, SmsCreate, WhatsAppCreate } from './schema.ts';

const CHANNEL = {
  ...SUB_RECORD,
  method: 'POST',
  params: IdPath,
  success: { status: 200, description: 'The id of the channel.', schema: BaseCreateResponse },
  creates: true,
} as const;

export const contactChannelEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...CHANNEL,
    id: 'candidate_addEmail',
    path: '/candidates/{id}/email',
    summary: 'Add an email address to a candidate',
    description:
      'A primary address is also shown in contact.email, and an address that is shown there is the primary one. The address that was there before stays as a channel, or becomes one, so that the candidate is still found by it. An address that the candidate already has as a channel is rejected. Case does not matter.',
    body: EmailCreate,
    check: ({ body }) => emailFaults(body),
    findWriteFaults: async ({ db, tenantId, params, body: { email } }) =>
      email === undefined ? [] : findDuplicateChannel(db, tenantId, params.id, toEmailChannel({ email })),
    examples: [{ summary: 'An additional address', body: { email: 'ada.privat@example.org' } }],
    handle: ({ tenantId, params, body, write }) =>
      write((db) => addChannel(db, tenantId, params.id, toEmailChannel(body))),
  }),
  defineEndpoint({
    ...CHANNEL,
    id: 'candidate_addSms',
    path: '/candidates/{id}/sms',
    summary: 'Add an SMS number to a candidate',
    description:
      'A primary number is also shown in contact.mobile, and a number that is shown there is the primary one. The number that was there before stays as an SMS channel, or becomes one, so that the candidate is still found by it. A number that the candidate already has as an SMS channel is rejected, in whatever notation.',
    body: SmsCreate,
    check: ({ body }) => numberFaults(body),
    findWriteFaults: async ({ db, tenantId, params, body: { phoneNumber } }) =>
      phoneNumber === undefined
        ? []
        : findDuplicateChannel(db, tenantId, params.id, toNumberChannel('sms', { phoneNumber })),
    examples: [{ summary: 'A primary number', body: { phoneNumber: '0151 23456789', isPrimary: true } }],
    handle: ({ tenantId, params, body, write }) =>
      write((db) => addChannel(db, tenantId, params.id, toNumberChannel('sms', body))),
  }),
  defineEndpoint({
    ...CHANNEL,
    id: 'candidate_addWhatsApp',
    path: '/candidates/{id}/whatsapp',
    summary: 'Add a WhatsApp number to a candidate',
    description:
      'A primary number sets contact.hasWhatsApp to true and contact.whatsAppConsentChecked to the consent sent. It becomes contact.mobile only if that is empty, because the mobile number can differ from the WhatsApp number. It replaces the previous primary number, which stays as a channel. Changing contact.whatsAppConsentChecked of the candidate later changes the consent of the primary number as well. A number that the candidate already has as a WhatsApp channel is rejected, in whatever notation.',
    body: WhatsAppCreate,
    check: ({ body }) => numberFaults(body),
    findWriteFaults: async ({ db, tenantId, params, body: { phoneNumber } }) =>
      phoneNumber === undefined
        ? []
        : findDuplicateChannel(db, tenantId, params.id, toNumberChannel('whatsapp', { phoneNumber })),
    examples: [
      { summary: 'A number with consent', body: { phoneNumber: '0151 23456789', consentChecked: true } },
    ],
    handle: ({ tenantId, params, body, write }) =>
      write((db) => addChannel(db, tenantId, params.id, toNumberChannel('whatsapp', body))),
  }),
  defineEndpoint({
    id: 'candidate_deleteChannel',
    method: 'DELETE',
    path: '/candidates/{candidateId}/channels/{contactChannelId}',
    audience: 'platform',
    area: 'Candidate details',
    permission: 'candidates:write',
    summary: 'Remove a contact channel from a candidate',
    description:
      'Removes an email address or a phone number of contactChannels. The properties of contact stay as they are, also if they have the same value: change the candidate to clear them.',
    params: ChannelPath,
    ifMatch: CANDIDATE_MATCH,
    success: { status: 204, description: 'Removed.' },
    notFound: 'Candidate or channel',
    event: EVENTS.candidateChanged,
    handle: ({ tenantId, params: { candidateId, contactChannelId }, write }) =>
      write((db) => removeEntry(db, tenantId, candidateId, 'contactChannels', contactChannelId)),
  }),
];

function duplicateChannel({ kind }: Channel): Fault {
  if (kind === 'email') return duplicateFault('email', 'email address');
  if (kind === 'sms') return duplicateFault('phoneNumber', 'phone number');
  const wayOut = ' To change the consent of the primary number, change contact.whatsAppConsentChecked.';
  return duplicateFault('phoneNumber', 'phone number', wayOut);
}

async function findDuplicateChannel(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  channel: Channel,
): Promise<Fault[]> {
  return (await hasChannel(db, tenantId, candidateId, channel)) ? [duplicateChannel(channel)] : [];
}

async function addChannel(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  sent: Channel,
): Promise<{ id: number }> {
  const stored = await lockContact(db, tenantId, candidateId);
  const contact = sent.isPrimary ? contactColumns(sent, stored.mobile) : undefined;
  await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged, {
    properties: [
      'contactChannels',
      ...(contact === undefined ? [] : propertiesOf(changedColumns(stored, contact))),
    ],
  });
  const channel = { ...sent, isPrimary: sent.isPrimary || isShown(sent, stored) };
  const replaced = sent.isPrimary ? replacedChannel(sent, stored) : undefined;
  const id = await insertChannel(db, tenantId, candidateId, channel, replaced);
  if (id === undefined) throw invalid(duplicateChannel(channel));
  if (contact !== undefined) await updateContact(db, tenantId, candidateId, contact);
  return { id };
}
