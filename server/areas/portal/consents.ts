import type { Language } from '../../core/http/index.ts';
import type { StoredPortalSettings } from './settings.ts';

/**
 * Of the built-in texts: raised with every change of one, because applications name the version they agreed to.
 * The firm's own texts are counted by the database.
 */
const BUILT_IN_VERSION = 1;

const BUILT_IN: Record<Language, Record<'privacy' | 'terms' | 'whatsApp', (firm: string) => string>> = {
  de: {
    privacy: (firm) =>
      `Ich willige ein, dass ${firm} meine Angaben und Unterlagen verarbeitet, um meine Bewerbung zu prüfen, mich dazu anzusprechen und mir passende Stellen vorzuschlagen. Die Einwilligung ist freiwillig. Ich kann sie jederzeit mit Wirkung für die Zukunft widerrufen; dann werden meine Daten gelöscht, soweit kein Gesetz ihre Aufbewahrung verlangt.`,
    terms: (firm) =>
      `Meine Angaben sind richtig und vollständig, und die Unterlagen darf ich weitergeben. Mir ist bekannt, dass eine Bewerbung bei ${firm} keinen Anspruch auf eine Einstellung begründet und dass ${firm} mein Profil einem Einsatzbetrieb erst vorlegt, nachdem das mit mir besprochen wurde.`,
    whatsApp: (firm) =>
      `${firm} darf mir zu meiner Bewerbung auch über WhatsApp schreiben. Dabei verarbeitet WhatsApp meine Telefonnummer. Ich kann das jederzeit widerrufen.`,
  },
  en: {
    privacy: (firm) =>
      `I agree that ${firm} processes my details and documents to assess my application, to contact me about it and to suggest suitable positions to me. This is voluntary. I can withdraw my consent at any time with effect for the future; my data are then deleted unless the law requires them to be kept.`,
    terms: (firm) =>
      `My details are correct and complete, and I may pass the documents on. I understand that applying to ${firm} gives no claim to employment, and that ${firm} shows my profile to a client company only after having talked to me about it.`,
    whatsApp: (firm) =>
      `${firm} may also write to me on WhatsApp about my application. WhatsApp then processes my phone number. I can withdraw this at any time.`,
  },
};

export interface ConsentTexts {
  /** Names these very texts for good: `built-in-1`, or `firm-3/built-in-1` for the firm's third version upon them. */
  version: string;
  privacy: string;
  terms: string;
  whatsApp: string;
}

export function consentTexts(settings: StoredPortalSettings, firm: string, language: Language): ConsentTexts {
  const builtIn = BUILT_IN[language];
  const { privacyText, termsText, whatsAppText, version } = settings;
  return {
    // A firm's version may leave one text to the built-in ones: then both numbers are needed to name what was shown.
    version: version === 0 ? `built-in-${BUILT_IN_VERSION}` : `firm-${version}/built-in-${BUILT_IN_VERSION}`,
    privacy: privacyText[language] ?? builtIn.privacy(firm),
    terms: termsText[language] ?? builtIn.terms(firm),
    whatsApp: whatsAppText[language] ?? builtIn.whatsApp(firm),
  };
}
