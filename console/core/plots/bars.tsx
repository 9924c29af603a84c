import { axisEnd, TICKS } from './axis.ts';
import classes from './plots.module.css';

interface Bar {
  key: string;
  name: string;
  value: number;
}

interface BarsProps {
  bars: readonly Bar[];
  /** What the numbers are. */
  axis: string;
  format: (value: number) => string;
  /** Whether the axis has whole numbers only. */
  isCount: boolean;
  labelledBy: string;
  describedBy: string;
}

/** A bar for each name. Names can be long, so they are above the bars in a narrow window. */
export function Bars({ bars, axis, format, isCount, labelledBy, describedBy }: BarsProps) {
  const end = axisEnd(Math.max(...bars.map(({ value }) => value)), isCount);
  const percentOf = (value: number) => `${(value / end) * 100}%`;
  const ticks = Array.from({ length: TICKS + 1 }, (_, tick) => (end / TICKS) * tick);
  return (
    <div role="img" aria-labelledby={labelledBy} aria-describedby={describedBy} className={classes.bars}>
      {bars.map(({ key, name, value }) => (
        <div key={key} className={classes.barRow}>
          <span className={classes.barName} title={name}>
            {name}
          </span>
          <span className={classes.track}>
            {ticks.map((tick) => (
              <span key={tick} className={classes.gridLine} style={{ left: percentOf(tick) }} />
            ))}
            <span className={classes.bar} style={{ width: percentOf(value) }} />
          </span>
          <span className={classes.barValue}>{format(value)}</span>
        </div>
      ))}
      <div className={classes.barRow}>
        <span className={classes.axisName}>{axis}</span>
        <span className={classes.ticks}>
          {ticks.map((tick) => (
            <span key={tick} style={{ left: percentOf(tick) }}>
              {format(tick)}
            </span>
          ))}
        </span>
      </div>
    </div>
  );
}
