import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type FormEvent, useEffect } from 'react';
import type { Tagged } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import type { JobAd } from '../../../core/api/records.ts';
import { forgetDraftsAbout } from '../../../core/drafts/drafts.ts';
import { Conflicts } from '../../../core/forms/conflicts.tsx';
import { FieldFaults, useFaultText } from '../../../core/forms/faults.tsx';
import { toEntries, valuesOf } from '../../../core/forms/fields.ts';
import { useKeepTexts } from '../../../core/forms/kept-texts.ts';
import { Restored } from '../../../core/forms/restored.tsx';
import { useWindowTitle } from '../../../core/frame/window-title.tsx';
import { paths } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';
import { useMay } from '../../../core/session/use-session.ts';
import type { Formats } from '../../../core/texts/formats.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import type { Texts } from '../../../core/texts/texts-de.ts';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { FormProblem } from '../../../core/ui/form-problem.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { StickyBar } from '../../../core/ui/sticky-bar.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { Fields } from '../form/fields.tsx';
import { Preview } from '../form/preview.tsx';
import { idOf, useFields } from '../form/use-fields.ts';
import { LIMITS, type Values } from '../form/values.ts';
import { Status } from '../status.tsx';
import { renderConflicting } from './conflicting-value.tsx';
import { History } from './history.tsx';
import classes from './page.module.css';
import { draftOf, useEdit } from './use-edit.ts';
import { TRANSITIONS, useTransition } from './use-transition.ts';

export function Page() {
  const { jobAdId } = useParams({ strict: false }) as { jobAdId: string };
  const id = toId(jobAdId);
  return id === undefined ? <Missing /> : <JobAdPage key={id} jobAdId={id} />;
}

function Missing() {
  const { jobAds } = useTexts();
  return (
    <Notice isPage title={jobAds.missingRecord}>
      <p>{jobAds.missingRecordLead}</p>
      <Link to={paths.jobAds}>{jobAds.back}</Link>
    </Notice>
  );
}

function JobAdPage({ jobAdId }: { jobAdId: number }) {
  const texts = useTexts();
  const may = useMay();
  const ad = useQuery(queries.jobAd(jobAdId));
  const isMissing = isStatus(ad.error, 404);
  useKeepTexts(isMissing, 'gone');
  useEffect(() => {
    if (isMissing) forgetDraftsAbout((name) => name === draftOf(jobAdId));
  }, [isMissing, jobAdId]);
  if (isMissing) return <Missing />;
  if (ad.data === undefined)
    return (
      <div className={classes.page}>
        <h1>{texts.screens.jobAd}</h1>
        {ad.isError ? <Failed error={ad.error} retry={() => ad.refetch()} /> : <Loading rows={12} />}
      </div>
    );
  return may('jobads:write') ? <Editor loaded={ad.data} /> : <Reader jobAd={ad.data.record} />;
}

/** For those who may not change it. */
function Reader({ jobAd }: { jobAd: JobAd }) {
  const fields = useFields(jobAd.responsibility);
  const values = toEntries(valuesOf(jobAd, fields), fields, useFormats()) as Values;
  return (
    <div className={classes.page}>
      <Header jobAd={jobAd} />
      <div className={classes.columns}>
        <Preview values={values} />
        <History jobAdId={jobAd.jobAdId} />
      </div>
    </div>
  );
}

function Editor({ loaded }: { loaded: Tagged<JobAd> }) {
  const texts = useTexts();
  const edit = useEdit(loaded);
  const { isChanged, sending, restoredAtUtc } = edit;
  const faultOf = useFaultText(sending.error, LIMITS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isChanged) edit.submit();
  };
  return (
    <div className={classes.page}>
      <Header jobAd={loaded.record} />
      <Actions jobAd={loaded.record} isDirty={isChanged} />
      <div className={classes.columns}>
        <form className={classes.form} onSubmit={submit} noValidate aria-label={texts.screens.jobAd}>
          {restoredAtUtc !== undefined && isChanged && (
            <Restored savedAtUtc={restoredAtUtc} discard={edit.close} />
          )}
          <FieldFaults error={sending.error} fields={edit.fields} idOf={idOf} />
          <Fields values={edit.values} set={edit.enter} faultOf={faultOf} />
          <FormProblem error={sending.error} />
          <StickyBar>
            <Button type="submit" loading={sending.isPending} disabled={!isChanged}>
              {texts.jobAds.save}
            </Button>
            {isChanged && (
              <Button variant="default" onClick={edit.close}>
                {texts.jobAds.discard}
              </Button>
            )}
          </StickyBar>
          <Conflicts {...edit} render={renderConflicting} />
        </form>
        <div className={classes.beside}>
          <Preview values={edit.values} />
        </div>
      </div>
      <History jobAdId={loaded.record.jobAdId} />
    </div>
  );
}

function Header({ jobAd }: { jobAd: JobAd }) {
  const texts = useTexts();
  const may = useMay();
  useWindowTitle(`${jobAd.title} – ${texts.screens.jobAd}`);
  return (
    <header className={classes.header}>
      <BackToList list={paths.jobAds} text={texts.jobAds.back} />
      <h1>{jobAd.title}</h1>
      <p className={classes.facts}>
        <Status status={jobAd.status} endDate={jobAd.endDate} />
        <span>{jobAd.office}</span>
        {jobAd.status === 'Active' && jobAd.publishedAtUtc !== null && (
          <span>
            {texts.jobAds.publishedAgo} <Ago utc={jobAd.publishedAtUtc} />
          </span>
        )}
        {may('applications:read') && <Link to={paths.pipeline(jobAd.jobAdId)}>{texts.jobAds.pipeline}</Link>}
        {jobAd.portalUrl !== null && (
          <a href={jobAd.portalUrl} target="_blank" rel="noopener">
            {texts.jobAds.portalPage}
          </a>
        )}
      </p>
    </header>
  );
}

/** What keeps a job ad from being published. Its end is not missing: it may be empty, but not over. */
function missingText(missing: readonly string[], { jobAds }: Texts, formats: Formats): string | undefined {
  const names: Readonly<Record<string, string>> = { ...jobAds.fields, ...jobAds.missingFields };
  const empty = missing
    .filter((property) => property !== 'endDate')
    .map((property) => names[property] ?? property);
  const said = [
    ...(empty.length > 0 ? [jobAds.missing(formats.list(empty))] : []),
    ...(missing.includes('endDate') ? [jobAds.endIsOver] : []),
  ];
  return said.length > 0 ? said.join(' ') : undefined;
}

function Actions({ jobAd, isDirty }: { jobAd: JobAd; isDirty: boolean }) {
  const texts = useTexts();
  const formats = useFormats();
  const transition = useTransition(jobAd);
  const possible = TRANSITIONS.filter((name) => jobAd.possibleActions.includes(name));
  const missing = possible.includes('publish') ? jobAd.missing : [];
  const hint = isDirty ? texts.jobAds.saveFirst : missingText(missing, texts, formats);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div className={classes.actions} role="group" aria-label={texts.jobAds.status}>
      {possible.map((name) => (
        <Button
          key={name}
          variant="default"
          loading={transition.isPending && transition.variables === name}
          disabled={isDirty || transition.isPending || (name === 'publish' && missing.length > 0)}
          onClick={() => transition.mutate(name)}
        >
          {texts.jobAds.actions[name]}
        </Button>
      ))}
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}
