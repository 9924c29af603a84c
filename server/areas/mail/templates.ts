import type { Fault, Language } from '../../core/http/index.ts';
import { truncate } from '../../core/text/truncate.ts';
import { hasLooseBraces, type MailText, type MailTexts, placeholdersOf } from './texts.ts';

interface Template {
  description: string;
  /** What each placeholder stands for. */
  placeholders: Readonly<Record<string, string>>;
  builtIn: MailTexts;
}

/** The mails whose texts a tenant can replace. */
export const TEMPLATES = {
  applicationReceived: {
    description: 'Confirms to an applicant that the application has arrived.',
    placeholders: {
      firstName: 'First name of the applicant',
      lastName: 'Last name of the applicant',
      jobTitle: 'Title of the job ad, or "speculative application" in the language of the mail',
      company: 'Name of the tenant',
    },
    builtIn: {
      de: {
        subject: 'Ihre Bewerbung bei {{company}}: {{jobTitle}}',
        body: `Guten Tag {{firstName}} {{lastName}},

vielen Dank für Ihre Bewerbung: {{jobTitle}}. Sie ist bei uns angekommen. Wir prüfen sie und melden uns bei Ihnen.

Falls Sie sich nicht bei uns beworben haben, hat jemand Ihre E-Mail-Adresse angegeben. Antworten Sie dann bitte auf diese Nachricht, damit wir die Bewerbung löschen.

Freundliche Grüße
{{company}}`,
      },
      en: {
        subject: 'Your application to {{company}}: {{jobTitle}}',
        body: `Hello {{firstName}} {{lastName}},

Thank you for your application: {{jobTitle}}. It has arrived. We will review it and get back to you.

If you have not applied to us, someone has entered your email address. In that case, please reply to this message so that we delete the application.

Kind regards
{{company}}`,
      },
    },
  },
} as const satisfies Record<string, Template>;

export type TemplateName = keyof typeof TEMPLATES;

export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as [TemplateName, ...TemplateName[]];
export const LANGUAGES: [Language, Language] = ['de', 'en'];

export function isTemplate(name: string): name is TemplateName {
  return Object.hasOwn(TEMPLATES, name);
}

const LONGEST_SHOWN_NAME = 40;

/** The faults of a text that replaces the template's own: placeholders that it does not have, and incomplete ones. */
export function templateFaults(name: TemplateName, text: Partial<MailText>): Fault[] {
  const known = Object.keys(TEMPLATES[name].placeholders);
  const usable = known.map((one) => `{{${one}}}`).join(', ');
  return (['subject', 'body'] as const).flatMap((property): Fault[] => {
    const value = text[property];
    if (typeof value !== 'string') return [];
    const unknown = placeholdersOf(value).filter((one) => !known.includes(one));
    const faults = [...new Set(unknown)].map(
      (one): Fault => ({
        property,
        code: 'unknownReference',
        message: `${property} contains the unknown placeholder {{${truncate(one, LONGEST_SHOWN_NAME)}}}. Use ${usable}.`,
      }),
    );
    if (hasLooseBraces(value)) {
      faults.push({
        property,
        code: 'format',
        message: `${property} contains {{ or }} that is not part of a placeholder, or three braces in a row. Use ${usable}.`,
      });
    }
    return faults;
  });
}
