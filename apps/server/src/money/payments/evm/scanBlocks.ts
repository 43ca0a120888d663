import type * as v from 'valibot'
import type { ProxiedCall } from '../../../data/namespaces/nodeLanguage.ts'
import { referencesIn } from '../reference.ts'
import type { Watched } from '../transactionReader.ts'
import { countSchema, foundLogsSchema, scannedBlockSchema } from './evmShapes.ts'

/** keccak256 of Transfer(address,address,uint256). */
const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
/** Blocks in one search for logs, and blocks that are read whole. */
const mostSearched = 500
const mostRead = 25
/** Accounts in one search. */
const mostAccounts = 500
/** Blocks that are read again: one that took another's place may hold what that had not. */
const readAgain = 3
const searchAgain = 64

/**
 * Looks through blocks for transactions that may pay: by the Transfer events to the receivers, and, where payments in the
 * network's own currency are awaited, by reading the blocks.
 */
export async function scanBlocks(
  node: {
    readonly ask: (calls: readonly ProxiedCall[]) => Promise<unknown[]>
    readonly check: <S extends v.GenericSchema>(schema: S, value: unknown) => v.InferOutput<S>
  },
  watched: Watched,
  options: { readonly from: number; readonly again: number },
): Promise<{ readonly hashes: readonly string[]; readonly next: number }> {
  const { from } = options
  const [answer] = await node.ask([{ method: 'eth_blockNumber' }])
  const head = node.check(countSchema, answer)
  const last = Math.min(head, from + (watched.native ? mostRead : mostSearched) - 1)
  // The chain is shorter than it was: a development chain that began anew, or a node that lags.
  if (last < from - searchAgain) return { hashes: [], next: head + 1 }
  const hashes = new Set<string>()
  const again = (blocks: number) => Math.max(0, Math.min(from, last + 1) - Math.min(options.again, blocks))
  if (watched.tokens.length > 0) {
    for (let start = 0; start < watched.recipients.length; start += mostAccounts) {
      const accounts = watched.recipients.slice(start, start + mostAccounts)
      const [found] = await node.ask([
        {
          method: 'eth_getLogs',
          params: [
            {
              fromBlock: quantity(again(searchAgain)),
              toBlock: quantity(last),
              address: watched.tokens,
              topics: [transfer, null, accounts.map(account => `0x${account.slice(2).padStart(64, '0')}`)],
            },
          ],
        },
      ])
      for (const { transactionHash } of node.check(foundLogsSchema, found)) hashes.add(transactionHash)
    }
  }
  if (watched.native) {
    const recipients = new Set(watched.recipients)
    for (let number = again(readAgain); number <= last; number++) {
      const [found] = await node.ask([{ method: 'eth_getBlockByNumber', params: [quantity(number), true] }])
      if (found === null || found === undefined) continue
      for (const { hash, to, value, input } of node.check(scannedBlockSchema, found).transactions) {
        const isDirect = to !== null && value > 0n && recipients.has(to)
        if (isDirect || referencesIn(input).length > 0) hashes.add(hash)
      }
    }
  }
  return { hashes: [...hashes], next: last + 1 }
}

function quantity(number: number): string {
  return `0x${number.toString(16)}`
}
