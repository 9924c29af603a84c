import type { ReactNode } from 'react';

const mail = (text: string) => <a href={`mailto:${text}`}>{text}</a>;
const phone = (text: string) => <a href={`tel:${text}`}>{text}</a>;

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
  const links = [
    person.phone !== null && phone(person.phone),
    person.mobile !== null && phone(person.mobile),
    person.email !== null && mail(person.email),
  ].filter((link) => link !== false);
  return (
    <span className={className}>
      {links.map((link) => (
        <span key={link.props.href}>{link}</span>
      ))}
    </span>
  );
}
