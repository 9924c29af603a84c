import { type AnyEndpoint, defineEndpoint, getClientAddress } from '../../../core/http/index.ts';
import { inviteUser } from './invite.ts';
import { requestReset, setPasswordByToken } from './reset.ts';
import { PasswordByToken, PasswordReset, UserPath } from './schema.ts';

export const passwordEndpoints: readonly AnyEndpoint[] = [
  defineEndpoint({
    id: 'password_requestReset',
    method: 'POST',
    path: '/password/reset',
    audience: 'platform',
    area: 'Session',
    permission: null,
    isOpen: true,
    summary: 'Request a link to reset a password',
    description:
      'Sends a mail with a link to the address if an active user has it. The link is valid for one hour and can be used once. A user who was invited and has no password gets another invitation instead, which is valid for seven days; three months after the last one has expired, only an administrator can invite again. The response is the same, after the same work, whether there is such a user or not. An address gets at most three mails per hour; further requests have no effect. After 30 requests from one network (/24 or /64) within an hour, the response is a 429. Sends nothing if the installation has no mail server (SMTP_URL).',
    body: PasswordReset,
    success: { status: 204, description: 'The request was taken.' },
    async handle(context) {
      const { services, body } = context;
      const language = body.language ?? context.language;
      await requestReset(services, { email: body.email, language, address: getClientAddress(context) });
    },
  }),
  defineEndpoint({
    id: 'password_set',
    method: 'PUT',
    path: '/password',
    audience: 'platform',
    area: 'Session',
    permission: null,
    isOpen: true,
    summary: 'Set a password with the token of a link',
    description:
      'For links of an invitation and of a reset. Uses up the link, ends all sessions of the user, and starts none: sign in with the new password.',
    body: PasswordByToken,
    success: { status: 204, description: 'The password has been set.' },
    handle: ({ services, body }) => setPasswordByToken(services, body),
  }),
  defineEndpoint({
    id: 'platformUser_invite',
    method: 'POST',
    path: '/users/{userId}/invitation',
    audience: 'platform',
    area: 'Users',
    permission: 'users:write',
    summary: 'Invite a user to set a password',
    description:
      'Sends a mail with a link to a user without a password. The link is valid for seven days and can be used once. An earlier link stays valid. Rejected if the user has a password or is not active, if the installation has no mail server (SMTP_URL), and after five invitations to one address within an hour.',
    params: UserPath,
    success: { status: 204, description: 'The mail will be sent.' },
    notFound: 'User',
    async handle({ services, tenantId, params: { userId }, write }) {
      await write((db) => inviteUser(db, services, tenantId, userId));
    },
  }),
];
