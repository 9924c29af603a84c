import { Button } from '@mantine/core';
import { CallError, UnreachableError } from '../api/errors.ts';
import { isMissingPart } from '../missing-parts.ts';
import { useStartTexts } from '../texts/start-language.ts';
import { Notice, NotLoaded, Reference } from './states.tsx';

/** In place of a screen that could not be loaded, or that failed while it was shown. */
export function ScreenFailed({ error, reset }: { error: unknown; reset: () => void }) {
  const texts = useStartTexts();
  // React and browsers keep the failure of a part until the page is loaded again.
  if (isMissingPart(error)) return <NotLoaded error={error} retry={() => location.reload()} />;
  if (error instanceof CallError || error instanceof UnreachableError)
    return <NotLoaded error={error} retry={reset} />;
  return (
    <div role="alert">
      <Notice isPage title={texts.states.broken}>
        <p>{texts.states.brokenLead}</p>
        <Reference error={error} />
        <Button onClick={() => location.reload()}>{texts.states.reload}</Button>
      </Notice>
    </div>
  );
}
