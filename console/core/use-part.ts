import { useEffect, useState } from 'react';

/** What `load` has returned, for as long as the page is open. */
const parts = new Map<() => Promise<unknown>, unknown>();

type Loaded<Part> =
  | { state: 'pending' }
  | { state: 'loaded'; part: Part }
  | { state: 'failed'; error: unknown; retry: () => void };

/**
 * Loads a part of the console when it is shown first, and again after a failure. A browser can keep the failure, and then the page is
 * loaded again (missing-parts.ts). `load` must be the same function each time. This is not React's lazy, because what surrounds the
 * part could not show its failure, and Suspense shows what replaces a placeholder 300 milliseconds later at the earliest.
 */
export function usePart<Part>(load: () => Promise<Part>): Loaded<Part> {
  const [loaded, setLoaded] = useState<Loaded<Part>>(() =>
    parts.has(load) ? { state: 'loaded', part: parts.get(load) as Part } : { state: 'pending' },
  );
  useEffect(() => {
    if (loaded.state !== 'pending') return;
    let isCurrent = true;
    const show = (next: Loaded<Part>) => {
      if (isCurrent) setLoaded(next);
    };
    load().then(
      (part) => {
        parts.set(load, part);
        show({ state: 'loaded', part });
      },
      (error: unknown) => show({ state: 'failed', error, retry: () => setLoaded({ state: 'pending' }) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, loaded.state]);
  return loaded;
}
