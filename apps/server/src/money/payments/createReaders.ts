import type { CaipNetworkId } from 'latchkey/contract'
import type { ChainBook } from '../../data/chains/createChainBook.ts'
import { machineOf } from '../../data/namespaces/namespaces.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { createEvmReader } from './evm/createEvmReader.ts'
import { createSvmReader } from './svm/createSvmReader.ts'
import type { TransactionReader } from './transactionReader.ts'

/** The readers of all machines: what a chain's payments are found by. */
export function createReaders(deps: {
  readonly proxy: RpcProxy
  readonly book: ChainBook
  readonly confirmations: ReadonlyMap<CaipNetworkId, number>
}): (chain: CaipNetworkId) => TransactionReader {
  const readers = { evm: createEvmReader(deps), svm: createSvmReader(deps) }
  return chain => {
    const machine = machineOf(chain)
    if (machine === undefined) throw new Error(`No reader for payments on ${chain}`)
    return readers[machine]
  }
}
