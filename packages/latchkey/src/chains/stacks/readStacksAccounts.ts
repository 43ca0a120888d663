import { foldStacksAddress, parseStacksAddress } from '../../addresses/stacksAddress.ts'
import type { PlainAccount } from '../plain/plainWallet.ts'
import type { RegisteredAddress } from '../registries/askAddresses.ts'

const keyPattern = /^(?:0x)?(0[23][0-9a-f]{64})$/i

/**
 * The accounts of stacks in a wallet's answer, in its order. Xverse marks them by `addressType` or `purpose`, Leather by `symbol`, others
 * not at all: an address says itself what it is.
 */
export function readStacksAccounts(rows: readonly RegisteredAddress[]): readonly PlainAccount[] {
  const found = new Map<string, PlainAccount>()
  for (const { address: text, publicKey, symbol, purpose, addressType } of rows) {
    // A row of another chain is none, whatever its address reads like.
    if (symbol !== undefined && symbol !== 'STX') continue
    if (purpose !== undefined && purpose !== 'stacks' && addressType !== 'stacks') continue
    const address = foldStacksAddress(text)
    if (!parseStacksAddress(address) || found.has(address)) continue
    const [, key] = keyPattern.exec(publicKey ?? '') ?? []
    found.set(address, {
      address,
      type: 'eoa',
      ...(key !== undefined && { publicKey: key.toLowerCase() }),
    })
  }
  return [...found.values()]
}
