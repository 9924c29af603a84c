import {
  type AnyEndpoint,
  ApiError,
  defineEndpoint,
  getClientAddress,
  getUser,
  type RequestContext,
} from '../../../core/http/index.ts';
import { formatCursor, readLogEnd } from '../../changes/index.ts';
import { permissionsOf } from '../permissions.ts';
import { sessionCookie } from './cookie.ts';
import { toDraftKey } from './draft-key.ts';
import { deleteSession, deleteSessionsOf, readSession } from './queries.ts';
import { ChangePassword, Session, SignIn } from './schema.ts';
import { changePassword, type NewSession, signIn } from './sign-in.ts';
import { toUserKey } from './user-key.ts';

const COMMON = { audience: 'platform', area: 'Session', permission: null } as const;

type Context = Pick<RequestContext<unknown, unknown, unknown>, 'services' | 'setHeader'>;

/** What the browser has kept for the pages of this service. Not its cookies: those of the whole domain would go. */
const CLEAR_SITE_DATA = '"cache", "storage"';
const CLEARS = {
  'set-cookie': 'Removes the session token.',
  'clear-site-data': `${CLEAR_SITE_DATA}: the browser discards what it has kept for the pages of this service.`,
};

function endSession(context: Context): void {
  setCookie(context, undefined);
  context.setHeader('clear-site-data', CLEAR_SITE_DATA);
}

function setCookie({ services, setHeader }: Context, session: NewSession | undefined): void {
  setHeader('set-cookie', sessionCookie(services.settings, session?.token));
}

async function describeSession(
  { services }: Context,
  { tenantId, tokenSha256 }: Pick<NewSession, 'tenantId' | 'tokenSha256'>,
) {
  const db = services.database.tenant(tenantId);
  const session = await readSession(db, tenantId, tokenSha256);
  if (session === undefined) throw new ApiError('sessionMissing');
  const owner = { tenantId, userGuid: session.user.rowGuid };
  return {
    ...session,
    userKey: toUserKey({ tenantId, userId: session.user.id }),
    permissions: [...permissionsOf(session.role)],
    draftKey: await toDraftKey(services.masterKeys, owner),
    livePosition: formatCursor(tenantId, await readLogEnd(db, tenantId)),
  };
}

export const sessionEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    ...COMMON,
    id: 'session_create',
    method: 'POST',
    path: '/session',
    isOpen: true,
    summary: 'Sign in',
    description:
      'Starts a session and sets its cookie, which every further call must send. After 10 failures within a minute for one email address from one network (/24 or /64), the response is a 429 there. The limit is 100 if the user has signed in from this network within 7 days. The response is also a 429 if too many sign-ins are being checked.',
    body: SignIn,
    success: {
      status: 200,
      description: 'The session.',
      schema: Session,
      headers: { 'set-cookie': 'The session token, HttpOnly and SameSite=Strict.' },
    },
    errors: { 401: 'The email address or password is wrong, or the user is not allowed to sign in.' },
    async handle(context) {
      const { services, body } = context;
      const session = await signIn(services, body, getClientAddress(context));
      setCookie(context, session);
      return describeSession(context, session);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'session_get',
    method: 'GET',
    path: '/session',
    summary: 'Read the current session',
    success: { status: 200, description: 'The session.', schema: Session },
    handle: (context) =>
      describeSession(context, {
        tenantId: context.tenantId,
        tokenSha256: getUser(context.caller).sessionSha256,
      }),
  }),
  defineEndpoint({
    ...COMMON,
    id: 'session_delete',
    method: 'DELETE',
    path: '/session',
    summary: 'Sign out',
    success: { status: 204, description: 'The session has ended.', headers: CLEARS },
    async handle(context) {
      const { services, tenantId, caller } = context;
      await deleteSession(services.database.systemOf(tenantId), getUser(caller).sessionSha256);
      endSession(context);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'session_deleteAll',
    method: 'DELETE',
    path: '/sessions',
    summary: 'Sign out everywhere',
    success: {
      status: 204,
      description: 'All sessions of the user have ended, including this one.',
      headers: CLEARS,
    },
    async handle(context) {
      const { services, tenantId, caller } = context;
      await deleteSessionsOf(services.database.systemOf(tenantId), tenantId, getUser(caller).userId);
      endSession(context);
    },
  }),
  defineEndpoint({
    ...COMMON,
    id: 'session_putPassword',
    method: 'PUT',
    path: '/session/password',
    summary: 'Change your password',
    description:
      'Ends all sessions of the user and starts a new one that replaces this one. After 10 wrong current passwords within a minute, the response is a 429.',
    body: ChangePassword,
    success: {
      status: 204,
      description: 'The password has been changed.',
      headers: { 'set-cookie': 'The token of the new session.' },
    },
    async handle(context) {
      const { services, caller, body } = context;
      const address = getClientAddress(context);
      setCookie(context, await changePassword(services, getUser(caller), body, address));
    },
  }),
];
