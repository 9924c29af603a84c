import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { Field, Value } from '../../../core/forms/fields.ts';
import { show } from '../form/safe-html.ts';
import { TEXTS } from '../form/values.ts';
import classes from './page.module.css';

const NAMES_OF_TEXTS: readonly string[] = TEXTS;

/** Shows what a choice between two values would not say: formatted texts, and professions, which are too many for a list. */
export function renderConflicting({ property }: Field, value: Value) {
  if (property === 'professionId') return <Profession id={String(value)} />;
  return NAMES_OF_TEXTS.includes(property) ? <FormattedText html={String(value)} /> : undefined;
}

function Profession({ id }: { id: string }) {
  const found = useQuery(queries.professions({ id }));
  return <span>{found.data?.professions[0]?.name ?? id}</span>;
}

function FormattedText({ html }: { html: string }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (element.current !== null) show(element.current, html);
  }, [html]);
  return <div ref={element} className={classes.conflicting} />;
}
