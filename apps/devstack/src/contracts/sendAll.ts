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
  let waiting = hashes
  // Nearly always one block is enough; each takes at least one more.
  for (const _ of hashes) {
    await client.mine({ blocks: 1 })
    const receipts = await Promise.all(
      waiting.map(hash => client.request({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    const reverted = receipts.find(receipt => receipt?.status === '0x0')
    if (reverted) throw new Error(`Transaction ${reverted.transactionHash} was reverted`)
    waiting = waiting.filter((_, index) => receipts[index] === null)
    if (waiting.length === 0) return
  }
  throw new Error(`No block took the transactions ${waiting.join(', ')}`)
}
