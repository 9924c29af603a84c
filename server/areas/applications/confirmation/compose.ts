import {
  type Composer,
  findTemplate,
  readSender,
  renderMail,
  TEMPLATES,
  toSafeName,
} from '../../mail/index.ts';
import { findApplicant } from './queries.ts';

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
