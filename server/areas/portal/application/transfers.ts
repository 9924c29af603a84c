import { toSender } from './usage.ts';

interface TransferLimits {
  /** Bodies that arrive at the same time. */
  bodies: number;
  /** The bytes of these bodies that have arrived. */
  bytes: number;
}

interface Load {
  bodies: number;
  bytes: number;
}

const TRANSFERS_PER_SENDER: TransferLimits = { bodies: 20, bytes: 300 * 1024 ** 2 };
const TRANSFERS_IN_ALL: TransferLimits = { bodies: 200, bytes: 1024 ** 3 };

/** A limit of transfers is reached: that of the sender, or that of all senders. */
export class TooManyTransfersError extends Error {
  override readonly name = 'TooManyTransfersError';
  readonly isSender: boolean;
  constructor(isSender: boolean) {
    super('Too many forms arrive at the same time.');
    this.isSender = isSender;
  }
}

interface Transfer {
  /** Counts bytes that have arrived. Throws TooManyTransfersError beyond a limit. */
  add(bytes: number): void;
  end(): void;
}

/**
 * Limits the forms that arrive in this process at the same time. Bytes count when they arrive and not when they are
 * announced, because announcing them costs a sender nothing.
 */
export class Transfers {
  readonly #perSender: TransferLimits;
  readonly #inAll: TransferLimits;
  readonly #senders = new Map<string, Load>();
  readonly #all: Load = { bodies: 0, bytes: 0 };

  constructor(perSender = TRANSFERS_PER_SENDER, inAll = TRANSFERS_IN_ALL) {
    this.#perSender = perSender;
    this.#inAll = inAll;
  }

  begin(address: string): Transfer {
    const sender = toSender(address);
    const own = this.#senders.get(sender) ?? { bodies: 0, bytes: 0 };
    if (own.bodies >= this.#perSender.bodies) throw new TooManyTransfersError(true);
    if (this.#all.bodies >= this.#inAll.bodies) throw new TooManyTransfersError(false);
    this.#senders.set(sender, own);
    own.bodies += 1;
    this.#all.bodies += 1;
    let arrived = 0;
    return {
      add: (bytes) => {
        if (own.bytes + bytes > this.#perSender.bytes) throw new TooManyTransfersError(true);
        if (this.#all.bytes + bytes > this.#inAll.bytes) throw new TooManyTransfersError(false);
        arrived += bytes;
        own.bytes += bytes;
        this.#all.bytes += bytes;
      },
      end: () => {
        own.bodies -= 1;
        own.bytes -= arrived;
        this.#all.bodies -= 1;
        this.#all.bytes -= arrived;
        if (own.bodies === 0) this.#senders.delete(sender);
      },
    };
  }
}
