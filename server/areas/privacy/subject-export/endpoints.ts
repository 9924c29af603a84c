import { runTransaction } from '../../../core/db/transaction.ts';
import { type AnyEndpoint, defineEndpoint, notFound, RawJson } from '../../../core/http/index.ts';
import { CandidatePath } from '../../candidates/index.ts';
import { insertAccess } from '../../documents/index.ts';
import { readSubject } from './read.ts';
import { SubjectExport } from './schema.ts';

export const subjectExportEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    audience: 'platform',
    area: 'Privacy',
    id: 'subjectExport_get',
    method: 'GET',
    path: '/candidates/{candidateId}/export',
    permission: 'privacy:read',
    summary: 'Export everything that is stored about a candidate',
    description:
      'Returns one file for a candidate who asks what is stored (GDPR articles 15 and 20), as it was at one moment. All lists are complete. Contains the names of users who did something, but nothing else about them. Holds are included with their reasons, so check before you hand out the file whether one must remain secret. The contents of documents, attachments, and the picture are not included: read each with the path in files. The lines that values of a CV were read from are contents of a document, so the access log gets an entry with the kind lines for each such document. That entry is in the next export.',
    params: CandidatePath,
    success: {
      status: 200,
      description: 'The file.',
      schema: SubjectExport,
      headers: { 'content-disposition': '`attachment`, with the file name.' },
    },
    notFound: 'Candidate',
    isLocalized: true,
    async handle({ db, tenantId, params: { candidateId }, caller, language, services, setHeader }) {
      const subject = await readSubject(db, tenantId, { candidateId, language, now: services.now() });
      if (subject === undefined) throw notFound('Candidate');
      const shown = subject.proposals.filter(({ proposals }) => proposals.length > 0);
      await runTransaction(db, async (transaction) => {
        for (const { documentId } of shown)
          await insertAccess(transaction, tenantId, { documentId, candidateId, caller, kind: 'lines' });
      });
      setHeader('content-disposition', `attachment; filename="candidate-${candidateId}.json"`);
      // Indented, because people read it.
      return new RawJson(JSON.stringify(subject, null, 2));
    },
  }),
];
