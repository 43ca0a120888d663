import { oneOf } from '../../core/context/oneOf.ts'
import type { ServicesContext } from '../../core/context/servicesContext.ts'
import { byMachine } from '../../data/chains/byMachine.ts'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'
import { makeRpcProxy } from '../../data/rpc/makeRpcProxy.ts'
import type { RpcSettings } from '../../data/rpc/readRpcSettings.ts'
import { readEvmTransaction } from './readEvmTransaction.ts'
import { readSvmTransaction } from './readSvmTransaction.ts'
import type { ReadTransaction } from './seenTransaction.ts'

/** Makes the one reader of what transactions credited, through our own nodes. */
export function makeReadTransaction(ctx: ServicesContext<RpcSettings>): ReadTransaction<ChainFacts> {
  const deps = { proxy: oneOf(ctx, makeRpcProxy) }
  return byMachine({
    evm: (chain, hash: string) => readEvmTransaction(deps, chain, hash),
    svm: (chain, hash: string) => readSvmTransaction(deps, chain, hash),
  })
}
