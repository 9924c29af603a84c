import { Link } from '@tanstack/react-router';
import type { Role } from '../api/records.ts';
import { paths } from '../paths.ts';
import { useTexts } from '../texts/language.tsx';
import { Notice } from '../ui/states.tsx';

export function Forbidden({ role }: { role: Role }) {
  const texts = useTexts();
  return (
    <Notice isPage title={texts.states.forbidden}>
      <p>{texts.states.forbiddenLead(texts.roles[role])}</p>
      <Link to={paths.today}>{texts.states.toToday}</Link>
    </Notice>
  );
}
