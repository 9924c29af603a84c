// What the service writes into the page, because it is known before the first call.

const contentOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

export const installation = {
  /** The nonce of this page. Styles that scripts add need it. */
  styleNonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '',
  /** Whether the installation can send the mail with a link to reset a password. */
  sendsMail: contentOf('stellwerk-mail') === 'yes',
  mayHaveSession: contentOf('stellwerk-session') === 'yes',
};
