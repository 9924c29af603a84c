import { Link } from '@tanstack/react-router';
import { lastAddressOf } from '../last-addresses.ts';
import classes from './back-to-list.module.css';

/**
 * The way from a record back to its list, with the filters that the list had. Exact, because the path of the record begins with that of the
 * list, and the router would mark the link as the current page.
 */
export function BackToList({ list, text }: { list: string; text: string }) {
  return (
    <Link to={list} search={lastAddressOf(list)} activeOptions={{ exact: true }} className={classes.back}>
      ← {text}
    </Link>
  );
}
