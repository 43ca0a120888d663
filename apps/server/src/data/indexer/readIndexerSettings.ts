import type { CaipNetworkId } from 'latchkey/contract'
import { flag, jsonObject, type ReadVariable, Wrong, wholeNumber } from '../../core/settings/readers.ts'
import { chainNumber } from '../namespaces/namespaces.ts'

export interface IndexerSettings {
  /** Undefined for every EVM chain of the RPC proxy that has no history provider. */
  readonly chains: readonly CaipNetworkId[] | undefined
  /** First block of each chain; a chain without one begins at its head. */
  readonly startBlocks: ReadonlyMap<CaipNetworkId, number>
  /** Blocks that a fork may be deep. */
  readonly finality: number
  /** Milliseconds between two looks at a chain's head. */
  readonly pollInterval: number
  /** Most blocks that are asked for at once. */
  readonly range: number
  /** Whether the nodes are asked for traces. */
  readonly traces: boolean
}

export function readIndexerSettings(read: ReadVariable): IndexerSettings {
  return {
    chains: read<readonly CaipNetworkId[] | undefined>('INDEX_CHAINS', undefined, chains),
    startBlocks: read<ReadonlyMap<CaipNetworkId, number>>('INDEX_START_BLOCKS', new Map(), startBlocks),
    finality: read('INDEX_FINALITY_BLOCKS', 64, wholeNumber(1, 10_000)),
    pollInterval: read('INDEX_POLL_MS', 1_000, wholeNumber(50, 600_000)),
    range: read('INDEX_RANGE_BLOCKS', 1_000, wholeNumber(1, 10_000)),
    traces: read('INDEX_TRACES', false, flag),
  }
}

function chains(text: string): readonly CaipNetworkId[] | undefined {
  if (text === 'all') return undefined
  if (text === 'none') return []
  return text
    .split(',')
    .map(part => readChain(part.trim(), 'must be all, none or EVM chains such as eip155:1,eip155:10'))
}

function startBlocks(text: string): ReadonlyMap<CaipNetworkId, number> {
  const rule = 'must be a JSON object from EVM chain to block number, such as {"eip155:1":19000000}'
  return new Map(
    Object.entries(jsonObject(text, rule)).map(([chain, block]) => {
      if (typeof block !== 'number' || !Number.isSafeInteger(block) || block < 0) throw new Wrong(rule)
      return [readChain(chain, rule), block]
    }),
  )
}

/** An EVM chain whose number the store can hold. */
function readChain(text: string, rule: string): CaipNetworkId {
  if (!isIndexable(text)) throw new Wrong(rule)
  return text
}

/** Whether the indexer could follow this chain: one whose number the store can hold. */
export function isIndexable(chain: unknown): chain is CaipNetworkId {
  return chainNumber(chain) !== undefined
}
