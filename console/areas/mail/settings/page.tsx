import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import classes from './page.module.css';
import { SettingsPart } from './settings-part.tsx';
import { TemplatePart } from './template-part.tsx';
import type { Template, Templates } from './use-mail-sources.ts';

export function Page() {
  const { screens } = useTexts();
  return (
    <div className={classes.page}>
      <h1>{screens.mail}</h1>
      <Settings />
      <Texts />
    </div>
  );
}

function Settings() {
  const { mail } = useTexts();
  const settings = useQuery(queries.mailSettings());
  if (settings.data === undefined)
    return settings.isError ? (
      <Failed error={settings.error} retry={() => settings.refetch()} />
    ) : (
      <Loading rows={4} />
    );
  return (
    <>
      {!settings.data.record.isActive && (
        <div className={classes.inactive}>
          <strong>{mail.inactive}</strong>
          <p>{mail.inactiveLead}</p>
        </div>
      )}
      <SettingsPart settings={settings.data} />
    </>
  );
}

function Texts() {
  const templates = useQuery(queries.mailTemplates());
  if (templates.data === undefined)
    return templates.isError ? (
      <Failed error={templates.error} retry={() => templates.refetch()} />
    ) : (
      <Loading rows={8} />
    );
  const names = new Set(templates.data.record.templates.map(({ template }) => template));
  return [...names].map((name) => <TemplateGroup key={name} name={name} templates={templates.data} />);
}

/** A mail, with its text in each language. */
function TemplateGroup({ name, templates }: { name: Template['template']; templates: Templates }) {
  const { mail } = useTexts();
  const texts = templates.record.templates.filter(({ template }) => template === name);
  const { description, placeholders } = texts[0]!;
  return (
    <section className={classes.group} aria-labelledby={`mail-${name}`}>
      <h2 id={`mail-${name}`}>{mail.names[name] ?? name}</h2>
      <p className={classes.quiet}>{mail.meanings[name] ?? description}</p>
      <Placeholders placeholders={placeholders} />
      {texts.map((template) => (
        <TemplatePart key={template.language} templates={templates} template={template} />
      ))}
    </section>
  );
}

function Placeholders({ placeholders }: Pick<Template, 'placeholders'>) {
  const { mail } = useTexts();
  const meanings: Readonly<Record<string, string>> = mail.placeholderMeanings;
  return (
    <div>
      <p className={classes.quiet}>{mail.placeholdersLead}</p>
      <dl className={classes.placeholders} aria-label={mail.placeholders}>
        {placeholders.map(({ name, meaning }) => (
          <div key={name}>
            <dt>
              <code>{`{{${name}}}`}</code>
            </dt>
            <dd>{meanings[name] ?? meaning}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
