import { parseMailAddress } from '../core/mail/address.ts';
import { parseSmtpUrl } from '../core/mail/smtp-url.ts';

export const MAIL_SETTINGS = [
  {
    name: 'SMTP_URL',
    key: 'smtpUrl' as const,
    default: '(none: no mail is sent)',
    meaning:
      'Mail server: smtps://user:password@host:465 for TLS, or smtp://user:password@host:587 for STARTTLS. Percent-encode special characters. Omit user and password if the server needs none.',
    read(text: string | undefined) {
      if (text !== undefined) parseSmtpUrl(text);
      return text;
    },
  },
  {
    name: 'MAIL_FROM',
    key: 'mailFrom' as const,
    default: '(none)',
    meaning:
      'Sender of all mail, such as Acme Personal <jobs@acme.example>. Required if SMTP_URL is set. The mail server must accept it.',
    read(text: string | undefined) {
      if (text !== undefined && parseMailAddress(text) === undefined)
        throw new Error(
          'must be an address, or a name and an address, such as Acme Personal <jobs@acme.example>',
        );
      return text;
    },
  },
];

interface ReadMailSetting {
  name: string;
  value: unknown;
  fault?: string;
}

/** Adds the fault of a missing sender. */
export function requireMailFrom(results: readonly ReadMailSetting[]): void {
  const [server, sender] = MAIL_SETTINGS.map(({ name }) => results.find((result) => result.name === name)!);
  if (server!.value !== undefined && sender!.value === undefined)
    sender!.fault ??= 'SMTP_URL is set, which needs MAIL_FROM';
}
