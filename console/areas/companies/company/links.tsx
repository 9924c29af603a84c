import type { ReactNode } from 'react';
import { telOf } from '../../../core/tel.ts';

const mail = (text: string) => <a href={`mailto:${text}`}>{text}</a>;
const phone = (text: string) => <a href={telOf(text)}>{text}</a>;

/** Only what a browser opens as a page. */
const website = (text: string) =>
  /^https?:\/\//i.test(text) ? (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    text
  );

/** How contact data is shown, by property. */
export const LINKS: Readonly<Record<string, (value: string) => ReactNode>> = {
  'contact.email': mail,
  'contact.phone': phone,
  'contact.website': website,
};

interface Reachable {
  phone: string | null;
  mobile: string | null;
  email: string | null;
}

/** How a person is reached. */
export function Reach({ person, className }: { person: Reachable; className: string | undefined }) {
  return (
    <span className={className}>
      {person.phone !== null && <span>{phone(person.phone)}</span>}
      {person.mobile !== null && <span>{phone(person.mobile)}</span>}
      {person.email !== null && <span>{mail(person.email)}</span>}
    </span>
  );
}
