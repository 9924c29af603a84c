import { body, filled, flag, NAME_LENGTH, optional } from '../../../core/http/schema.ts';

const number = filled('Telephone number; kept as given. Without a country code it is a German one.', {
  maxLength: NAME_LENGTH,
  examples: ['0151 23456789'],
});

export const EmailCreate = body('EmailImportDto', {
  email: filled('E-mail address.', { examples: ['ada.privat@example.org'] }),
  isPrimary: optional(flag('Also becomes contact.email. False by default.')),
});

export const SmsCreate = body('SmsImportDto', {
  phoneNumber: number,
  consentChecked: optional(flag('Consented to contact by SMS.')),
  isPrimary: optional(flag('Also becomes contact.mobile. False by default.')),
});

export const WhatsAppCreate = body('WhatsAppImportDto', {
  phoneNumber: number,
  consentChecked: flag('Consented to contact by messenger.', { examples: [true] }),
  isPrimary: optional(
    flag(
      'Sets contact.hasWhatsApp, and contact.whatsAppConsentChecked as sent; becomes contact.mobile where there is none. False by default.',
    ),
  ),
});
