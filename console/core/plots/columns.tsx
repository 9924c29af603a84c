import { useFormats } from '../texts/language.tsx';
import { axisEnd, TICKS } from './axis.ts';
import classes from './plots.module.css';

const HEIGHT = 190;
const TOP = 22;
const BOTTOM = 24;
const LEAST_LEFT = 34;
const RIGHT = 14;
const DIGIT_PIXELS = 7;
/** Between two labels below the columns. */
const SPACE_PIXELS = 8;
const GAP = 0.3;

/** What is counted in an hour, a day, or a longer time, in two parts. */
interface Column {
  /** The beginning of that time. */
  from: string;
  /** Below the column. */
  label: string;
  /** Names the time with its numbers. */
  title: string;
  lower: number;
  upper: number;
}

interface ColumnsProps {
  columns: readonly Column[];
  /** What is counted on top, which looks different. */
  upper: 'decided' | 'failed';
  /** What the numbers are. */
  axis: string;
  width: number;
  labelledBy: string;
  describedBy: string;
}

/** A column for each of the times. */
export function Columns({ columns, upper, axis, width, labelledBy, describedBy }: ColumnsProps) {
  const formats = useFormats();
  const end = axisEnd(Math.max(...columns.map((column) => column.lower + column.upper)));
  const left = Math.max(LEAST_LEFT, formats.number(end).length * DIGIT_PIXELS + SPACE_PIXELS);
  const step = (width - left - RIGHT) / columns.length;
  const plot = HEIGHT - TOP - BOTTOM;
  const y = (value: number) => TOP + plot * (1 - value / end);
  const longest = Math.max(...columns.map(({ label }) => label.length));
  // The last label would end beyond a plot of narrow columns.
  const furthest = width - (longest * DIGIT_PIXELS) / 2;
  const every = Math.ceil((longest * DIGIT_PIXELS + SPACE_PIXELS) / step);
  return (
    <svg
      role="img"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      width={width}
      height={HEIGHT}
      viewBox={`0 0 ${width} ${HEIGHT}`}
      className={classes.plot}
    >
      <title>{axis}</title>
      <text x={0} y={11} className={classes.axis}>
        {axis}
      </text>
      {Array.from({ length: TICKS + 1 }, (_, tick) => (end / TICKS) * tick).map((value) => (
        <g key={value}>
          <line x1={left} x2={width - RIGHT} y1={y(value)} y2={y(value)} className={classes.line} />
          <text x={left - 6} y={y(value) + 4} textAnchor="end" className={classes.axis}>
            {formats.number(value)}
          </text>
        </g>
      ))}
      {columns.map(({ from, label, title, ...counts }, index) => {
        const x = left + step * (index + GAP / 2);
        const bar = { x, width: step * (1 - GAP) };
        return (
          <g key={from}>
            <title>{title}</title>
            <rect {...bar} y={y(counts.lower)} height={y(0) - y(counts.lower)} className={classes.lower} />
            <rect
              {...bar}
              y={y(counts.lower + counts.upper)}
              height={y(counts.lower) - y(counts.lower + counts.upper)}
              className={classes[upper]}
            />
            {(columns.length - 1 - index) % every === 0 && (
              <text
                x={Math.min(x + bar.width / 2, furthest)}
                y={HEIGHT - 8}
                textAnchor="middle"
                className={classes.axis}
              >
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
