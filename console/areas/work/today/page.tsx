import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { CurrentRequests } from './current-requests.tsx';
import { MyTasks } from './my-tasks.tsx';
import { NewApplications } from './new-applications.tsx';
import classes from './page.module.css';
import { PausedWebhooks } from './paused-webhooks.tsx';
import { Week } from './week.tsx';

export function Page() {
  const texts = useTexts();
  const may = useMay();
  return (
    <div className={classes.page}>
      <h1>{texts.screens.today}</h1>
      {may('webhooks:write') && <PausedWebhooks />}
      <div className={classes.parts}>
        {may('applications:read') && <NewApplications />}
        {may('tasks:read') && <MyTasks />}
        {may('requests:read') && <CurrentRequests />}
        {may('reports:read') && <Week />}
      </div>
    </div>
  );
}
