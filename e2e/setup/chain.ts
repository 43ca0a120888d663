import { type Address, createTestClient, type Hex, http, publicActions } from 'viem'
import { readStack } from './stack.ts'

/** What tests ask and do on one local chain, from outside of the page. */
export interface Chain {
  readonly id: number
  readonly rpcUrl: string
  /** Sets what an address holds, in wei. */
  setBalance(address: Address, wei: bigint): Promise<void>
  /** Puts code at an address. */
  setCode(address: Address, code: Hex): Promise<void>
  /** Wei held at the latest block. */
  getBalance(address: Address): Promise<bigint>
  /** Value in wei and receiver of a transaction; undefined while the chain has none of that hash. */
  getTransaction(
    hash: Hex,
  ): Promise<{ readonly from: Address; readonly to: Address | null; readonly value: bigint }>
}

/** A local chain of the stack by its id. Throws when there is none. */
export function chain(id: number): Chain {
  const rpcUrl = readStack().chains.find(network => network.id === id)?.rpcUrls.default.http[0]
  if (rpcUrl === undefined) throw new Error(`The stack has no chain ${id}.`)
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) }).extend(publicActions)
  return {
    id,
    rpcUrl,
    setBalance: (address, value) => client.setBalance({ address, value }),
    setCode: (address, bytecode) => client.setCode({ address, bytecode }),
    getBalance: address => client.getBalance({ address }),
    getTransaction: hash => client.getTransaction({ hash }),
  }
}
