import { lazy, Suspense } from 'react';
import formClasses from '../../../core/forms/forms.module.css';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Loading } from '../../../core/ui/states.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { MoveMenu } from '../../applications/queue/move-menu.tsx';
import { SentValues } from '../../applications/sent/sent-values.tsx';
import { AddApplication } from './add-application.tsx';
import classes from './page.module.css';
import partClasses from './parts.module.css';
import type { Candidate } from './source.ts';

const CandidateProposals = lazy(async () => ({
  default: (await import('../../proposals/of-candidate/candidate-proposals.tsx')).CandidateProposals,
}));

/** The applications, the newest first, and the button that records one. */
export function ApplicationsTab({ candidate }: { candidate: Candidate }) {
  const { candidatePage } = useTexts();
  const may = useMay();
  const applications = candidate.applies.toSorted((a, b) => b.appliedAtUtc.localeCompare(a.appliedAtUtc));
  return (
    <>
      <section className={formClasses.part} aria-labelledby="applications">
        <header className={partClasses.titled}>
          <h2 id="applications">{candidatePage.tabs.applications}</h2>
          {may('applications:write') && <AddApplication candidateId={candidate.id} />}
        </header>
        {applications.length === 0 ? (
          <p className={formClasses.lead}>{candidatePage.noApplications}</p>
        ) : (
          <ul className={classes.entries} aria-labelledby="applications">
            {applications.map((application) => (
              <Application key={application.id} candidate={candidate} application={application} />
            ))}
          </ul>
        )}
      </section>
      {may('proposals:read') && (
        <Suspense fallback={<Loading rows={2} />}>
          <CandidateProposals candidateId={candidate.id} />
        </Suspense>
      )}
    </>
  );
}

interface ApplicationProps {
  candidate: Candidate;
  application: Candidate['applies'][number];
}

function Application({ candidate, application }: ApplicationProps) {
  const texts = useTexts();
  const may = useMay();
  const { id: candidateId, firstName, lastName } = candidate;
  const { id, jobAd, appliedAtUtc, channel, stage, message } = application;
  return (
    <li className={`${classes.item} ${classes.entry}`}>
      <div className={classes.text}>
        <strong>{jobAd ?? texts.queue.speculative}</strong>
        <span className={classes.secondary}>
          {texts.stages[stage]} · <Ago utc={appliedAtUtc} />
          {channel && ` · ${channel}`}
        </span>
        {message && <p className={classes.message}>{message}</p>}
        <div className={classes.sent}>
          <SentValues candidate={candidate} application={application} />
        </div>
      </div>
      {may('applications:write') && (
        <MoveMenu
          // The key belongs to the menu in the header.
          hasKey={false}
          application={{ id, candidateId, stage, firstName, lastName }}
        />
      )}
    </li>
  );
}
