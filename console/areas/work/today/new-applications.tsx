import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import { type Application, nameOf } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { daysAgo } from '../../../core/texts/formats.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import classes from './page.module.css';

const NEWEST = 6;

/** The days of each age, from the oldest to the newest one (UTC). */
function ageGroups() {
  return [
    { name: 'today', from: daysAgo(0), to: undefined },
    { name: 'days', from: daysAgo(3), to: daysAgo(1) },
    { name: 'week', from: daysAgo(7), to: daysAgo(4) },
    { name: 'older', from: undefined, to: daysAgo(8) },
  ] as const;
}

export function NewApplications() {
  const texts = useTexts();
  const newest = useQuery(queries.applicationSummary({ stages: ['new'], limit: NEWEST }));
  return (
    <section className={classes.part} aria-labelledby="new-applications">
      <h2 id="new-applications">{texts.today.newApplications}</h2>
      {newest.isPending && <Loading rows={6} />}
      {newest.isError && <Failed error={newest.error} retry={() => newest.refetch()} />}
      {newest.data?.total === 0 && <p className={classes.empty}>{texts.today.none}</p>}
      {newest.data !== undefined && newest.data.total > 0 && (
        <>
          <Ages />
          <h3 id="newest-applications">{texts.today.newest}</h3>
          <Newest applications={newest.data.applications} />
        </>
      )}
      <Link to={paths.applications} search={{ branch: 'all' }} className={classes.all}>
        {texts.today.all}
      </Link>
    </section>
  );
}

function Ages() {
  const texts = useTexts();
  const formats = useFormats();
  const groups = ageGroups();
  const counts = useQueries({
    queries: groups.map(({ from, to }) =>
      queries.applicationSummary({ stages: ['new'], startDate: from, endDate: to, limit: 1 }),
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
                <Link
                  to={paths.applications}
                  search={{ stage: 'new', branch: 'all', from, to, order: 'asc' }}
                >
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

function Newest({ applications }: { applications: readonly Application[] }) {
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
              <Link
                to={paths.applications}
                search={{ stage: 'new', branch: 'all', application: application.id }}
              >
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
