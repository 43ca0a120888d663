import { pairedSession } from '../plain/pairedSession.ts'
import type { PlainWallet } from '../plain/plainWallet.ts'
import { toPolkadotAccount } from './polkadotAddress.ts'
import { readPolkadotSignature } from './readPolkadotSignature.ts'

/** A wallet over the relay, with the methods of the public reference; undefined for a value that takes no requests. */
export function bindPaired(provider: unknown): PlainWallet | undefined {
  const session = pairedSession(provider)
  if (!session) return undefined
  const method = 'polkadot_signMessage'
  return {
    watch: session.watch,
    reaches: session.reaches,
    where: session.where,
    move: session.move,
    accounts: async ({ network }) =>
      session.addresses(network).flatMap(address => toPolkadotAccount(address, network) ?? []),
    get signMessage() {
      if (!session.grants(method)) return undefined
      return async ({ account, network, message }: Parameters<Signs>[0]) =>
        readPolkadotSignature(
          await session.request(method, { address: account.source, message }, network),
          method,
        )
    },
  }
}

type Signs = NonNullable<PlainWallet['signMessage']>
