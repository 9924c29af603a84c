import { type ReactNode, useEffect, useRef } from 'react';
import classes from './sticky-bar.module.css';

const HEIGHT = '--sticky-bar-height';

/** The buttons of a long form, which stay in sight at the bottom of the window. Messages stand above it. */
export function StickyBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    // In a narrow window, the buttons are in several rows.
    const observer = new ResizeObserver(() =>
      style.setProperty(HEIGHT, `${bar.current?.offsetHeight ?? 0}px`),
    );
    observer.observe(bar.current!);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, []);
  return (
    <div ref={bar} className={classes.bar}>
      {children}
    </div>
  );
}
