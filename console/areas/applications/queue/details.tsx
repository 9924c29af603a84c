import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { type Application, nameOf } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { telOf } from '../../../core/tel.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { WhenRead } from '../../../core/ui/when-read.tsx';
import type { SchemaCandidateDto } from '../../../generated/types.ts';
import { Documents } from '../../candidates/documents/documents.tsx';
import { Tasks } from '../../work/tasks/tasks.tsx';
import { SentValues } from '../sent/sent-values.tsx';
import classes from './details.module.css';
import { MoveMenu } from './move-menu.tsx';
import { Notes } from './notes.tsx';

/** The application and its candidate, beside the queue. */
export function Details({ application }: { application: Application }) {
  const texts = useTexts();
  const may = useMay();
  const { candidateId } = application;
  return (
    <section className={classes.details} aria-labelledby="application">
      <header className={classes.header}>
        <div>
          <h2 id="application">
            {may('candidates:read') ? (
              <Link to={paths.candidate(candidateId)}>{nameOf(application)}</Link>
            ) : (
              nameOf(application)
            )}
          </h2>
          <p className={classes.subtitle}>{application.jobAd ?? texts.queue.speculative}</p>
        </div>
        {may('applications:write') && <MoveMenu application={application} />}
      </header>
      <Facts application={application} />
      {may('candidates:read') && <Candidate application={application} />}
      {may('tasks:read') && <Tasks candidateId={candidateId} applicationId={application.id} heading="h3" />}
      {may('communication:read') && <Notes candidateId={candidateId} />}
    </section>
  );
}

/** A name and its value. A value that is absent is said to be so. */
function Fact({ name, isWide, children }: { name: string; isWide?: boolean; children: ReactNode }) {
  const texts = useTexts();
  const isAbsent = children === null || children === undefined || children === '';
  return (
    <div className={isWide ? classes.wide : undefined}>
      <dt>{name}</dt>
      <dd>{isAbsent ? <span className={classes.absent}>{texts.candidate.notGiven}</span> : children}</dd>
    </div>
  );
}

function Facts({ application }: { application: Application }) {
  const texts = useTexts();
  return (
    <dl className={classes.facts}>
      <Fact name={texts.queue.stage}>{texts.stages[application.stage]}</Fact>
      {application.stageReason != null && (
        <Fact name={texts.queue.reason} isWide>
          {application.stageReason}
        </Fact>
      )}
      <Fact name={texts.queue.applied}>
        <Ago utc={application.appliedAtUtc} />
      </Fact>
      <Fact name={texts.queue.branch}>{application.office ?? texts.queue.noBranch}</Fact>
      <Fact name={texts.candidatePage.applicationFields.recruiterId}>
        {application.responsibleUser ?? texts.queue.nobody}
      </Fact>
    </dl>
  );
}

function Candidate({ application }: { application: Application }) {
  const { candidateId, id: applicationId, cvDocumentId } = application;
  const read = useQuery({ ...queries.candidate(candidateId), select: ({ record }) => record });
  return (
    <WhenRead read={read} rows={6}>
      {(candidate) => {
        const sent = candidate.applies.find(({ id }) => id === applicationId);
        return (
          <>
            <Contact candidate={candidate} />
            <Wishes candidate={candidate} />
            {sent?.message && <Message text={sent.message} />}
            {sent !== undefined && <SentValues candidate={candidate} application={sent} />}
            <Documents candidate={candidate} cvDocumentId={cvDocumentId} heading="h3" />
          </>
        );
      }}
    </WhenRead>
  );
}

function Contact({ candidate: { contact, location } }: { candidate: SchemaCandidateDto }) {
  const texts = useTexts();
  const place = [location.zipCode, location.city].filter(Boolean).join(' ');
  return (
    <section aria-labelledby="contact">
      <h3 id="contact">{texts.candidate.contact}</h3>
      <dl className={classes.facts}>
        <Fact name={texts.candidate.email} isWide>
          {contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
        </Fact>
        <Fact name={texts.candidate.phone}>
          {contact.phone && <a href={telOf(contact.phone)}>{contact.phone}</a>}
        </Fact>
        <Fact name={texts.candidate.mobile}>
          {contact.mobile && <a href={telOf(contact.mobile)}>{contact.mobile}</a>}
        </Fact>
        <Fact name={texts.candidate.place}>{place}</Fact>
      </dl>
    </section>
  );
}

function Wishes({ candidate }: { candidate: SchemaCandidateDto }) {
  const texts = useTexts();
  const formats = useFormats();
  const { availableFrom, weeklyHours } = candidate.availability;
  return (
    <section aria-labelledby="wishes">
      <h3 id="wishes">{texts.candidate.profile}</h3>
      <dl className={classes.facts}>
        <Fact name={texts.candidate.position}>{candidate.desiredPosition}</Fact>
        <Fact name={texts.candidate.available}>{availableFrom && formats.day(availableFrom)}</Fact>
        <Fact name={texts.candidate.hours}>{weeklyHours && formats.number(weeklyHours)}</Fact>
        <Fact name={texts.queue.candidateStatus}>{candidate.status}</Fact>
      </dl>
    </section>
  );
}

function Message({ text }: { text: string }) {
  const texts = useTexts();
  return (
    <section aria-labelledby="message">
      <h3 id="message">{texts.candidate.message}</h3>
      <p className={classes.text}>{text}</p>
    </section>
  );
}
