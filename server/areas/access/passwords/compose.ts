import { type Composer, type MailTexts, readSender, renderMail } from '../../mail/index.ts';
import { hashToken } from '../sessions/index.ts';
import { openLink, storeMailFailure } from './queries.ts';
import { linkTo, tokenOf } from './token.ts';

export const PASSWORD_LINK = 'passwordLink';

const RESET: MailTexts = {
  de: {
    subject: 'Neues Passwort für {{company}}',
    body: `Guten Tag {{firstName}} {{lastName}},

jemand hat ein neues Passwort für Ihr Konto bei {{company}} angefordert. Mit diesem Link setzen Sie es:

{{link}}

Der Link gilt eine Stunde und nur einmal. Er beendet alle Ihre Sitzungen. Danach melden Sie sich hier an:

{{console}}

Falls Sie kein neues Passwort angefordert haben, müssen Sie nichts tun. Ihr Passwort bleibt, wie es ist.`,
  },
  en: {
    subject: 'New password for {{company}}',
    body: `Hello {{firstName}} {{lastName}},

Someone has requested a new password for your account at {{company}}. Set it with this link:

{{link}}

The link is valid for one hour and can be used once. It ends all your sessions. After that, sign in here:

{{console}}

If you have not requested a new password, you need not do anything. Your password stays the same.`,
  },
};

const INVITATION: MailTexts = {
  de: {
    subject: 'Ihr Zugang zu {{company}}',
    body: `Guten Tag {{firstName}} {{lastName}},

für Sie wurde ein Konto bei {{company}} eingerichtet. Setzen Sie mit diesem Link Ihr Passwort:

{{link}}

Der Link gilt sieben Tage und nur einmal. Danach melden Sie sich mit dieser E-Mail-Adresse hier an:

{{console}}`,
  },
  en: {
    subject: 'Your account at {{company}}',
    body: `Hello {{firstName}} {{lastName}},

An account at {{company}} has been created for you. Set your password with this link:

{{link}}

The link is valid for seven days and can be used once. After that, sign in with this email address here:

{{console}}`,
  },
};

/** The mail with a link to set a password. None if the link has expired or ended, or the user was deactivated. */
export const composePasswordMail: Composer = async (services, { tenantId, id }) => {
  const db = services.database.tenant(tenantId);
  const token = tokenOf(services, String(id));
  const link = await openLink(db, tenantId, String(id), hashToken(token));
  if (link === undefined) return undefined;
  const { company } = await readSender(db, tenantId);
  const values = {
    firstName: link.firstName ?? '',
    lastName: link.lastName ?? '',
    company,
    link: linkTo(services, token, link.language),
    console: `${services.settings.publicUrl}/app/`,
  };
  const text = (link.purpose === 'reset' ? RESET : INVITATION)[link.language];
  return {
    to: link.email,
    userId: link.userId,
    storeFailure: () => storeMailFailure(db, tenantId, String(id), services.now().toISOString()),
    ...renderMail(text, values, link.language),
  };
};
