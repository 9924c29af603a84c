import { isIP } from 'node:net';
import { Agent, buildConnector } from 'undici';
import { hostOf, publicAddresses, type Resolve } from './public-addresses.ts';

interface AgentOptions {
  allowPrivate: boolean;
  timeoutMs: number;
  resolve: Resolve;
  maximumHeaderBytes: number;
}

/** The connections of a caller. Unless private addresses are allowed, each one is opened only to an address checked for it. */
export function openAgent({ allowPrivate, timeoutMs, resolve, maximumHeaderBytes }: AgentOptions): Agent {
  return new Agent({
    connect: allowPrivate
      ? connectorOf(resolve, timeoutMs)
      : guardedConnector((host) => publicAddresses(host, resolve), timeoutMs),
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    maxHeaderSize: maximumHeaderBytes,
    pipelining: 1,
  });
}

type Addresses = (host: string) => Promise<{ address: string; family: number }[]>;

function connectorOf(addresses: Addresses, timeoutMs: number): buildConnector.connector {
  return buildConnector({
    timeout: timeoutMs,
    // The socket connects to the address that this returns. There is no second lookup whose result could differ.
    lookup(hostname, { all }, callback) {
      addresses(hostname).then(
        (found) => {
          if (all) callback(null, found as never);
          else callback(null, found[0]!.address, found[0]!.family);
        },
        (error) => callback(error, ''),
      );
    },
  } as buildConnector.BuildOptions);
}

function guardedConnector(addresses: Addresses, timeoutMs: number): buildConnector.connector {
  const connect = connectorOf(addresses, timeoutMs);
  return (options, callback) => {
    const host = hostOf(options);
    // A socket does not call `lookup` if the host is an IP address.
    if (isIP(host) === 0) return connect(options, callback);
    addresses(host).then(
      () => connect(options, callback),
      (error) => callback(error, null),
    );
  };
}
