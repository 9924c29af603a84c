import { sql } from 'kysely';
import type { SystemDatabase, TenantDatabase } from '../../../core/db/connection.ts';
import type { Language } from '../../../core/http/index.ts';
import { jobExpression } from '../../../core/queue/jobs.ts';
import type { SignIn } from '../sessions/index.ts';

const RESET_SECONDS = 3600;
const INVITATION_SECONDS = 7 * 86_400;
/** After it has expired. */
const INVITATION_KEPT_DAYS = 90;

export const PREPARE_RESET = 'prepare-password-reset';
const MAXIMUM_ATTEMPTS = 10;

type Purpose = 'reset' | 'invitation';

/** Stores a request for an address, whether a user has it or not. Returns its id. */
export async function insertRequest(db: SystemDatabase, email: string, language: Language): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO password_reset_request (email_sha256, language)
    VALUES (sha256(convert_to(${email.toLowerCase()}, 'UTF8')), ${language}) RETURNING id`.execute(db);
  return rows[0]!.id;
}

/** Adds the job of the background task for a request. */
export async function queueReset(db: SystemDatabase, requestId: string): Promise<void> {
  await sql`SELECT ${jobExpression({
    task: PREPARE_RESET,
    payload: sql`json_build_object('requestId', ${requestId}::text)`,
    key: sql`${`${PREPARE_RESET}:${requestId}`}::text`,
    lane: PREPARE_RESET,
    maximumAttempts: MAXIMUM_ATTEMPTS,
  })}`.execute(db);
}

interface ResetRequest {
  emailSha256: Buffer;
  language: Language;
  createdAt: string;
}

export async function findRequest(db: SystemDatabase, requestId: string): Promise<ResetRequest | undefined> {
  const { rows } = await sql<ResetRequest>`
    SELECT email_sha256 AS "emailSha256", language, created_at AS "createdAt"
      FROM password_reset_request WHERE id = ${requestId}`.execute(db);
  return rows[0];
}

/** The users of all tenants of a server who have an address, deactivated ones and those without a password too. */
export async function findRequested(db: SystemDatabase, emailSha256: Buffer): Promise<SignIn[]> {
  const { rows } = await sql<SignIn>`
    SELECT tenant_id AS "tenantId", user_id AS "userId" FROM user_sign_in
     WHERE email_sha256 = ${emailSha256}
     ORDER BY tenant_id, user_id`.execute(db);
  return rows;
}

export async function deleteRequest(db: SystemDatabase, requestId: string): Promise<void> {
  await db.deleteFrom('password_reset_request').where('id', '=', requestId).execute();
}

interface NewLink extends SignIn {
  purpose: Purpose;
  language: Language;
  requestId: string | null;
  /** The start of its validity. */
  createdAt: string;
}

/** Inserts a link and returns its id, or undefined if the request already has one for the user. */
export async function insertLink(db: TenantDatabase, link: NewLink): Promise<string | undefined> {
  const seconds = link.purpose === 'reset' ? RESET_SECONDS : INVITATION_SECONDS;
  const { rows } = await sql<{ id: string }>`
    INSERT INTO password_link (tenant_id, user_id, purpose, language, request_id, created_at, expires_at)
    VALUES (${link.tenantId}, ${link.userId}, ${link.purpose}, ${link.language}, ${link.requestId}::uuid,
            ${link.createdAt}::timestamptz, ${link.createdAt}::timestamptz + make_interval(secs => ${seconds}))
    ON CONFLICT (tenant_id, user_id, request_id) DO NOTHING
    RETURNING id`.execute(db);
  return rows[0]?.id;
}

interface OpenLink {
  userId: number;
  email: string;
  firstName: string | null;
  lastName: string | null;
  purpose: Purpose;
  language: Language;
}

/**
 * Makes the token of a link valid, and returns whom the link is for. Undefined if the link has expired or ended, or the user
 * was deactivated. Forgets a failure of its mail, which is about to be sent again.
 */
export async function openLink(
  db: TenantDatabase,
  tenantId: number,
  linkId: string,
  tokenSha256: Buffer,
): Promise<OpenLink | undefined> {
  const { rows } = await sql<OpenLink>`
    UPDATE password_link SET token_sha256 = ${tokenSha256}, mail_failed_at = NULL
      FROM user_account
     WHERE password_link.tenant_id = ${tenantId} AND password_link.id = ${linkId}::uuid
       AND password_link.expires_at > clock_now()
       AND user_account.tenant_id = ${tenantId} AND user_account.id = password_link.user_id AND user_account.is_active
    RETURNING user_account.id AS "userId", user_account.email, user_account.first_name AS "firstName", user_account.last_name AS "lastName",
              password_link.purpose, password_link.language`.execute(db);
  return rows[0];
}

/** Stores that the mail server will not get the mail of a link. */
export async function storeMailFailure(
  db: TenantDatabase,
  tenantId: number,
  linkId: string,
  failedAt: string,
): Promise<void> {
  await db
    .updateTable('password_link')
    .set({ mail_failed_at: failedAt })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', linkId)
    .execute();
}

/** Finds the user of a link whose token is valid now. */
export async function findLink(db: SystemDatabase, tokenSha256: Buffer): Promise<SignIn | undefined> {
  const { rows } = await sql<SignIn>`
    SELECT tenant_id AS "tenantId", user_id AS "userId" FROM password_link
     WHERE token_sha256 = ${tokenSha256} AND expires_at > clock_now()`.execute(db);
  return rows[0];
}

/**
 * Uses up a link and sets the password, which ends all sessions and all other links of the user. Returns false if a concurrent
 * call was first. Locks the user before the link: a change of the user that ends its links takes these locks in the same order.
 */
export async function redeemLink(
  db: TenantDatabase,
  { tenantId, userId }: SignIn,
  tokenSha256: Buffer,
  passwordHash: string,
): Promise<boolean> {
  await db
    .selectFrom('user_account')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .execute();
  const result = await db
    .deleteFrom('password_link')
    .where('tenant_id', '=', tenantId)
    .where('user_id', '=', userId)
    .where('token_sha256', '=', tokenSha256)
    .executeTakeFirst();
  if (result.numDeletedRows !== 1n) return false;
  const updated = await db
    .updateTable('user_account')
    .set({ password_hash: passwordHash })
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

/** `was_invited`: to this address, since the user was last activated. Somebody who was never invited must not get in. */
export async function findInvitee(db: TenantDatabase, tenantId: number, userId: number) {
  return db
    .selectFrom('user_account')
    .select([
      ...(['email', 'is_active', 'password_hash'] as const),
      sql<boolean>`EXISTS (SELECT FROM password_link AS i
        WHERE i.tenant_id = ${tenantId} AND i.user_id = ${userId} AND i.purpose = 'invitation')`.as(
        'was_invited',
      ),
    ])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirst();
}

/**
 * Deletes links that have expired, and requests that were never processed. Invitations stay for three months, so that an invited user can
 * request another one.
 */
export async function sweepPasswordLinks(db: SystemDatabase): Promise<void> {
  await sql`DELETE FROM password_link
             WHERE expires_at <= clock_now()
               AND (purpose = 'reset' OR expires_at <= clock_now() - make_interval(days => ${INVITATION_KEPT_DAYS}))`.execute(
    db,
  );
  await sql`DELETE FROM password_reset_request
             WHERE created_at <= clock_now() - make_interval(secs => ${RESET_SECONDS})`.execute(db);
}
