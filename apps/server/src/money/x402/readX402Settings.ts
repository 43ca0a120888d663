import type { CaipNetworkId } from 'latchkey/contract'
import type { Hex } from 'viem'
import { privateKey, type ReadVariable, Wrong, wholeNumber } from '../../core/settings/readers.ts'
import { machineOf } from '../../data/namespaces/namespaces.ts'

/** The facilitator of paid requests (x402). */
export interface X402Settings {
  /** Of its own account, which pays the fees; without it nothing is settled. Never log it. */
  readonly key: Hex | undefined
  readonly networks: readonly CaipNetworkId[]
  /** Settlements of one project within 24 hours: its fees are the operator's. */
  readonly dailyLimit: number
}

export function readX402Settings(read: ReadVariable): X402Settings {
  return {
    key: read<Hex | undefined>('X402_KEY', undefined, privateKey),
    networks: read<readonly CaipNetworkId[]>('X402_NETWORKS', [], networks),
    dailyLimit: read('X402_DAILY_LIMIT', 1_000, wholeNumber(1, 1_000_000)),
  }
}

function networks(text: string): readonly CaipNetworkId[] {
  return text.split(',').map(part => {
    const network = part.trim()
    if (machineOf(network) !== 'evm')
      throw new Wrong('must list CAIP-2 ids of EVM networks, separated by commas')
    return network as CaipNetworkId
  })
}
