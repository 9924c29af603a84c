import type { TenantDatabase } from '../../../core/db/connection.ts';
import { invalid, notFound } from '../../../core/http/index.ts';
import { sendsMail } from '../../../core/mail/index.ts';
import type { Services } from '../../../core/services.ts';
import { type Quota, queueMail, readSender, takeFromQuota } from '../../mail/index.ts';
import { hashToken } from '../sessions/index.ts';
import { PASSWORD_LINK } from './compose.ts';
import { findInvitee, insertLink, openLink } from './queries.ts';
import { linkTo, tokenOf } from './token.ts';

const PER_RECIPIENT: Quota = { purpose: 'invitation', limit: 5, windowSeconds: 3600 };

/**
 * Adds the link and the mail that invite a user without a password, in the caller's transaction. Throws a 404 or a 400 if the
 * user cannot be invited.
 */
export async function inviteUser(
  db: TenantDatabase,
  services: Services,
  tenantId: number,
  userId: number,
): Promise<void> {
  const { email, linkId } = await prepareInvitation(db, services, tenantId, userId);
  if (!sendsMail(services.settings))
    throw notAllowed('This installation sends no mail. Set SMTP_URL, or set the password yourself.');
  if (!(await takeFromQuota(db, services, PER_RECIPIENT, email.toLowerCase())))
    throw notAllowed('This address has received too many invitations. Wait an hour.');
  await queueMail(db, { kind: PASSWORD_LINK, tenantId, id: linkId });
}

/** Creates an invitation without a mail, and returns its link, for the operator to pass on. */
export async function createInvitationLink(
  db: TenantDatabase,
  services: Services,
  tenantId: number,
  userId: number,
): Promise<string> {
  const { linkId, language } = await prepareInvitation(db, services, tenantId, userId);
  const token = tokenOf(services, linkId);
  await openLink(db, tenantId, linkId, hashToken(token));
  return linkTo(services, token, language);
}

async function prepareInvitation(db: TenantDatabase, services: Services, tenantId: number, userId: number) {
  const user = await findInvitee(db, tenantId, userId);
  if (user === undefined) throw notFound('User');
  if (!user.is_active) throw notAllowed('The user is not active. Activate the user first.');
  if (user.password_hash !== null)
    throw notAllowed(
      'The user already has a password. To replace a forgotten one, set a new password. If this installation sends mail, the user can also request a link.',
    );
  const { language } = await readSender(db, tenantId);
  const createdAt = services.now().toISOString();
  const link = { tenantId, userId, purpose: 'invitation', language, requestId: null, createdAt } as const;
  return { email: user.email, language, linkId: (await insertLink(db, link))! };
}

function notAllowed(message: string) {
  return invalid({ property: 'userId', code: 'notAllowed', message });
}
