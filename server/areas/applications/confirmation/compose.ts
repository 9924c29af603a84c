import { sql } from 'kysely';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import {
  type Composer,
  findTemplate,
  readSender,
  renderMail,
  TEMPLATES,
  toSafeName,
} from '../../mail/index.ts';

export const APPLICATION_RECEIVED = 'applicationReceived';

const UNSOLICITED = { de: 'Initiativbewerbung', en: 'unsolicited application' };

/** The mail that confirms an application. None if the candidate was erased meanwhile. */
export const composeConfirmation: Composer = async ({ database }, { tenantId, id, language: requested }) => {
  const db = database.tenant(tenantId);
  const applicant = await findApplicant(db, tenantId, Number(id));
  if (applicant?.email == null) return undefined;
  const { company, replyTo, language: usual } = await readSender(db, tenantId);
  const language = requested ?? usual;
  const text =
    (await findTemplate(db, tenantId, APPLICATION_RECEIVED, language)) ??
    TEMPLATES[APPLICATION_RECEIVED].builtIn[language];
  const values = {
    firstName: toSafeName(applicant.firstName),
    lastName: toSafeName(applicant.lastName),
    jobTitle: applicant.jobTitle ?? UNSOLICITED[language],
    company,
  };
  return { to: applicant.email, senderName: company, replyTo, ...renderMail(text, values, language) };
};

/** Whom to write to: the values of the application, because a known candidate's profile can have another address. */
async function findApplicant(db: TenantDatabase, tenantId: number, applicationId: number) {
  const { rows } = await sql<Record<'email' | 'firstName' | 'lastName' | 'jobTitle', string | null>>`
    SELECT submitted ->> 'email' AS email, submitted ->> 'firstName' AS "firstName",
           submitted ->> 'lastName' AS "lastName",
           (SELECT title FROM job_ad WHERE tenant_id = ${tenantId} AND id = application.job_ad_id) AS "jobTitle"
      FROM application WHERE tenant_id = ${tenantId} AND id = ${applicationId}`.execute(db);
  return rows[0];
}
