import type { Language } from '../../../core/http/index.ts';

interface PageTexts {
  title: string;
  otherLanguage: string;
  needsScript: string;
  set: { title: string; password: string; hint: (minimum: number) => string; repeat: string; submit: string };
  request: { title: string; lead: string; email: string; submit: string };
  /** Instead of the form, if the installation sends no mails. */
  noMail: string;
  sent: { title: string; lead: string };
  done: { title: string; lead: string; signIn: string };
  invalid: { title: string; lead: string; again: string };
  problems: {
    different: string;
    length: (minimum: number, maximum: number) => string;
    toomany: string;
    failed: string;
  };
}

export const PAGE_TEXTS: Readonly<Record<Language, PageTexts>> = {
  de: {
    title: 'Passwort',
    otherLanguage: 'English',
    needsScript: 'Diese Seite braucht JavaScript, damit Ihr Link auf keinem Server gespeichert wird.',
    set: {
      title: 'Passwort setzen',
      password: 'Neues Passwort',
      hint: (minimum) =>
        `Mindestens ${minimum} Zeichen. Mehrere Wörter sind leichter zu merken als Sonderzeichen.`,
      repeat: 'Neues Passwort wiederholen',
      submit: 'Passwort setzen',
    },
    request: {
      title: 'Neues Passwort anfordern',
      lead: 'Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort setzen.',
      email: 'E-Mail-Adresse',
      submit: 'Link anfordern',
    },
    noMail:
      'Diese Installation verschickt keine E-Mails. Bitten Sie einen Administrator, ein neues Passwort zu setzen.',
    sent: {
      title: 'Sehen Sie in Ihr Postfach',
      lead: 'Wenn es zu dieser Adresse ein Konto gibt, kommt in wenigen Minuten eine E-Mail mit einem Link. Dort steht, wie lange er gilt.',
    },
    done: {
      title: 'Passwort gesetzt',
      lead: 'Sie können sich jetzt mit dem neuen Passwort anmelden.',
      signIn: 'Anmelden',
    },
    invalid: {
      title: 'Dieser Link gilt nicht mehr',
      lead: 'Er ist abgelaufen oder wurde schon benutzt. Fordern Sie einen neuen an. Wenn keine E-Mail kommt, bitten Sie um eine neue Einladung.',
      again: 'Neuen Link anfordern',
    },
    problems: {
      different: 'Die beiden Passwörter sind verschieden.',
      length: (minimum, maximum) => `Das Passwort muss ${minimum} bis ${maximum} Zeichen haben.`,
      toomany: 'Zu viele Versuche. Warten Sie einen Moment, und versuchen Sie es dann noch einmal.',
      failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
    },
  },
  en: {
    title: 'Password',
    otherLanguage: 'Deutsch',
    needsScript: 'This page needs JavaScript, so that no server stores your link.',
    set: {
      title: 'Set your password',
      password: 'New password',
      hint: (minimum) => `At least ${minimum} characters. Several words are easier to remember than symbols.`,
      repeat: 'Repeat the new password',
      submit: 'Set password',
    },
    request: {
      title: 'Request a new password',
      lead: 'We will send you a link to set a new password.',
      email: 'Email address',
      submit: 'Request link',
    },
    noMail: 'This installation sends no emails. Ask an administrator to set a new password.',
    sent: {
      title: 'Check your inbox',
      lead: 'If there is an account with this address, an email with a link will arrive in a few minutes. It says how long the link is valid.',
    },
    done: { title: 'Password set', lead: 'You can now sign in with the new password.', signIn: 'Sign in' },
    invalid: {
      title: 'This link is no longer valid',
      lead: 'It has expired or has been used. Request a new one. If no email arrives, ask for a new invitation.',
      again: 'Request a new link',
    },
    problems: {
      different: 'The two passwords differ.',
      length: (minimum, maximum) => `The password must have ${minimum} to ${maximum} characters.`,
      toomany: 'Too many attempts. Wait a moment, then try again.',
      failed: 'That did not work. Please try again.',
    },
  },
};
