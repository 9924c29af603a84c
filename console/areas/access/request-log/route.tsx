import { Fragment } from 'react';
import classes from './request-log.module.css';

/** Method and path of an operation. A narrow column breaks it between the parts of the path. */
export function Route({ route }: { route: string }) {
  const [first, ...rest] = route.split('/');
  return (
    <code className={classes.route}>
      {first}
      {rest.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two can be alike, and none moves.
        <Fragment key={index}>
          {index > 0 && <wbr />}/{part}
        </Fragment>
      ))}
    </code>
  );
}
