import { type Field, withLimits } from '../../../core/forms/fields.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { portalChangeLimits } from '../../../generated/limits.ts';
import { type Portal, usePortalSource } from './use-portal-source.ts';

/** The language of the portal, and the pages of the tenant that every page leads to. */
export function LinksPart({ portal }: { portal: Portal }) {
  const { portal: words } = useTexts();
  const may = useMay();
  const { links, languages } = words;
  const fields: readonly Field[] = [
    {
      property: 'language',
      label: links.language,
      kind: 'choice',
      choices: [
        { value: 'de', label: languages.de },
        { value: 'en', label: languages.en },
      ],
      help: links.languageHelp,
      isDecided: true,
      isWide: true,
    },
    { property: 'imprintUrl', label: links.imprintUrl, kind: 'text', absent: links.absent, isWide: true },
    {
      property: 'privacyUrl',
      label: links.privacyUrl,
      kind: 'text',
      help: links.privacyHelp,
      absent: links.absent,
      isWide: true,
    },
  ];
  const toLink = (url: string) => (
    <a href={url} target="_blank" rel="noopener">
      {url}
    </a>
  );
  return (
    <FormPart
      name="portal-links"
      title={links.title}
      fields={withLimits(fields, portalChangeLimits)}
      current={portal}
      mayEdit={may('portal:write')}
      show={{ imprintUrl: toLink, privacyUrl: toLink }}
      said={words}
      {...usePortalSource()}
    />
  );
}
