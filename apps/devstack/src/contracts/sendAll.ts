import { type Address, type Hex, numberToHex } from 'viem'
import type { ChainClient } from './createChainClient.ts'

export interface Call {
  readonly to: Address
  readonly data: Hex
  readonly value?: bigint
  /** Stated when the node cannot estimate it, because a call before this one is not in a block yet. */
  readonly gas?: bigint
}

/**
 * Sends the operator's transactions, all at once and signed by the node, and waits until they are in a block, which it
 * asks for instead of waiting for the next one.
 * @throws Error when one was refused or reverted.
 */
export async function sendAll(client: ChainClient, calls: readonly Call[]): Promise<void> {
  if (calls.length === 0) return
  const from = client.account.address
  const nonce = await client.getTransactionCount({ address: from, blockTag: 'pending' })
  const hashes = await Promise.all(
    calls.map(({ to, data, value = 0n, gas }, index) =>
      client.request({
        method: 'eth_sendTransaction',
        params: [
          {
            from,
            to,
            data,
            value: numberToHex(value),
            nonce: numberToHex(nonce + index),
            ...(gas !== undefined && { gas: numberToHex(gas) }),
          },
        ],
      }),
    ),
  )
  await client.mine({ blocks: 1 })
  await Promise.all(hashes.map(hash => confirm(client, hash)))
}

async function confirm(client: ChainClient, hash: Hex): Promise<void> {
  // It is there already, unless the block had no room for it.
  const receipt = await client
    .getTransactionReceipt({ hash })
    .catch(() => client.waitForTransactionReceipt({ hash }))
  if (receipt.status !== 'success') throw new Error(`Transaction ${hash} was reverted`)
}
