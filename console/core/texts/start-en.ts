import type { StartTexts } from './start-de.ts';

export const START_EN: StartTexts = {
  signIn: {
    title: 'Sign in',
    email: 'Email address',
    password: 'Password',
    tenants: 'These credentials are valid for several tenants. Choose the one to work with:',
    submit: 'Sign in',
    forgotten: 'Forgot your password?',
    wrong: 'The email address or the password is wrong.',
    tooMany: 'Too many attempts. Wait a minute and try again.',
    required: 'Please fill this in.',
    showPassword: 'Show characters',
  },
  deactivated: {
    title: 'Your account has been deactivated',
    lead: 'You are signed out. Nobody can sign in with this account until an administrator activates it again.',
    signIn: 'Sign in with another account',
  },
  states: {
    loading: 'Loading…',
    failed: 'This could not be loaded.',
    retry: 'Try again',
    deadFilters: 'This link contains a filter that does not exist, or no longer exists.',
    removeFilters: 'Remove all filters',
    guid: 'Reference for your administrator:',
    unreachable: 'The service cannot be reached. Check your connection.',
    broken: 'An error occurred on this page.',
    brokenLead: 'Reload the page. If the error persists, give the reference to your administrator.',
    reload: 'Reload page',
    offline: 'No connection. You can make changes again when the connection is back.',
    forbidden: 'You do not have permission for this',
    forbiddenLead: (role) =>
      `Your role “${role}” does not include this page. The administrator of your company can change your role.`,
    askAdmin: 'The administrator of your company can change your role.',
    unknown: 'This page does not exist',
    unknownLead: 'The link is incomplete or out of date.',
    toToday: 'Go to “Today”',
    gone: 'Somebody has deleted this, so it cannot be saved. Your text stays here until you close the form: copy it if you need it.',
    notSaved: 'That did not work. Nothing was changed.',
    unsure: 'The service did not respond. The change may still have been saved.',
  },
};
