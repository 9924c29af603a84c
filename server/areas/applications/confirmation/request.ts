import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import { sendsMail } from '../../../core/mail/index.ts';
import type { Services } from '../../../core/services.ts';
import { toCanonicalEmail } from '../../candidates/index.ts';
import { type Quota, queueMail, readMailSettings, takeFromQuota } from '../../mail/index.ts';
import { APPLICATION_RECEIVED } from './compose.ts';

/** Where an application came from. The language is that of the page, if there was one. */
export interface ConfirmationSource {
  source: 'portal' | 'api';
  language?: Language;
}

// Anyone can enter any address in a form. Who applies for several jobs at once still gets a mail for most of them.
const PER_RECIPIENT: Quota = { purpose: 'confirmation', limit: 3, windowSeconds: 3600 };

/**
 * Adds the mail that confirms an application, in the caller's transaction, unless the tenant does not want it or the mailbox
 * has received too many. Called once per application.
 */
export async function requestConfirmation(
  db: TenantDatabase,
  services: Services,
  tenantId: number,
  application: { id: number; email: string },
  { source, language }: ConfirmationSource,
): Promise<void> {
  if (!sendsMail(services.settings)) return;
  const settings = await readMailSettings(db, tenantId);
  const isWanted =
    source === 'portal' ? settings.confirmsPortalApplications : settings.confirmsApiApplications;
  // By mailbox: a stranger can write one address in any number of ways, such as with plus tags.
  const mailbox = toCanonicalEmail(application.email);
  if (!isWanted || !(await takeFromQuota(db, services, PER_RECIPIENT, mailbox))) return;
  await queueMail(db, { kind: APPLICATION_RECEIVED, tenantId, id: application.id, language });
}
