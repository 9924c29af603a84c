import type { Language } from '../../core/http/index.ts';
import type { StoredPortalSettings } from './settings-queries.ts';

type Consent = 'privacy' | 'terms' | 'whatsApp';

/**
 * The version of the built-in texts. Increase it with every change of a text, because applications record the version that the
 * applicant agreed to. The database counts the versions of a tenant's own texts.
 */
const BUILT_IN_VERSION = 1;

const BUILT_IN: Record<Language, Record<Consent, (company: string) => string>> = {
  de: {
    privacy: (company) =>
      `Ich willige ein, dass ${company} meine Angaben und Unterlagen verarbeitet, um meine Bewerbung zu prüfen, mich dazu anzusprechen und mir passende Stellen vorzuschlagen. Die Einwilligung ist freiwillig. Ich kann sie jederzeit mit Wirkung für die Zukunft widerrufen; dann werden meine Daten gelöscht, soweit kein Gesetz ihre Aufbewahrung verlangt.`,
    terms: (company) =>
      `Meine Angaben sind richtig und vollständig, und die Unterlagen darf ich weitergeben. Mir ist bekannt, dass eine Bewerbung bei ${company} keinen Anspruch auf eine Einstellung begründet und dass ${company} mein Profil einem Einsatzbetrieb erst vorlegt, nachdem das mit mir besprochen wurde.`,
    whatsApp: (company) =>
      `${company} darf mir zu meiner Bewerbung auch über WhatsApp schreiben. Dabei verarbeitet WhatsApp meine Telefonnummer. Ich kann das jederzeit widerrufen.`,
  },
  en: {
    privacy: (company) =>
      `I agree that ${company} processes my details and documents to assess my application, to contact me about it and to suggest suitable positions to me. This is voluntary. I can withdraw my consent at any time with effect for the future; my data are then deleted unless the law requires them to be kept.`,
    terms: (company) =>
      `My details are correct and complete, and I may pass the documents on. I understand that applying to ${company} gives no claim to employment, and that ${company} shows my profile to a client company only after having talked to me about it.`,
    whatsApp: (company) =>
      `${company} may also write to me on WhatsApp about my application. WhatsApp then processes my phone number. I can withdraw this at any time.`,
  },
};

/** Which texts an applicant saw. */
export type ConsentVersion = {
  /**
   * Identifies exactly these texts: `built-in-1`, or `firm-3/built-in-1` for the tenant's third version on top of the built-in
   * texts. Stored with applications, so its format must not change.
   */
  version: string;
  language: Language;
};

export interface ConsentTexts extends ConsentVersion {
  privacy: string;
  terms: string;
  whatsApp: string;
}

/** The built-in text of each language. */
export function builtInTexts(consent: Consent, company: string): Record<Language, string> {
  return { de: BUILT_IN.de[consent](company), en: BUILT_IN.en[consent](company) };
}

/** Names exactly these texts, in each language. */
export function consentVersion({ version }: Pick<StoredPortalSettings, 'version'>): string {
  // A tenant's version can use some built-in texts, so both numbers are needed to identify the texts.
  return version === 0 ? `built-in-${BUILT_IN_VERSION}` : `firm-${version}/built-in-${BUILT_IN_VERSION}`;
}

export function consentTexts(
  settings: StoredPortalSettings,
  company: string,
  language: Language,
): ConsentTexts {
  const builtIn = BUILT_IN[language];
  const { privacyText, termsText, whatsAppText } = settings;
  return {
    version: consentVersion(settings),
    language,
    privacy: privacyText[language] ?? builtIn.privacy(company),
    terms: termsText[language] ?? builtIn.terms(company),
    whatsApp: whatsAppText[language] ?? builtIn.whatsApp(company),
  };
}
