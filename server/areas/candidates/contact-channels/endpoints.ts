import type { TenantDatabase } from '../../../core/db/connection.ts';
import { type AnyEndpoint, defineEndpoint } from '../../../core/http/index.ts';
import { BaseCreateResponse } from '../../../core/http/schema.ts';
import { EVENTS } from '../../changes/index.ts';
import { changeCandidate } from '../change.ts';
import { alreadyThere, IdPath, SUB_RECORD } from '../sub-record.ts';
import { findMobile, insertChannel, updateContact } from './queries.ts';
import {
  type Channel,
  contactColumns,
  emailFaults,
  numberFaults,
  toEmailChannel,
  toNumberChannel,
} from './rules.ts';
import { EmailCreate, SmsCreate, WhatsAppCreate } from './schema.ts';

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
    summary: 'Add an e-mail address to a candidate',
    description:
      'A further address at which the candidate can be reached. A primary one is also shown in contact.email and takes the place of the primary one so far, which stays as a channel. The same address twice, in whatever case, is refused.',
    body: EmailCreate,
    check: ({ body }) => emailFaults(body),
    examples: [{ summary: 'A further address', body: { email: 'ada.privat@example.org' } }],
    handle: ({ tenantId, params, body, write }) =>
      write((db) => addChannel(db, tenantId, params.id, toEmailChannel(body))),
  }),
  defineEndpoint({
    ...CHANNEL,
    id: 'candidate_addSms',
    path: '/candidates/{id}/sms',
    summary: 'Add a number for SMS to a candidate',
    description:
      'A primary number is also shown in contact.mobile and takes the place of the primary one so far, which stays as a channel. The same number twice, however it is written, is refused.',
    body: SmsCreate,
    check: ({ body }) => numberFaults(body),
    examples: [{ summary: 'The main number', body: { phoneNumber: '0151 23456789', isPrimary: true } }],
    handle: ({ tenantId, params, body, write }) =>
      write((db) => addChannel(db, tenantId, params.id, toNumberChannel('sms', body))),
  }),
  defineEndpoint({
    ...CHANNEL,
    id: 'candidate_addWhatsApp',
    path: '/candidates/{id}/whatsapp',
    summary: 'Add a number for the messenger to a candidate',
    description:
      'A primary number sets contact.hasWhatsApp, and contact.whatsAppConsentChecked to the consent sent; it becomes contact.mobile only where there is none, since a mobile number need not be the one of the messenger. It takes the place of the primary one so far, which stays as a channel. The same number twice, however it is written, is refused.',
    body: WhatsAppCreate,
    check: ({ body }) => numberFaults(body),
    examples: [{ summary: 'With consent', body: { phoneNumber: '0151 23456789', consentChecked: true } }],
    handle: ({ tenantId, params, body, write }) =>
      write((db) => addChannel(db, tenantId, params.id, toNumberChannel('whatsapp', body))),
  }),
];

async function addChannel(
  db: TenantDatabase,
  tenantId: number,
  candidateId: number,
  channel: Channel,
): Promise<{ id: number }> {
  await changeCandidate(db, tenantId, candidateId, EVENTS.candidateChanged);
  const id = await insertChannel(db, tenantId, candidateId, channel);
  if (id === undefined)
    throw channel.kind === 'email'
      ? alreadyThere('email', 'e-mail address')
      : alreadyThere('phoneNumber', 'number');
  if (channel.isPrimary) {
    const mobile = await findMobile(db, tenantId, candidateId);
    await updateContact(db, tenantId, candidateId, contactColumns(channel, mobile));
  }
  return { id };
}
