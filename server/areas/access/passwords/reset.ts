import { hashPassword } from '../../../core/crypto/password.ts';
import { findOnServers } from '../../../core/db/look-up.ts';
import { runTransaction } from '../../../core/db/transaction.ts';
import { ApiError, type Fault, invalid, type Language } from '../../../core/http/index.ts';
import { sendsMail } from '../../../core/mail/index.ts';
import type { QueueTask } from '../../../core/queue/index.ts';
import type { Services } from '../../../core/services.ts';
import { type Quota, queueMail, takeFromQuota } from '../../mail/index.ts';
import { networkOf } from '../network.ts';
import { hashToken } from '../sessions/index.ts';
import { PASSWORD_LINK } from './compose.ts';
import {
  deleteRequest,
  findInvitee,
  findLink,
  findRequest,
  findRequested,
  insertLink,
  insertRequest,
  PREPARE_RESET,
  queueReset,
  redeemLink,
} from './queries.ts';

const PER_ADDRESS: Quota = { purpose: 'password reset', limit: 3, windowSeconds: 3600 };
const PER_NETWORK: Quota = { purpose: 'password resets of a network', limit: 30, windowSeconds: 3600 };

/**
 * Takes a request to reset the password of an address. Does the same work whether a user has the address or not: the
 * background task looks for users, so that nobody learns of them from the response or its time. Throws a 429 if the network
 * sends too many; too many for one address are dropped without a word.
 */
export async function requestReset(
  services: Services,
  { email, language, address }: { email: string; language: Language; address: string },
): Promise<void> {
  if (!sendsMail(services.settings)) return;
  const db = services.database.system;
  if (!(await takeFromQuota(db, services, PER_NETWORK, networkOf(address)))) {
    throw new ApiError('tooManyRequests', {
      message: 'Too many passwords were requested from this network. Try again in an hour.',
      headers: { 'retry-after': String(PER_NETWORK.windowSeconds) },
    });
  }
  await runTransaction(db, async (transaction) => {
    if (!(await takeFromQuota(transaction, services, PER_ADDRESS, email.toLowerCase()))) return;
    const requestId = await insertRequest(transaction, email, language);
    await queueReset(transaction, requestId);
  });
}

/**
 * The background task that adds a link and its mail for each active user with the requested address. A user who was invited and has no
 * password gets another invitation: the first one may have expired or been lost. Running it again is safe.
 */
export function passwordResetTask({ database }: Services): QueueTask {
  return {
    name: PREPARE_RESET,
    async run(payload) {
      const { requestId } = payload as { requestId: string };
      const request = await findRequest(database.system, requestId);
      if (request === undefined) return;
      const { emailSha256, language, createdAt } = request;
      const users = await Promise.all(
        database.servers.map((server) => findRequested(server.database.system, emailSha256)),
      );
      for (const { tenantId, userId } of users.flat()) {
        await runTransaction(database.tenant(tenantId), async (db) => {
          const user = await findInvitee(db, tenantId, userId);
          if (!user?.is_active) return;
          const purpose = user.password_hash === null ? 'invitation' : 'reset';
          if (purpose === 'invitation' && !user.was_invited) return;
          const id = await insertLink(db, { tenantId, userId, language, createdAt, requestId, purpose });
          // The user waits for it, and a link for a new password expires within the hour.
          if (id !== undefined)
            await queueMail(db, { kind: PASSWORD_LINK, tenantId, id }, { isUrgent: true });
        });
      }
      await deleteRequest(database.system, requestId);
    },
  };
}

/** Sets the password of the user whose link has this token, once. Throws a 400 for any token that is not valid now. */
export async function setPasswordByToken(
  { database }: Services,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const tokenSha256 = hashToken(token);
  const user = await findOnServers(database, `password link ${tokenSha256.toString('base64')}`, (db) =>
    findLink(db, tokenSha256),
  );
  if (user === undefined) throw invalid(invalidToken());
  const passwordHash = await hashPassword(newPassword);
  const isSet = await runTransaction(database.tenant(user.tenantId), (db) =>
    redeemLink(db, user, tokenSha256, passwordHash),
  );
  if (!isSet) throw invalid(invalidToken());
}

function invalidToken(): Fault {
  return {
    property: 'token',
    code: 'notAllowed',
    message:
      'token is unknown, expired, or used. Request a new link, or ask an administrator for an invitation.',
  };
}
