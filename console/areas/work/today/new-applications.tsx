import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import { type Application, nameOf } from '../../../core/api/records.ts';
import { type BranchChoice, paths } from '../../../core/paths.ts';
import { useOwnBranches } from '../../../core/session/use-own-branches.ts';
import { daysAgo } from '../../../core/texts/formats.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { WhenRead } from '../../../core/ui/when-read.tsx';
import { useUtcToday } from '../../../core/use-time.ts';
import classes from './page.module.css';

const NEWEST = 6;

/** The days of each age, from the oldest to the newest one (UTC). */
function ageGroups(today: string) {
  const before = (days: number) => daysAgo(days, Date.parse(today));
  return [
    { name: 'today', from: today, to: undefined },
    { name: 'days', from: before(3), to: before(1) },
    { name: 'week', from: before(7), to: before(4) },
    { name: 'older', from: undefined, to: before(8) },
  ] as const;
}

/** Those of the user's branches, as in the list. Users without branches see all. */
export function NewApplications() {
  const texts = useTexts();
  const ownBranches = useOwnBranches();
  return (
    <section className={classes.part} aria-labelledby="new-applications">
      <h2 id="new-applications">{texts.today.newApplications}</h2>
      <WhenRead read={ownBranches} rows={6}>
        {(own) =>
          own.length === 0 ? (
            <Waiting branch="all" />
          ) : (
            <>
              <span className={classes.secondary}>{texts.queue.myBranches}</span>
              <Waiting branch="mine" officeIds={own} />
              <InAllBranches />
            </>
          )
        }
      </WhenRead>
      <Link to={paths.applications} search={{ branch: 'all' }} className={classes.all}>
        {texts.today.all}
      </Link>
    </section>
  );
}

interface WaitingProps {
  branch: BranchChoice;
  /** Absent for all branches. */
  officeIds?: readonly number[];
}

function Waiting({ branch, officeIds }: WaitingProps) {
  const texts = useTexts();
  const newest = useQuery(queries.applicationSummary({ ...toFilter(officeIds), limit: NEWEST }));
  return (
    <WhenRead read={newest} rows={6}>
      {({ total, applications }) =>
        total === 0 ? (
          <p className={classes.empty}>{texts.today.none}</p>
        ) : (
          <>
            <Ages branch={branch} officeIds={officeIds} />
            <h3 id="newest-applications">{texts.today.newest}</h3>
            <Newest applications={applications} branch={branch} />
          </>
        )
      }
    </WhenRead>
  );
}

const toFilter = (officeIds: readonly number[] | undefined) => ({
  stages: ['new' as const],
  officeIds: officeIds && [...officeIds],
});

/** Says how many there are in all, because an application without a branch is in nobody's branches. */
function InAllBranches() {
  const texts = useTexts();
  const formats = useFormats();
  const { data } = useQuery(queries.applicationSummary({ ...toFilter(undefined), limit: 1 }));
  if (data === undefined) return null;
  const count = formats.number(data.total);
  return (
    <Link to={paths.applications} search={{ stage: 'new', branch: 'all' }}>
      {texts.today.inAllBranches(data.totalIsExact ? count : texts.today.moreThan(count))}
    </Link>
  );
}

function Ages({ branch, officeIds }: WaitingProps) {
  const texts = useTexts();
  const formats = useFormats();
  const groups = ageGroups(useUtcToday());
  const counts = useQueries({
    queries: groups.map(({ from, to }) =>
      queries.applicationSummary({ ...toFilter(officeIds), startDate: from, endDate: to, limit: 1 }),
    ),
  });
  return (
    <table className={classes.table} aria-label={texts.today.byAge}>
      <thead>
        <tr>
          <th scope="col">{texts.today.age}</th>
          <th scope="col" className="number">
            {texts.today.count}
          </th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ name, from, to }, index) => {
          const data = counts[index]?.data;
          const count = data === undefined ? '…' : formats.number(data.total);
          return (
            <tr key={name}>
              <td>
                <Link to={paths.applications} search={{ stage: 'new', branch, from, to, order: 'asc' }}>
                  {texts.today.ages[name]}
                </Link>
              </td>
              <td className="number">{data?.totalIsExact === false ? texts.today.moreThan(count) : count}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

interface NewestProps {
  applications: readonly Application[];
  branch: BranchChoice;
}

function Newest({ applications, branch }: NewestProps) {
  const texts = useTexts();
  return (
    <table className={classes.table} aria-labelledby="newest-applications">
      <thead>
        <tr>
          <th scope="col">{texts.queue.name}</th>
          <th scope="col" className="number">
            {texts.queue.applied}
          </th>
        </tr>
      </thead>
      <tbody>
        {applications.map((application) => (
          <tr key={application.id}>
            <td>
              <Link to={paths.applications} search={{ stage: 'new', branch, application: application.id }}>
                {nameOf(application)}
              </Link>
              <span className={classes.secondary}>{application.jobAd ?? texts.queue.speculative}</span>
            </td>
            <td className={`number ${classes.when}`}>
              <Ago utc={application.appliedAtUtc} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
