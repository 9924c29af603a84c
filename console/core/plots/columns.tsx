import { useFormats, useTexts } from '../texts/language.tsx';
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

/** Applications of a day or a longer time, as the chart shows them. */
export interface Column {
  /** The first day. */
  from: string;
  /** Below the column, and with its numbers. */
  label: string;
  name: string;
  open: number;
  decided: number;
}

interface ColumnsProps {
  columns: readonly Column[];
  /** What the numbers are. */
  axis: string;
  width: number;
  labelledBy: string;
  describedBy: string;
}

/** Columns of applications, with those that are decided on top. */
export function Columns({ columns, axis, width, labelledBy, describedBy }: ColumnsProps) {
  const texts = useTexts();
  const formats = useFormats();
  const end = axisEnd(Math.max(...columns.map(({ open, decided }) => open + decided)));
  const left = Math.max(LEAST_LEFT, formats.number(end).length * DIGIT_PIXELS + SPACE_PIXELS);
  const step = (width - left - RIGHT) / columns.length;
  const plot = HEIGHT - TOP - BOTTOM;
  const y = (value: number) => TOP + plot * (1 - value / end);
  const longest = Math.max(...columns.map(({ label }) => label.length));
  const every = Math.ceil((longest * DIGIT_PIXELS + SPACE_PIXELS) / step);
  return (
    <svg
      role="img"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      width={width}
      height={HEIGHT}
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
      {columns.map(({ from, label, name, open, decided }, index) => {
        const x = left + step * (index + GAP / 2);
        const bar = { x, width: step * (1 - GAP) };
        return (
          <g key={from}>
            <title>{texts.week.bar(name, formats.number(open), formats.number(decided))}</title>
            <rect {...bar} y={y(open)} height={y(0) - y(open)} className={classes.open} />
            <rect
              {...bar}
              y={y(open + decided)}
              height={y(open) - y(open + decided)}
              className={classes.decided}
            />
            {(columns.length - 1 - index) % every === 0 && (
              <text x={x + bar.width / 2} y={HEIGHT - 8} textAnchor="middle" className={classes.axis}>
                {label}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
