import { once } from 'node:events';
import { after } from 'node:test';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  recipients: string[];
  /** The message as it was sent. */
  raw: string;
  parsed: Email;
  /** Whether the connection was encrypted. */
  isEncrypted: boolean;
  user: string | undefined;
}

interface MailServer {
  port: number;
  /** smtp://127.0.0.1:port */
  url: string;
  received: ReceivedMail[];
  /** The server rejects the next commands of this kind, of `address` only those to this recipient, until it is undefined. */
  reject:
    | { at: 'sender' | 'recipient' | 'data'; status: number; text?: string; address?: string }
    | undefined;
  /** Called when a mail has arrived. The server confirms it when the promise is fulfilled. */
  beforeConfirmation: (() => Promise<void>) | undefined;
}

/** Starts a real SMTP server that keeps what it receives. It is closed after the tests of the file. */
export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const fault = (at: string, address?: string) => {
    const { reject } = mailServer;
    if (reject?.at !== at || (reject.address ?? address) !== address) return null;
    return Object.assign(new Error(reject.text ?? 'Rejected by the test <somebody@example.org>'), {
      responseCode: reject.status,
    });
  };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key === undefined ? ['STARTTLS'] : [],
    ...options,
    onMailFrom: (_address, _session, done) => done(fault('sender')),
    onRcptTo: ({ address }, _session, done) => done(fault('recipient', address)),
    async onData(stream, session, done) {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      const failure = fault('data');
      if (failure !== null) return done(failure);
      const raw = Buffer.concat(chunks);
      mailServer.received.push({
        from: (session.envelope.mailFrom as { address: string }).address,
        recipients: session.envelope.rcptTo.map(({ address }) => address),
        raw: raw.toString('latin1'),
        parsed: await PostalMime.parse(raw),
        isEncrypted: session.secure,
        user: session.user as string | undefined,
      });
      await mailServer.beforeConfirmation?.();
      done();
    },
  });
  // A client that ends its connection early is part of some tests.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as { port: number };
  const mailServer: MailServer = {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received: [],
    reject: undefined,
    beforeConfirmation: undefined,
  };
  after(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return mailServer;
}
