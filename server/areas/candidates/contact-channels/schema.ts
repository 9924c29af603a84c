import { body, filled, flag, id, NAME_LENGTH, optional, Type } from '../../../core/http/schema.ts';

const number = filled(
  'Phone number, stored as sent. Without a country code, it is read as a German number.',
  {
    maxLength: NAME_LENGTH,
    examples: ['0151 23456789'],
  },
);

export const EmailCreate = body('EmailImportDto', {
  email: filled('Email address.', { examples: ['ada.privat@example.org'] }),
  isPrimary: optional(flag('Whether this also becomes contact.email. False by default.')),
});

export const SmsCreate = body('SmsImportDto', {
  phoneNumber: number,
  consentChecked: optional(flag('Whether the candidate consented to contact by SMS.')),
  isPrimary: optional(flag('Whether this also becomes contact.mobile. False by default.')),
});

export const WhatsAppCreate = body('WhatsAppImportDto', {
  phoneNumber: number,
  consentChecked: flag('Whether the candidate consented to contact through WhatsApp.', { examples: [true] }),
  isPrimary: optional(
    flag(
      'If true, sets contact.hasWhatsApp and contact.whatsAppConsentChecked, and contact.mobile if it is empty. False by default.',
    ),
  ),
});

export const ChannelPath = Type.Object({
  candidateId: id('Id of the candidate.'),
  contactChannelId: id('Id of the channel, as the candidate shows it.'),
});
