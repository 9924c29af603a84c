import { type Field, withLimits } from '../../../core/forms/fields.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import type { Form } from '../../../core/forms/use-form.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { portalChangeLimits } from '../../../generated/limits.ts';
import classes from './page.module.css';
import { type Portal, usePortalSource } from './use-portal-source.ts';

const CONSENTS = ['privacyText', 'termsText', 'whatsAppText'] as const;
type Consent = (typeof CONSENTS)[number];

/** The texts that applicants agree to, and what a change of them means. */
export function Consents({ portal }: { portal: Portal }) {
  const { consents } = useTexts().portal;
  return (
    <section className={classes.group} aria-labelledby="consents">
      <h2 id="consents">{consents.title}</h2>
      <p className={classes.quiet}>{consents.lead}</p>
      <p className={classes.warning}>{consents.warning}</p>
      <p className={classes.quiet}>
        {consents.version}: <code className={classes.version}>{portal.record.consentVersion}</code>
      </p>
      {CONSENTS.map((consent) => (
        <ConsentPart key={consent} consent={consent} portal={portal} />
      ))}
    </section>
  );
}

function ConsentPart({ consent, portal }: { consent: Consent; portal: Portal }) {
  const { consents } = useTexts().portal;
  const may = useMay();
  const text = { kind: 'longText', help: consents.help, absent: consents.builtIn, isWide: true } as const;
  const fields: readonly Field[] = [
    { property: `${consent}.de`, label: consents.german, ...text },
    { property: `${consent}.en`, label: consents.english, ...text },
  ];
  const name = consents.kinds[consent];
  return (
    <FormPart
      name={`portal-${consent}`}
      title={consent === 'whatsAppText' ? `${name} (${consents.isOptional})` : name}
      fields={withLimits(fields, portalChangeLimits)}
      current={portal}
      mayEdit={may('portal:write')}
      show={{
        [`${consent}.de`]: (shown) => <span lang="de">{shown}</span>,
        [`${consent}.en`]: (shown) => <span lang="en">{shown}</span>,
      }}
      advise={(form) => <Insertions consent={consent} portal={portal} form={form} />}
      said={consents}
      {...usePortalSource()}
    >
      <details className={classes.details}>
        <summary>{consents.showBuiltIn}</summary>
        {(['de', 'en'] as const).map((language) => (
          <p key={language} lang={language} className={classes.builtIn}>
            {portal.record.builtInTexts[consent][language]}
          </p>
        ))}
      </details>
    </FormPart>
  );
}

interface InsertionsProps {
  consent: Consent;
  portal: Portal;
  form: Form;
}

/** Buttons that begin an own text with the built-in one, in the languages without a text. */
function Insertions({ consent, portal, form: { name, form, enter } }: InsertionsProps) {
  const { consents } = useTexts().portal;
  const languages = (['de', 'en'] as const).filter((language) => !form?.entries[`${consent}.${language}`]);
  const insert = (language: 'de' | 'en') => {
    const property = `${consent}.${language}`;
    enter(property, portal.record.builtInTexts[consent][language]);
    // The button disappears.
    document.getElementById(`${name}-${property}`)?.focus();
  };
  return (
    languages.length > 0 && (
      <div className={classes.suggestions}>
        {languages.map((language) => (
          <Button
            key={language}
            variant="default"
            size="compact-sm"
            classNames={{ root: classes.suggestion, label: classes.suggestionLabel }}
            onClick={() => insert(language)}
          >
            {consents.insert[language]}
          </Button>
        ))}
      </div>
    )
  );
}
