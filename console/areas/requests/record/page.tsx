import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Tagged } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import type { RequestRecord } from '../../../core/api/queries-requests.ts';
import type { RequestOverview } from '../../../core/api/records.ts';
import { forgetDraftsAbout } from '../../../core/drafts/drafts.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import { useKeepTexts } from '../../../core/forms/kept-texts.ts';
import { useWindowTitle } from '../../../core/frame/window-title.tsx';
import { paths } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { telOf } from '../../../core/tel.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { type Part, useRequestFields } from '../form/use-request-fields.ts';
import { Period } from '../period.tsx';
import { Status } from '../status.tsx';
import { History } from './history.tsx';
import { JobAds } from './job-ads.tsx';
import classes from './page.module.css';
import { StatusPart } from './status-part.tsx';
import { RequestTabs } from './tabs.tsx';
import { useRequestSource } from './use-request-source.ts';

export function Page() {
  const { requestId } = useParams({ strict: false }) as { requestId: string };
  const id = toId(requestId);
  return id === undefined ? <Missing /> : <RequestPage key={id} requestId={id} />;
}

function Missing() {
  const { requests: texts } = useTexts();
  return (
    <Notice isPage title={texts.missing}>
      <p>{texts.missingLead}</p>
      <Link to={paths.requests}>{texts.back}</Link>
    </Notice>
  );
}

function RequestPage({ requestId }: { requestId: number }) {
  const { texts, language } = useLanguage();
  const overview = useQuery({
    ...queries.requestOverview(requestId, language),
    // A form that is open stays when the language changes.
    placeholderData: keepPreviousData,
  });
  const kind = overview.data?.kind;
  const request = useQuery({
    ...queries.request(requestId, kind ?? 'temporarystaffing', language),
    enabled: kind !== undefined,
    placeholderData: keepPreviousData,
  });
  const error = overview.error ?? request.error;
  const isMissing = isStatus(error, 404);
  useKeepTexts(isMissing, 'gone');
  useEffect(() => {
    if (isMissing) forgetDraftsAbout((name) => name.startsWith(`request-${requestId}-`));
  }, [isMissing, requestId]);
  if (isMissing) return <Missing />;
  if (overview.data !== undefined && request.data !== undefined)
    return <Loaded current={request.data} overview={overview.data} />;
  const retry = () => void (overview.isError ? overview.refetch() : request.refetch());
  return (
    <div className={classes.page}>
      <h1>{texts.screens.request}</h1>
      {error === null ? <Loading rows={10} /> : <Failed error={error} retry={retry} />}
    </div>
  );
}

/** In euros. */
const AMOUNTS = ['hourlyWage', 'billingRate', 'salaryFrom', 'salaryTo', 'fixedPrice'];

interface LoadedProps {
  current: Tagged<RequestRecord>;
  overview: RequestOverview;
}

function Loaded({ current, overview }: LoadedProps) {
  const { requests: texts, screens } = useTexts();
  const mayEdit = useMay()('requests:write');
  const { record } = current;
  const { id, kind, customerId } = record;
  useWindowTitle(`${record.title} – ${screens.request}`);
  const fields = useRequestFields(kind, customerId, { record, overview });
  const source = useRequestSource(id, kind);
  const formats = useFormats();
  const euros = (text: string) => formats.euros(formats.parse(text) ?? 0);
  const toPart = (part: Part, more?: React.ReactNode) => (
    <FormPart
      name={`request-${id}-${part}`}
      title={texts.parts[part]}
      fields={fields[part]}
      current={current}
      mayEdit={mayEdit}
      show={Object.fromEntries(AMOUNTS.map((property) => [property, euros]))}
      {...source}
    >
      {more}
    </FormPart>
  );
  return (
    <div className={classes.page}>
      <Header record={record} overview={overview} />
      <RequestTabs record={record}>
        <div className={classes.parts}>
          <div className={classes.column}>
            {toPart('job')}
            {toPart('terms', kind === 'temporarystaffing' && <Deadlines record={record} />)}
            {toPart('texts')}
          </div>
          <div className={classes.column}>
            <StatusPart current={current} overview={overview} />
            {toPart('place', overview.contact !== null && <Contact contact={overview.contact} />)}
            {toPart('assignment')}
            <JobAds jobAds={overview.jobAds} />
          </div>
        </div>
        <History requestId={id} />
      </RequestTabs>
    </div>
  );
}

function Header({ record, overview }: { record: RequestRecord; overview: RequestOverview }) {
  const { requests: texts } = useTexts();
  const formats = useFormats();
  const may = useMay();
  return (
    <header className={classes.header}>
      <BackToList list={paths.requests} text={texts.back} />
      <h1>{record.title}</h1>
      <p className={classes.line}>
        <Status {...record} />
        {may('customers:read') ? (
          <Link to={paths.company(overview.companyId)}>{overview.company}</Link>
        ) : (
          <span>{overview.company}</span>
        )}
        <span>
          {texts.kinds[record.kind]}, {texts.number(record.id)}
        </span>
        <span>{texts.people(formats.number(record.headcount))}</span>
        <span>
          <Period {...record} />
        </span>
      </p>
    </header>
  );
}

/** What the law sets for an assignment. The service reckons it. */
function Deadlines({ record: { maximumAssignmentUntil, equalPayFrom } }: { record: RequestRecord }) {
  const { facts } = useTexts().requests;
  const formats = useFormats();
  return (
    <>
      <dl className={classes.facts}>
        <div>
          <dt>{facts.equalPayFrom}</dt>
          <dd>{formats.day(equalPayFrom)}</dd>
        </div>
        <div>
          <dt>{facts.maximumAssignmentUntil}</dt>
          <dd>{formats.day(maximumAssignmentUntil)}</dd>
        </div>
      </dl>
      <p className={classes.quiet}>{facts.lead}</p>
    </>
  );
}

/** How to reach the contact. */
function Contact({ contact: { phone, email } }: { contact: NonNullable<RequestOverview['contact']> }) {
  if (phone === null && email === null) return null;
  return (
    <p className={classes.line}>
      {phone !== null && <a href={telOf(phone)}>{phone}</a>}
      {email !== null && <a href={`mailto:${email}`}>{email}</a>}
    </p>
  );
}
