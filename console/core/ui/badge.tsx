import type { ReactNode } from 'react';
import classes from './badge.module.css';

/** `accent` for what is as it should be, `signal` for what somebody should know. */
export type Tone = 'accent' | 'signal';

/** The state of a record, in a few words. */
export function Badge({ tone, children }: { tone?: Tone | undefined; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
