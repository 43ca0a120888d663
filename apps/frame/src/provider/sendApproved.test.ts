import type { TransferFee } from 'latchkey/evmcodec'
import { parseTransaction } from 'viem'
import { beforeAll, expect, test } from 'vitest'
import { type Addresses, addressesOf } from '../keys/derive/addressesOf.ts'
import { NodeFault } from './nodes.ts'
import { createSendApproved } from './sendApproved.ts'

const chainId = 'eip155:7121'
const entropy = Uint8Array.from({ length: 32 }, (_, at) => at + 1)
const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const fee = {
  most: { value: 21_000n, decimals: 18 },
  details: { gas: '0x5208', gasPrice: '0x1' },
} as unknown as TransferFee

let addresses: Addresses
beforeAll(async () => {
  addresses = await addressesOf(entropy)
})

/** An account whose nodes count `count` transactions of it and refuse each nonce of `taken` as used. */
function open(world: { count: number; readonly taken?: number[]; now?: number }) {
  const nonces: (number | undefined)[] = []
  const nodes = async (method: string, params?: unknown) => {
    if (method === 'eth_chainId') return '0x1bd1'
    if (method === 'eth_getTransactionCount') return `0x${world.count.toString(16)}`
    if (method !== 'eth_sendRawTransaction') return null
    const { nonce = 0 } = parseTransaction((params as [`0x${string}`])[0])
    nonces.push(nonce)
    if (world.taken?.includes(nonce)) throw new NodeFault({ code: -32_000, message: 'nonce too low' })
    return null
  }
  const send = createSendApproved({
    nodes: () => nodes,
    clock: { now: () => world.now ?? 0, wait: async () => {}, after: () => () => {} },
    locks: {
      request: (async (_name: string, work: () => Promise<unknown>) => work()) as LockManager['request'],
    },
  })
  const login = {
    account: 'ada',
    addresses,
    isLocked: async () => false,
    touch: async () => {},
    withKey: async <T>(_request: string, use: (entropy: Uint8Array, of: Addresses) => Promise<T>) =>
      use(entropy.slice(), addresses),
  }
  const call = { to, value: 1n, data: '0x' } as const
  return {
    nonces,
    send: () => send(login, { account: addresses.eip155, chainId, call, fee }),
  }
}

test('F19: a node that has not yet counted the last transaction does not get its nonce again', async () => {
  const world = { count: 5, now: 0 }
  const { send, nonces } = open(world)
  await send()
  await send()
  expect(nonces).toEqual([5, 6])
  // What another wallet of the same key sent meanwhile counts.
  world.count = 9
  await send()
  // A node that still has not heard of it after so long never will: the transaction is gone.
  world.count = 7
  world.now = 30_000
  await send()
  expect(nonces).toEqual([5, 6, 9, 7])
})

test('T73: a taken nonce is replaced by the one that the node counts, once', async () => {
  const world = { count: 5, taken: [] as number[] }
  const { send, nonces } = open(world)
  await send()
  world.taken.push(6)
  await send()
  expect(nonces).toEqual([5, 6, 5])
  world.taken.push(5)
  await expect(send()).rejects.toMatchObject({
    code: 'SEND_FAILED',
    context: { rpc: { message: 'Another transaction of the account has its place.' } },
  })
  expect(nonces).toEqual([5, 6, 5, 6, 5])
})
