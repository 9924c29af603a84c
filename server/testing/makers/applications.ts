import { randomBytes } from 'node:crypto';

/** The body of an application from a new person, without documents, for POST /candidates/applies/external. */
export function externalApplication<T extends object>(changes: T = {} as T) {
  return {
    salutationId: 2,
    firstName: 'Ada',
    lastName: 'Muster',
    city: 'Berlin',
    zipCode: '10115',
    email: `ada.${randomBytes(6).toString('hex')}@example.org`,
    sourceOfSupplyId: 1,
    whatsAppConsentChecked: false,
    hasWhatsApp: true,
    privacyChecked: true,
    termsOfUseChecked: true,
    keywords: [] as string[],
    documents: [],
    ...changes,
  };
}
