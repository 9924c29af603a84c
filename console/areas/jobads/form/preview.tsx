import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type MouseEvent, useMemo } from 'react';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { useLanguage } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import type { SchemaJobAdPreviewDto } from '../../../generated/types.ts';
import classes from './preview.module.css';
import { PREVIEWED, toBody, type Values } from './values.ts';

const TYPING_MS = 400;

/** The job ad as the portal shows it, a moment after the last key. */
export function Preview({ values }: { values: Values }) {
  const { texts, formats } = useLanguage();
  const [settled] = useDebouncedValue(values, TYPING_MS);
  const body = useMemo(
    () =>
      toBody(
        settled,
        PREVIEWED.filter((field) => settled[field].trim() !== ''),
        formats,
      ) as SchemaJobAdPreviewDto,
    [settled, formats],
  );
  const preview = useQuery(queries.jobAdPreview(body));
  const isFaulty = isStatus(preview.error, 400);
  return (
    <section className={classes.preview} aria-labelledby="preview">
      <h2 id="preview">{texts.jobAds.preview}</h2>
      <p className={classes.lead}>{isFaulty ? texts.jobAds.previewFaulty : texts.jobAds.previewLead}</p>
      {preview.isPending && <Loading rows={6} />}
      {preview.isError && !isFaulty && <Failed error={preview.error} retry={() => preview.refetch()} />}
      {preview.data !== undefined && !isFaulty && (
        <article className={classes.page} lang={preview.data.language} aria-label={texts.jobAds.preview}>
          <p className={classes.title}>{values.title.trim() || texts.jobAds.untitled}</p>
          <p className={classes.facts}>
            {preview.data.facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
          {preview.data.html.trim() === '' ? (
            <p className={classes.lead}>{texts.jobAds.previewEmpty}</p>
          ) : (
            <Html html={preview.data.html} />
          )}
        </article>
      )}
    </section>
  );
}

/** HTML that the service has rebuilt from the tags that it permits, as on the portal. */
function Html({ html }: { html: string }) {
  const stay = (event: MouseEvent) => {
    // A link of the ad would leave the form.
    if (event.target instanceof Element && event.target.closest('a') !== null) event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops the links.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the service has sanitized it, and the content policy stops scripts.
    <div className={classes.prose} onClick={stay} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
