import { isStatus } from '../../../core/api/errors.ts';
import type { Field } from '../../../core/forms/fields.ts';
import { withLimits } from '../../../core/forms/fields.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import { useChange } from '../../../core/frame/use-change.ts';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { mailTemplatePutLimits } from '../../../generated/limits.ts';
import { fill } from './fill.ts';
import classes from './page.module.css';
import { findTemplate, type Template, type Templates, useTemplateSource } from './use-mail-sources.ts';

interface TemplateProps {
  templates: Templates;
  template: Template;
}

/** The text of a mail in a language: what it is, how it looks, and how it is changed. */
export function TemplatePart({ templates, template }: TemplateProps) {
  const { mail } = useTexts();
  const may = useMay();
  const { language } = template;
  const { read, save, takeBack } = useTemplateSource(template);
  const title = mail.titleOf(mail.names[template.template] ?? template.template, mail.languages[language]);
  const fields: readonly Field[] = [
    { property: 'subject', label: mail.subject, kind: 'text', isWide: true },
    { property: 'body', label: mail.body, kind: 'longText', help: mail.bodyHelp, isWide: true },
  ];
  const inLanguage = (text: string) => <span lang={language}>{text}</span>;
  return (
    <FormPart
      name={`mail-${template.template}-${language}`}
      title={title}
      fields={withLimits(fields, mailTemplatePutLimits)}
      current={findTemplate(templates, template)}
      mayEdit={may('mail:write')}
      show={{ subject: inLanguage, body: inLanguage }}
      read={read}
      save={save}
      takeBack={takeBack}
      said={mail}
    >
      <State template={template} tag={templates.tag} title={title} />
      <Preview template={template} />
    </FormPart>
  );
}

/** Whether it is the text of the tenant, and the way back to the built-in one. */
function State({ template, tag, title }: { template: Template; tag: string; title: string }) {
  const { mail } = useTexts();
  const may = useMay();
  const change = useChange([['mail', 'templates']]);
  const { read, put, restore } = useTemplateSource(template);
  const { isBuiltIn, builtIn, subject, body, language } = template;
  if (isBuiltIn) return <p className={classes.quiet}>{mail.isBuiltIn}</p>;
  const run = () => {
    // If the text cannot be read after the change, undoing is refused: nobody knows then what it would replace.
    let after = tag;
    change.mutate({
      async run() {
        await restore(tag);
        after = (await read().catch(() => undefined))?.tag ?? tag;
      },
      undo: () => put({ subject, body }, after),
      done: mail.restored,
      undone: mail.ownAgain,
      failed: (error) => (isStatus(error, 412) ? mail.changedMeanwhile : undefined),
    });
  };
  return (
    <>
      <div className={classes.state}>
        <span className={classes.quiet}>{mail.isOwn}</span>
        {may('mail:write') && (
          <Button
            variant="default"
            size="compact-sm"
            loading={change.isPending}
            aria-label={mail.restoreOf(title)}
            onClick={run}
          >
            {mail.restore}
          </Button>
        )}
      </div>
      <details className={classes.details}>
        <summary>{mail.showBuiltIn}</summary>
        <Mail {...builtIn} language={language} />
      </details>
    </>
  );
}

function Preview({ template: { subject, body, language } }: { template: Template }) {
  const { mail } = useTexts();
  const { tenant } = useSession();
  const samples = { ...mail.samples[language], company: tenant.name };
  return (
    <details className={classes.details}>
      <summary>{mail.preview}</summary>
      <Mail subject={fill(subject, samples)} body={fill(body, samples)} language={language} />
    </details>
  );
}

function Mail({ subject, body, language }: Pick<Template, 'subject' | 'body' | 'language'>) {
  return (
    <div lang={language} className={classes.mail}>
      <p>
        <strong>{subject}</strong>
      </p>
      <p className={classes.body}>{body}</p>
    </div>
  );
}
