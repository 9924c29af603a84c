import { Link } from '@tanstack/react-router';
import { lastAddressOf } from '../last-addresses.ts';
import classes from './back-to-list.module.css';

/** The way from a record back to its list, with the filters that the list had. */
export function BackToList({ list, text }: { list: string; text: string }) {
  return (
    <Link to={list} search={lastAddressOf(list)} className={classes.back}>
      ← {text}
    </Link>
  );
}
