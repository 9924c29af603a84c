import type { Updateable } from 'kysely';
import type { DB } from '../../../core/db/generated/database.ts';
import { invisibleHint, isEmail } from '../../../core/http/contact-data.ts';
import type { Fault } from '../../../core/http/index.ts';
import { type MatchingColumns, matchingColumns, toE164, toEmailMatch } from '../profile/index.ts';

type ChannelKind = 'email' | 'sms' | 'whatsapp';

export interface Channel {
  kind: ChannelKind;
  address: string;
  /** The normalized address. Equal for two channels of a kind that are the same. */
  addressMatch: string;
  consentChecked: boolean | null;
  isPrimary: boolean;
}

export type ContactColumns = Pick<
  Updateable<DB['candidate']>,
  'email' | 'mobile' | 'has_whatsapp' | 'whatsapp_consent_checked'
> &
  MatchingColumns;

export function emailFaults({ email }: { email: string }): Fault[] {
  return isEmail(email)
    ? []
    : [
        {
          property: 'email',
          code: 'format',
          message: `email must be an email address, such as ada@example.org.${invisibleHint(email)}`,
        },
      ];
}

export function numberFaults({ phoneNumber }: { phoneNumber: string }): Fault[] {
  if (toE164(phoneNumber) !== null) return [];
  const message =
    'phoneNumber must be a phone number. Without a country code, it is read as a German number.';
  return [{ property: 'phoneNumber', code: 'format', message }];
}

export function toEmailChannel(body: { email: string; isPrimary?: boolean | null }): Channel {
  return {
    kind: 'email',
    address: body.email,
    addressMatch: toEmailMatch(body.email),
    consentChecked: null,
    isPrimary: body.isPrimary ?? false,
  };
}

/** The number must have passed numberFaults. */
export function toNumberChannel(
  kind: 'sms' | 'whatsapp',
  body: { phoneNumber: string; consentChecked?: boolean | null; isPrimary?: boolean | null },
): Channel {
  return {
    kind,
    address: body.phoneNumber,
    addressMatch: toE164(body.phoneNumber)!,
    consentChecked: body.consentChecked ?? null,
    isPrimary: body.isPrimary ?? false,
  };
}

interface StoredContact {
  email: string | null;
  mobile: string | null;
}

/**
 * What a primary channel replaces in contact, as a channel: the candidate can still be reached there, and is found by it. Undefined if
 * it replaces nothing, or the same address in another notation.
 */
export function replacedChannel(channel: Channel, stored: StoredContact): Channel | undefined {
  const { kind } = channel;
  const shown = shownAddress(kind, stored);
  if (shown === undefined || shown.addressMatch === channel.addressMatch) return undefined;
  return { kind, ...shown, consentChecked: null, isPrimary: false };
}

/** Whether contact shows the address of the channel already, in whatever notation. */
export function isShown({ kind, addressMatch }: Channel, stored: StoredContact): boolean {
  return shownAddress(kind, stored)?.addressMatch === addressMatch;
}

/** What contact shows of a kind of channels. The number of WhatsApp can be another one than contact.mobile. */
function shownAddress(
  kind: ChannelKind,
  { email, mobile }: StoredContact,
): Pick<Channel, 'address' | 'addressMatch'> | undefined {
  if (kind === 'email' && email !== null) return { address: email, addressMatch: toEmailMatch(email) };
  if (kind === 'sms' && mobile !== null) return { address: mobile, addressMatch: toE164(mobile) ?? mobile };
  return undefined;
}

/** The columns of the candidate's contact that a primary channel sets. `mobile` is the stored number. */
export function contactColumns(channel: Channel, mobile: string | null): ContactColumns {
  const columns: ContactColumns = {};
  if (channel.kind === 'email') columns.email = channel.address;
  if (channel.kind === 'sms') columns.mobile = channel.address;
  if (channel.kind === 'whatsapp') {
    columns.has_whatsapp = true;
    columns.whatsapp_consent_checked = channel.consentChecked;
    if (mobile === null) columns.mobile = channel.address;
  }
  return { ...columns, ...matchingColumns(columns) };
}
