import { Link } from '@tanstack/react-router';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import classes from '../overview/page.module.css';
import { type Bucket, sumOf, type Unit } from './buckets.ts';

export const COUNTS = ['total', 'open', 'hired', 'rejected', 'withdrawn'] as const;

interface NamedBucket extends Bucket {
  name: string;
}

interface CourseTableProps {
  buckets: readonly NamedBucket[];
  unit: Unit;
  branch: number | undefined;
}

/** The numbers of the chart. */
export function CourseTable({ buckets, unit, branch }: CourseTableProps) {
  const { reports } = useTexts();
  const formats = useFormats();
  const { course } = reports;
  const sum = sumOf(buckets);
  return (
    <div className={classes.scroller}>
      <table className={classes.table} aria-labelledby="course">
        <thead>
          <tr>
            <th scope="col">{course.time[unit]}</th>
            {COUNTS.map((name) => (
              <th key={name} scope="col" className="number">
                {course[name]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.map((bucket) => (
            <tr key={bucket.from}>
              <th scope="row">{bucket.name}</th>
              {COUNTS.map((name) => (
                <td key={name} className="number">
                  {name === 'total' ? (
                    <ToQueue bucket={bucket} branch={branch} />
                  ) : (
                    formats.number(bucket[name])
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{reports.sum(formats.number(buckets.length))}</th>
            {COUNTS.map((name) => (
              <td key={name} className="number">
                {formats.number(sum[name])}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  );
}

interface ToQueueProps {
  bucket: NamedBucket;
  branch: number | undefined;
}

/** The queue gives each application the same branch as the reports. */
function ToQueue({ bucket: { from, to, name, total }, branch }: ToQueueProps) {
  const { reports } = useTexts();
  const formats = useFormats();
  const may = useMay();
  const count = formats.number(total);
  if (total === 0 || !may('applications:read')) return count;
  return (
    <Link
      to={paths.applications}
      search={{ stage: 'all', branch: branch ?? 'all', from, to }}
      aria-label={reports.course.openQueue(name, count)}
    >
      {count}
    </Link>
  );
}
