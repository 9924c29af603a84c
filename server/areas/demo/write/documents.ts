import { sql } from 'kysely';
import type { FinishedSealedBlob } from '../../../core/blobs/index.ts';
import { openPendingBlob } from '../../../core/blobs/pending.ts';
import type { TenantDatabase } from '../../../core/db/connection.ts';
import type { Services } from '../../../core/services.ts';
import { EVENTS } from '../../changes/index.ts';
import { insertDocument } from '../../documents/index.ts';
import type { DemoCandidate } from '../plan/candidates.ts';
import { addDays, toMonthText } from '../plan/dates.ts';
import type { StoredDemoCandidate } from './candidates.ts';
import { samplePdf } from './sample-pdf.ts';

const CV_CATEGORY = 1;
const MAXIMUM_BYTES = 100_000;
// Making a blob durable is mostly waiting, so storing several at once takes a fraction of the time.
const SIMULTANEOUS_BLOBS = 16;

/** Writes the CVs, keyed by the index of the candidate. Calls `onOpened` for each blob before its first byte. */
export async function storeCvs(
  services: Services,
  tenantId: number,
  plans: readonly DemoCandidate[],
  onOpened: (blobKey: string) => void,
): Promise<Map<number, FinishedSealedBlob>> {
  const blobs = new Map<number, FinishedSealedBlob>();
  const waiting = [...plans.entries()].filter(([, plan]) => plan.hasCv);
  const storeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, plan] = next;
      const { key, writer } = await openPendingBlob(services, tenantId, MAXIMUM_BYTES);
      onOpened(key);
      try {
        await writer.write(toCv(plan));
        blobs.set(index, await writer.end());
      } catch (error) {
        await writer.abort();
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: SIMULTANEOUS_BLOBS }, storeNext));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return blobs;
}

/** Stores each document with the candidate's first application and backdates it to that time. */
export async function writeDocuments(
  db: TenantDatabase,
  tenantId: number,
  stored: readonly StoredDemoCandidate[],
  blobs: ReadonlyMap<number, FinishedSealedBlob>,
  firstApplications: ReadonlyMap<number, number>,
): Promise<void> {
  const times: { id: number; at: string }[] = [];
  for (const [index, { id: candidateId, officeId, plan }] of stored.entries()) {
    const blob = blobs.get(index);
    if (blob === undefined) continue;
    const id = await insertDocument(
      db,
      tenantId,
      {
        candidateId,
        applicationId: firstApplications.get(candidateId) ?? null,
        officeId,
        documentCategoryId: CV_CATEGORY,
        originalFileName: `Lebenslauf ${plan.body.firstName} ${plan.body.lastName}.pdf`,
        mimeType: 'application/pdf',
        blob,
      },
      EVENTS.documentCreated,
    );
    times.push({ id, at: addDays(plan.applications[0]!.appliedAt, 0.0005).toISOString() });
  }
  await sql`
    UPDATE document AS d SET created_at = t.at, modified_at = t.at
      FROM jsonb_to_recordset(${JSON.stringify(times)}::jsonb) AS t (id integer, at timestamptz)
     WHERE d.tenant_id = ${tenantId} AND d.id = t.id`.execute(db);
}

function toCv({ body, resume, skills }: DemoCandidate): Buffer {
  const { location, contact, birth } = body;
  const birthDate = birth!.date!.split('-').reverse().join('.');
  const span = (entry: { fromDate: string; untilDate: string | null }) =>
    `${toMonthText(entry.fromDate)} – ${entry.untilDate === null ? 'heute' : toMonthText(entry.untilDate)}`;
  return samplePdf(
    [
      `${location!.street} ${location!.streetNumber}, ${location!.zipCode} ${location!.city}`,
      `Mobil ${contact!.mobile} · ${contact!.email}`,
      `Geboren am ${birthDate} in ${birth!.place}`,
      ...section(
        'Berufserfahrung',
        resume.jobs.flatMap((job) => [
          `${span(job)}\t${job.position}, ${job.employer}, ${job.city}`,
          `\t${job.description}`,
        ]),
      ),
      ...section('Ausbildung', [
        ...resume.professionEducations.map(
          (education) =>
            `${span(education)}\t${education.profession}, ${education.institution} (${education.degree})`,
        ),
        ...resume.schoolEducations.map(
          (education) =>
            `${span(education)}\t${education.graduation}, ${education.school}, ${education.city}`,
        ),
      ]),
      ...section(
        'Weiterbildung',
        resume.educations.map(
          (education) => `${toMonthText(education.untilDate)}\t${education.title}, ${education.provider}`,
        ),
      ),
      ...section('Kenntnisse', [skills.keywords.join(' · ')]),
    ],
    `${body.firstName} ${body.lastName} – Lebenslauf`,
  );
}

function section(heading: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [`# ${heading}`, ...lines];
}
