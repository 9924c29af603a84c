import type { Tagged } from '../../../core/api/call.ts';
import { type Field, withLimits } from '../../../core/forms/fields.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { mailSettingsChangeLimits } from '../../../generated/limits.ts';
import { useMailSettingsSource } from './use-mail-sources.ts';

/** Where replies go, and which applications are confirmed. */
export function SettingsPart({ settings }: { settings: Tagged<object> }) {
  const { settings: words } = useTexts().mail;
  const may = useMay();
  const fields: readonly Field[] = [
    {
      property: 'replyTo',
      label: words.replyTo,
      kind: 'email',
      help: words.replyToHelp,
      absent: words.noReplyTo,
      isWide: true,
    },
    {
      property: 'contactAddress',
      label: words.contactAddress,
      kind: 'email',
      help: words.contactHelp,
      absent: words.noContact,
      isWide: true,
    },
    {
      property: 'confirmsPortalApplications',
      label: words.confirmsPortalApplications,
      kind: 'flag',
      isDecided: true,
      isWide: true,
    },
    {
      property: 'confirmsApiApplications',
      label: words.confirmsApiApplications,
      kind: 'flag',
      help: words.confirmsApiHelp,
      isDecided: true,
      isWide: true,
    },
  ];
  return (
    <FormPart
      name="mail-settings"
      title={words.title}
      fields={withLimits(fields, mailSettingsChangeLimits)}
      current={settings}
      mayEdit={may('mail:write')}
      said={words}
      {...useMailSettingsSource()}
    />
  );
}
