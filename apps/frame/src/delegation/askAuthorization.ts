import type { RpcRequest } from 'latchkey/contract'
import { countOf, type Hex, toQuantity } from 'latchkey/evmcodec'
import { delegatedContracts } from 'latchkey/services'
import type { Factory } from '../provider/operation/operationAsked.ts'
import { readDelegation } from './readDelegation.ts'

/** A signature by its form: a bundler estimates with it, and no key is of it. */
const stub = {
  yParity: '0x1',
  r: `0x${'f'.repeat(31)}${'0'.repeat(33)}`,
  s: `0x7${'a'.repeat(63)}`,
} as const

/**
 * What an operation of the plain account has that delegates it to our contract, with an authorization that is not signed;
 * nothing once it is delegated.
 * @throws Error where the nodes do not say, it has an unfinished transaction, or it is delegated to something else
 */
export async function askAuthorization(
  nodes: RpcRequest,
  { address, chainId }: { readonly address: Hex; readonly chainId: number },
  signal?: AbortSignal,
): Promise<Factory> {
  const [delegation, count, waiting] = await Promise.all([
    readDelegation(nodes, address, signal),
    countOf(nodes, address, 'latest', signal),
    countOf(nodes, address, 'pending', signal),
  ])
  if (delegation.at === 'own') return {}
  if (delegation.at === 'other') throw new Error('delegated elsewhere')
  // It counts with the account's next number alone.
  if (waiting !== count) throw new Error('a transaction is on its way')
  return {
    factory: '0x7702',
    factoryData: '0x',
    eip7702Auth: {
      chainId: toQuantity(chainId),
      address: delegatedContracts.account,
      nonce: toQuantity(count),
      ...stub,
    },
  }
}
