import type { Values } from './properties.ts';
import type { Row } from './tables.ts';

/** An address that would otherwise be lost, as a channel of the kept candidate. */
export interface NewChannel {
  kind: 'email' | 'sms';
  address: string;
  address_match: string;
}

const SHOWN = [
  { kind: 'email', address: 'email', match: 'email_match' },
  { kind: 'sms', address: 'mobile', match: 'mobile_e164' },
] as const;

/** The addresses of both that contact no longer shows. Whoever is called there, or writes from there, is still found. */
export function addressesToKeep(
  sources: readonly Values[],
  result: Values,
  channels: readonly Row[],
): NewChannel[] {
  const kept = new Map<string, NewChannel>();
  for (const { kind, address, match } of SHOWN)
    for (const source of sources) {
      const key = source[match];
      if (typeof key !== 'string' || typeof source[address] !== 'string' || key === result[match]) continue;
      if (channels.some((row) => row.kind === kind && row.address_match === key)) continue;
      kept.set(`${kind} ${key}`, { kind, address: source[address], address_match: key });
    }
  return [...kept.values()];
}

/**
 * What a channel must have so that it agrees with contact: of addresses and mobile numbers, the one that contact shows is the primary one.
 * Of WhatsApp, `primaryId` is, with the consent of contact, if the candidate uses it.
 */
export function alignedChannel(
  row: Row,
  contact: Values,
  primaryWhatsAppId: number | undefined,
): Record<string, unknown> {
  if (row.kind === 'email') return { is_primary: row.address_match === contact.email_match };
  if (row.kind === 'sms') return { is_primary: row.address_match === contact.mobile_e164 };
  const isPrimary = contact.has_whatsapp === true && row.id === primaryWhatsAppId;
  return isPrimary
    ? { is_primary: true, consent_checked: contact.whatsapp_consent_checked ?? null }
    : { is_primary: false };
}
