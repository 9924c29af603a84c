import { ChangedMeanwhileError } from '../../../core/api/change-seen.ts';
import { EntryError } from '../../../core/api/errors.ts';
import { findActor } from '../../../core/api/find-actor.ts';
import type { Field, Value } from '../../../core/forms/fields.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import {
  candidateAddEmailLimits,
  candidateAddSmsLimits,
  candidateAddWhatsAppLimits,
} from '../../../generated/limits.ts';
import {
  addChannel,
  addMain,
  addressIn,
  type Body,
  changesOfMain,
  findMain,
  type Kind,
  type MainProperty,
  propertiesOf,
  removeChannel,
} from './channel-changes.ts';
import { type Candidate, useCandidateSource } from './source.ts';

export const CHANNEL_KINDS: readonly Kind[] = ['email', 'sms', 'whatsapp'];

const LIMITS = {
  email: candidateAddEmailLimits,
  sms: candidateAddSmsLimits,
  whatsapp: candidateAddWhatsAppLimits,
} as const;

/** Returns the function that says in a form what a colleague has changed in the main contact. The page then shows it too. */
function useRefusal(seen: Candidate) {
  const texts = useTexts();
  const { candidatePage, forms } = texts;
  const { read } = useCandidateSource(seen.id);
  const toText = (value: Value | undefined) => {
    if (typeof value === 'boolean') return value ? forms.yes : forms.no;
    return value == null ? forms.empty : String(value);
  };
  const contactValue = ({ contact }: Candidate, property: MainProperty) =>
    contact[property.slice('contact.'.length) as keyof Candidate['contact']];
  return async (kind: Kind, error: unknown): Promise<never> => {
    if (!(error instanceof ChangedMeanwhileError)) throw error;
    const { record } = await read().catch(() => ({ record: error.stored as Candidate }));
    const { properties, hasOther } = changesOfMain(seen, record, kind);
    const changed = properties.map(
      (property) => [candidatePage.properties[property], contactValue(record, property)] as const,
    );
    const main = [candidatePage.channels[kind], findMain(record, kind)?.address] as const;
    const contact = (hasOther && kind === 'whatsapp' ? [...changed, main] : changed)
      .map(([label, value]) => `${label}: ${toText(value)}`)
      .join(', ');
    const by = await findActor({ candidateId: seen.id, properties: propertiesOf(kind) });
    const message = [candidatePage.notMain(contact), by && texts.queue.by(by)].filter(Boolean).join(' ');
    throw new EntryError([{ property: 'isPrimary', code: 'explained', message }]);
  };
}

/** How a channel of each kind is added. */
export function useChannelKinds(candidate: Candidate) {
  const { channelFields } = useTexts().candidatePage;
  const refuse = useRefusal(candidate);
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
    return {
      fields,
      nameOf: (body: Body) => addressIn(kind, body),
      async add(body: Body, idempotencyKey: string) {
        if (body.isPrimary === true)
          return addMain(candidate, kind, body, idempotencyKey).catch((error) => refuse(kind, error));
        const { id } = await addChannel(candidate.id, kind, body, { idempotencyKey });
        return () => removeChannel(candidate.id, id);
      },
    };
  };
  return { email: toKind('email'), sms: toKind('sms'), whatsapp: toKind('whatsapp') };
}
