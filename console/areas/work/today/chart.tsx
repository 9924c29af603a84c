import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import classes from './week.module.css';

const HEIGHT = 190;
const TOP = 22;
const BOTTOM = 24;
const LEFT = 34;
const RIGHT = 14;
const TICKS = 4;
/** A label of a day needs this much room. */
const LABEL_PIXELS = 44;
const GAP = 0.3;

/** A day with its applications, as the chart shows them. */
export interface Day {
  date: string;
  open: number;
  decided: number;
}

interface ChartProps {
  days: readonly Day[];
  width: number;
  labelledBy: string;
  describedBy: string;
}

/** The largest value of the axis: a round number that is at least as large as the longest bar. */
function axisEnd(largest: number): number {
  const raw = Math.max(TICKS, largest) / TICKS;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= raw)! * power;
  return step * TICKS;
}

/** A bar for each day, with those that are decided on top. */
export function Chart({ days, width, labelledBy, describedBy }: ChartProps) {
  const texts = useTexts();
  const formats = useFormats();
  const end = axisEnd(Math.max(...days.map(({ open, decided }) => open + decided)));
  const step = (width - LEFT - RIGHT) / days.length;
  const plot = HEIGHT - TOP - BOTTOM;
  const y = (value: number) => TOP + plot * (1 - value / end);
  const every = Math.ceil(LABEL_PIXELS / step);
  return (
    <svg
      role="img"
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      width={width}
      height={HEIGHT}
      className={classes.plot}
    >
      <title>{texts.week.title}</title>
      <text x={0} y={11} className={classes.axis}>
        {texts.week.axis}
      </text>
      {Array.from({ length: TICKS + 1 }, (_, tick) => (end / TICKS) * tick).map((value) => (
        <g key={value}>
          <line x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} className={classes.line} />
          <text x={LEFT - 6} y={y(value) + 4} textAnchor="end" className={classes.axis}>
            {formats.number(value)}
          </text>
        </g>
      ))}
      {days.map(({ date, open, decided }, index) => {
        const x = LEFT + step * (index + GAP / 2);
        const bar = { x, width: step * (1 - GAP) };
        return (
          <g key={date}>
            <title>{texts.week.bar(formats.day(date), formats.number(open), formats.number(decided))}</title>
            <rect {...bar} y={y(open)} height={y(0) - y(open)} className={classes.open} />
            <rect
              {...bar}
              y={y(open + decided)}
              height={y(open) - y(open + decided)}
              className={classes.decided}
            />
            {(days.length - 1 - index) % every === 0 && (
              <text x={x + bar.width / 2} y={HEIGHT - 8} textAnchor="middle" className={classes.axis}>
                {formats.dayAndMonth(date)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}
