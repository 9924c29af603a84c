import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call, type Tagged } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import { readNow } from '../../../core/api/read-now.ts';
import { mailSettingsChange, mailTemplateDelete, mailTemplatePut } from '../../../generated/operations.ts';
import type { SchemaMailTemplateReadDto, SchemaMailTemplatesResponse } from '../../../generated/types.ts';

export type Template = SchemaMailTemplateReadDto;
export type Templates = Tagged<SchemaMailTemplatesResponse>;

/** How the settings of mails are read and changed. */
export function useMailSettingsSource() {
  const queryClient = useQueryClient();
  return useMemo(
    () => ({
      read: () => readNow(queryClient, queries.mailSettings()),
      save: (body: Record<string, unknown>, ifMatch: string) => call(mailSettingsChange, { body, ifMatch }),
    }),
    [queryClient],
  );
}

/** A text with the tag of all of them. */
export function findTemplate(
  { record, tag }: Templates,
  { template, language }: Pick<Template, 'template' | 'language'>,
): Tagged<Template> {
  const found = record.templates.find((one) => one.template === template && one.language === language);
  return { record: found!, tag };
}

/** How a text is read and changed. */
export function useTemplateSource({ template, language }: Pick<Template, 'template' | 'language'>) {
  const queryClient = useQueryClient();
  return useMemo(() => {
    const path = { template, language };
    const query = queries.mailTemplates();
    const read = async () => findTemplate(await readNow(queryClient, query), path);
    /** The operation replaces the whole text, and a form has only what was changed. */
    const merge = (changes: Partial<Template>) => {
      const stored = queryClient.getQueryData(query.queryKey);
      const { subject = '', body = '' } = { ...(stored && findTemplate(stored, path).record), ...changes };
      return { subject, body };
    };
    const put = (text: { subject: string; body: string }, ifMatch?: string) =>
      // An empty field is null in a form, and the service says that a text is missing.
      call(mailTemplatePut, { path, body: { subject: text.subject ?? '', body: text.body ?? '' }, ifMatch });
    const restore = (ifMatch?: string) => call(mailTemplateDelete, { path, ifMatch });
    return {
      read,
      put,
      restore,
      /** For a form. */
      save: (changes: Partial<Template>, ifMatch: string) => put(merge(changes), ifMatch),
      /** For a form. Before the first own text, the built-in one applied. */
      takeBack(before: Partial<Template>, ifMatch: string) {
        const text = merge(before);
        const { builtIn } = findTemplate(queryClient.getQueryData(query.queryKey)!, path).record;
        const wasBuiltIn = text.subject === builtIn.subject && text.body === builtIn.body;
        return wasBuiltIn ? restore(ifMatch) : put(text, ifMatch);
      },
    };
  }, [queryClient, template, language]);
}
