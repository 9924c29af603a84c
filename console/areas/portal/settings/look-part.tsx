import { faultsIn } from '../../../core/api/errors.ts';
import { type Field, withLimits } from '../../../core/forms/fields.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import type { Form } from '../../../core/forms/use-form.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { portalChangeLimits } from '../../../generated/limits.ts';
import classes from './page.module.css';
import { type Portal, usePortalSource } from './use-portal-source.ts';

/** The color, and what every page says about the tenant. */
export function LookPart({ portal }: { portal: Portal }) {
  const { portal: words } = useTexts();
  const may = useMay();
  const { look } = words;
  const about = { kind: 'longText', absent: look.noAbout, isWide: true } as const;
  const fields: readonly Field[] = [
    {
      property: 'color',
      label: look.color,
      kind: 'text',
      tool: (entry, enter) => <Picker entry={entry} enter={enter} />,
      help: look.colorHelp,
      absent: look.builtInColor,
      isWide: true,
    },
    { property: 'aboutText.de', label: look.aboutDe, help: look.aboutHelp, ...about },
    { property: 'aboutText.en', label: look.aboutEn, help: look.aboutEnHelp, ...about },
  ];
  return (
    <FormPart
      name="portal-look"
      title={look.title}
      fields={withLimits(fields, portalChangeLimits)}
      current={portal}
      mayEdit={may('portal:write')}
      show={{
        color: (color) => <Swatch color={color} />,
        'aboutText.de': (text) => <span lang="de">{text}</span>,
        'aboutText.en': (text) => <span lang="en">{text}</span>,
      }}
      advise={(form) => <Shade form={form} />}
      said={words}
      {...usePortalSource()}
    />
  );
}

const COLOR = /^#[0-9a-f]{6}$/i;
/** What the browser shows for no color. */
const NO_COLOR = '#000000';

/** The picker of the browser, beside the input that says what is chosen. */
function Picker({ entry, enter }: { entry: string; enter: (entry: string) => void }) {
  const { look } = useTexts().portal;
  return (
    <input
      type="color"
      className={classes.picker}
      aria-label={look.pick}
      value={COLOR.test(entry) ? entry.toLowerCase() : NO_COLOR}
      onChange={({ currentTarget: { value } }) => enter(value)}
    />
  );
}

function Swatch({ color }: { color: string }) {
  return (
    <span className={classes.color}>
      <span className={classes.swatch} style={{ background: color }} />
      {color}
    </span>
  );
}

const SUGGESTED = /#[0-9a-f]{6}(?=\.$)/;

/** The nearest shade on which white text is readable, if the service has rejected the color. Its message names it. */
function Shade({ form: { name, sending, form, enter } }: { form: Form }) {
  const { look } = useTexts().portal;
  const fault = faultsIn(sending.error).find(
    ({ property, code }) => property === 'color' && code === 'range',
  );
  const shade = fault && SUGGESTED.exec(fault.message)?.[0];
  if (shade === undefined || form?.entries.color === shade) return null;
  return (
    <Button
      variant="default"
      classNames={{ root: classes.suggestion, label: classes.suggestionLabel }}
      onClick={() => {
        enter('color', shade);
        document.getElementById(`${name}-color`)?.focus();
      }}
    >
      <span className={classes.swatch} style={{ background: shade }} />
      {look.takeShade(shade)}
    </Button>
  );
}
