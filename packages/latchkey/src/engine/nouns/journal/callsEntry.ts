import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { toDecimalString } from '../../../contract/amount.ts'
import type { CaipAddress } from '../../../contract/caip.ts'
import type { CallsEntry } from '../../../contract/journal.ts'
import type { Network } from '../../../contract/network.ts'
import type { WalletCall } from '../../../contract/send.ts'

/** As many as an entry stores. */
const mostTargets = 10
const longestTarget = 128

/** Calls as the journal stores them: whom they call and what they carry, and a digest by which the same calls are recognized. */
export function toCallsEntry(
  asked: { readonly from: CaipAddress; readonly network: Network; readonly calls: readonly WalletCall[] },
  own: Pick<CallsEntry, 'id' | 'at' | 'list'>,
): CallsEntry {
  const { from, network, calls } = asked
  const { decimals, symbol } = network.nativeCurrency
  const targets = [...new Set(calls.map(({ to }) => String(to)))]
  const carried = calls.reduce((sum, { value }) => sum + (unitsOf(value) ?? 0n), 0n)
  return {
    kind: 'calls',
    ...own,
    from,
    caipNetworkId: network.caipNetworkId,
    digest: digestCalls(calls),
    count: calls.length,
    targets: targets.filter(to => to !== '' && to.length <= longestTarget).slice(0, mostTargets),
    ...(carried > 0n && {
      value: { asset: { symbol, decimals }, amount: toDecimalString({ value: carried, decimals }) },
    }),
    status: 'asked',
  }
}

/** SHA-256 of what the calls do, as hex: however a host writes its numbers and its hexadecimal. */
export function digestCalls(calls: readonly WalletCall[]): string {
  const plain = calls.map(({ to, data = '0x', value }) => [
    String(to).toLowerCase(),
    String(data).toLowerCase(),
    String(unitsOf(value) ?? value),
  ])
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(plain))))
}

/** Base units; undefined for a value that is no number, which no wallet is asked for. */
function unitsOf(value: WalletCall['value']): bigint | undefined {
  try {
    return BigInt(value ?? 0n)
  } catch {
    return undefined
  }
}
