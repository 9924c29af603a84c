import {
  body,
  int32,
  line,
  nullable,
  oneOf,
  optional,
  partial,
  record,
  type Static,
} from '../../../core/http/schema.ts';
import { CONSENT_TEXT_LENGTH } from '../settings-queries.ts';

const ABOUT_LENGTH = 2000;
const EXAMPLE_CONSENT = 'Ich bin damit einverstanden, dass meine Angaben verarbeitet werden.';
const URL_LENGTH = 2000;

const url = (description: string) =>
  nullable(line(description, { maxLength: URL_LENGTH, examples: ['https://example.org/privacy'] }));

/** What each text is for, as the start of a description. */
const CONSENTS = {
  privacyText: 'What applicants agree to about the processing of their data.',
  termsText: 'The terms that applicants accept.',
  whatsAppText: 'What applicants agree to about WhatsApp, if they like.',
};

const storedText = (description: string) =>
  record(
    'PortalConsentText',
    {
      de: nullable(line('German text; null for the built-in one.', { maxLength: CONSENT_TEXT_LENGTH })),
      en: nullable(line('English text; null for the built-in one.', { maxLength: CONSENT_TEXT_LENGTH })),
    },
    { description, componentDescription: 'A text of the firm that applicants agree to, in both languages.' },
  );

const builtInText = (description: string) =>
  record(
    'PortalBuiltInText',
    {
      de: line('German text.', { maxLength: CONSENT_TEXT_LENGTH }),
      en: line('English text.', { maxLength: CONSENT_TEXT_LENGTH }),
    },
    { description, componentDescription: 'A built-in text that applicants agree to, in both languages.' },
  );

export const PortalRead = record('PortalDto', {
  portalUrl: line('URL of the job portal.', { examples: ['https://jobs.example.org/jobs/acme'] }),
  language: oneOf(
    ['de', 'en'],
    'Language of the job ads, and of the pages for visitors who prefer neither language.',
  ),
  privacyUrl: url('Page with the privacy policy; null if not set.'),
  imprintUrl: url('Page with the legal notice; null if not set.'),
  color: nullable(
    line('Color of buttons and links, as #rrggbb; null for the built-in color.', { examples: ['#0b5d51'] }),
  ),
  aboutText: record(
    'PortalAboutText',
    {
      de: nullable(line('German text; null if not set.', { maxLength: ABOUT_LENGTH })),
      en: nullable(line('English text; null if not set.', { maxLength: ABOUT_LENGTH })),
    },
    { description: 'Short text about the firm, shown on every page.' },
  ),
  privacyText: storedText(CONSENTS.privacyText),
  termsText: storedText(CONSENTS.termsText),
  whatsAppText: storedText(CONSENTS.whatsAppText),
  builtInTexts: record(
    'PortalBuiltInTexts',
    {
      privacyText: builtInText(CONSENTS.privacyText),
      termsText: builtInText(CONSENTS.termsText),
      whatsAppText: builtInText(CONSENTS.whatsAppText),
    },
    { description: 'The texts that apply where the firm has none.' },
  ),
  consentVersion: line(
    'Names the texts that applicants agree to now. Applications record it (submitted.consents).',
    { examples: ['firm-3/built-in-1'] },
  ),
  logo: nullable(
    record(
      'PortalLogo',
      {
        url: line('URL of the image. It changes with the image.'),
        mimeType: oneOf(['image/png', 'image/jpeg'], 'Media type.'),
        sizeBytes: int32('Size in bytes.', { examples: [18_204] }),
        width: int32('Width in pixels.', { examples: [480] }),
        height: int32('Height in pixels.', { examples: [120] }),
      },
      { description: 'Logo; null if not set.' },
    ),
  ),
});

const about = (language: string) =>
  optional(
    line(`${language} text: plain text, with empty lines between paragraphs.`, {
      maxLength: ABOUT_LENGTH,
      examples: ['Wir vermitteln seit 1998 Fachkräfte in Berlin.'],
    }),
  );

const consent = (language: string) =>
  optional(
    line(
      `${language} text: plain text, with empty lines between paragraphs. Null restores the built-in text.`,
      {
        maxLength: CONSENT_TEXT_LENGTH,
        examples: [EXAMPLE_CONSENT],
      },
    ),
  );

const consentChange = (description: string) =>
  nullable(
    body(
      'PortalConsentTextChange',
      { de: consent('German'), en: consent('English') },
      {
        description: `${description} Null restores the built-in text in both languages.`,
        componentDescription: 'A text that applicants agree to, in both languages.',
      },
    ),
  );

export const PortalChange = partial('PortalChangeDto', {
  language: oneOf(
    ['de', 'en'],
    'Language of the job ads, and of the pages for visitors who prefer neither language.',
  ),
  privacyUrl: url('Page with the privacy policy. Null removes the link.'),
  imprintUrl: url('Page with the legal notice. Null removes the link.'),
  color: nullable(
    line(
      'Color of buttons and links, as #rrggbb. Its contrast to white must be at least 4.5:1, because buttons have white text. The message of a rejected color names the nearest shade that passes. Null restores the built-in color.',
      {
        pattern: '^#[0-9A-Fa-f]{6}$',
        patternMessage: 'must be a color such as #0b5d51',
        examples: ['#0b5d51'],
      },
    ),
  ),
  aboutText: nullable(
    body(
      'PortalAboutTextChange',
      { de: about('German'), en: about('English') },
      {
        description:
          'Short text about the firm, shown on every page. A page without a text in its language shows the other one.',
      },
    ),
  ),
  privacyText: consentChange(CONSENTS.privacyText),
  termsText: consentChange(CONSENTS.termsText),
  whatsAppText: consentChange(CONSENTS.whatsAppText),
  logo: nullable(
    line(
      'PNG or JPEG image as Base64, with or without a data URL prefix. At most 256 KB (262,144 bytes) and 4,000 pixels wide and high. SVG is not accepted, because it can contain scripts. Null removes the logo.',
      // Above the limit for the decoded image, so that its message appears.
      {
        maxLength: 1_000_000,
        examples: [
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
        ],
      },
    ),
  ),
});

export type PortalChangeBody = Static<typeof PortalChange>;
