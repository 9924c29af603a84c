import { contactFaults, isPhoneNumber } from '../../../core/http/contact-data.ts';
import type { Fault } from '../../../core/http/index.ts';
import { MAXIMUM_FAULTS } from '../../../core/http/limits.ts';
import { NAME_LENGTH } from '../../../core/http/schema.ts';
import { withoutUnknown } from '../../../core/http/schema-walk.ts';
import { toNameMatch, toStoredName } from '../../../core/text/name-form.ts';
import { lengthOf } from '../../../core/text/truncate.ts';
import { type CandidateCreateBody, candidateFaults } from '../../candidates/index.ts';
import { ExternalApplication, type ExternalApplicationBody, MAXIMUM_KEYWORDS } from './schema.ts';

/** Whether the phone number cannot be read. It is optional, so the application is stored without it in the profile. */
export function hasUnreadablePhone({ phoneNumber }: Pick<ExternalApplicationBody, 'phoneNumber'>): boolean {
  return typeof phoneNumber === 'string' && !isPhoneNumber(phoneNumber);
}

/** The fault of a phone number that cannot be read, for senders who can correct it. */
export function phoneFaults({ phoneNumber }: ExternalApplicationBody): Fault[] {
  return contactFaults({ phone: phoneNumber }, ['phone']).map((fault) => ({
    ...fault,
    property: 'phoneNumber',
    message: fault.message.replace(fault.property, 'phoneNumber'),
  }));
}

/** The candidate's profile from the values of the form. */
export function toCandidate(body: ExternalApplicationBody): CandidateCreateBody {
  return {
    firstName: body.firstName,
    lastName: body.lastName,
    salutationId: body.salutationId,
    nationalityId: body.nationalityId,
    officeId: body.officeId,
    birth: { date: body.birthDate },
    contact: {
      email: body.email,
      phone: hasUnreadablePhone(body) ? null : body.phoneNumber,
      hasWhatsApp: body.hasWhatsApp,
      whatsAppConsentChecked: body.whatsAppConsentChecked,
    },
    location: {
      street: body.street,
      streetNumber: body.streetNumber,
      zipCode: body.zipCode,
      city: body.city,
      countryId: body.countryId,
    },
    sourceOfSupplyId: body.sourceOfSupplyId,
    availability: { availableFrom: body.availableFrom, salaryExpectation: body.salaryExpectation },
  };
}

const PROPERTY_OF: Record<string, string> = {
  'contact.email': 'email',
  'birth.date': 'birthDate',
  'location.zipCode': 'zipCode',
};

/** Applies the rules for a candidate's profile and reports faults by the property names of the form. */
export function applicationFaults(body: ExternalApplicationBody, now: Date): Fault[] {
  const profileFaults = candidateFaults(toCandidate(body), now).map((fault) => {
    const property = PROPERTY_OF[fault.property] ?? fault.property;
    return { ...fault, property, message: fault.message.replace(fault.property, property) };
  });
  return [...profileFaults, ...keywordFaults(body.keywords)];
}

/** The limits of the list also apply to a comma-separated text, which the schema cannot look into. */
function keywordFaults(keywords: string | readonly string[]): Fault[] {
  if (typeof keywords !== 'string') return [];
  const parts = toParts(keywords);
  if (parts.filter((part) => part !== '').length > MAXIMUM_KEYWORDS) {
    const message = `keywords must have at most ${MAXIMUM_KEYWORDS} entries. Send fewer keywords.`;
    return [{ property: 'keywords', code: 'length', message }];
  }
  const faults = parts.flatMap((part, index): Fault[] => {
    if (lengthOf(part) <= NAME_LENGTH) return [];
    const message = `keywords[${index}] must be at most ${NAME_LENGTH} characters long. Separate keywords with commas.`;
    return [{ property: `keywords[${index}]`, code: 'length', message }];
  });
  return faults.slice(0, MAXIMUM_FAULTS);
}

function toParts(keywords: string | readonly string[]): string[] {
  return (typeof keywords === 'string' ? keywords.split(',') : keywords).map((part) => part.trim());
}

/** The keywords as they are stored, without duplicates and blank ones. */
export function toKeywords(keywords: string | readonly string[]): string[] {
  const byMatch = new Map<string, string>();
  for (const keyword of toParts(keywords).filter((part) => part !== '')) {
    const match = toNameMatch(keyword);
    if (!byMatch.has(match)) byMatch.set(match, toStoredName(keyword));
  }
  return [...byMatch.values()];
}

/**
 * The submitted values to keep, without the contents of documents, and without data, message, and importExternalId, which have
 * columns. A property that the response names as ignored is not kept.
 */
export function toSubmitted(body: ExternalApplicationBody): Record<string, unknown> {
  const known = withoutUnknown(ExternalApplication, body) as ExternalApplicationBody;
  const { documents, data, message, importExternalId, ...values } = known;
  return { ...values, documents: documents.map(({ filename = null }) => ({ filename })) };
}
