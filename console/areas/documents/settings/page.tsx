import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import { type Field, withLimits } from '../../../core/forms/fields.ts';
import { FormPart } from '../../../core/forms/form-part.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { cvSettingsChangeLimits } from '../../../generated/limits.ts';
import { cvSettingsChange } from '../../../generated/operations.ts';
import classes from './page.module.css';

export function Page() {
  const { screens, cvs } = useTexts();
  const settings = useQuery(queries.cvSettings());
  return (
    <div className={classes.page}>
      <h1>{screens.cvs}</h1>
      <p>{cvs.lead}</p>
      <p>{cvs.scope}</p>
      {settings.data !== undefined ? (
        <Settings settings={settings.data} />
      ) : settings.isError ? (
        <Failed error={settings.error} retry={() => settings.refetch()} />
      ) : (
        <Loading rows={3} />
      )}
    </div>
  );
}

/** Whether values of a CV are written without a person, and from which confidence on. */
function Settings({ settings }: { settings: Tagged<object> }) {
  const { cvs } = useTexts();
  const may = useMay();
  const fields: readonly Field[] = [
    {
      property: 'proposesEverything',
      label: cvs.proposesEverything,
      kind: 'flag',
      help: cvs.proposesEverythingHelp,
      isDecided: true,
      isWide: true,
    },
    {
      property: 'minimumConfidence',
      label: cvs.minimumConfidence,
      kind: 'number',
      help: cvs.minimumConfidenceHelp,
      absent: cvs.standard,
      isWide: true,
    },
  ];
  return (
    <FormPart
      name="cv-settings"
      title={cvs.title}
      fields={withLimits(fields, cvSettingsChangeLimits)}
      current={settings}
      mayEdit={may('cv:write')}
      said={cvs}
      {...useSource()}
    />
  );
}

/** How the settings are read and changed. */
function useSource() {
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      read: () => readNow(queryClient, queries.cvSettings()),
      save: (body: Record<string, unknown>, ifMatch: string) => call(cvSettingsChange, { body, ifMatch }),
    }),
    [queryClient],
  );
}
