import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { type Hex, readAddress, readWord } from '../codec/abi.ts'

/** An allowance that a log reports: by a token, of all collectibles, or at Permit2. */
export interface Grant {
  /** The contract that reports it, in lower case. */
  readonly by: string
  /** Of plain tokens alone. */
  readonly spender?: Hex
  readonly amount?: bigint
}

/** `Approval` of ERC-20 and ERC-721, `ApprovalForAll`, Permit2's `Approval` and `Permit`, and `AuthorizedOperator` of ERC-777. */
const kinds: Readonly<Record<string, { readonly owner: number }>> = {
  '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925': { owner: 0 },
  '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31': { owner: 0 },
  '0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b': { owner: 0 },
  '0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec': { owner: 0 },
  '0xf4caeb2d6ca8932a215a353d0703c326ec2d81fc68170f320eb2ab49e9df61f9': { owner: 1 },
}
const [ofTokens, ofCollectibles] = Object.keys(kinds)

/** The allowances of an account in the first logs of a call, those of zero left out. */
export function readGrants(logs: readonly unknown[], account: string): readonly Grant[] {
  const own = account.toLowerCase()
  return logs.flatMap(log => {
    const [kind, ...topics] = itemsOf(fieldOf(log, 'topics'), 5) ?? []
    const known = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined
    if (!known) return []
    const data = fieldOf(log, 'data')
    // Some old tokens have the owner in the data.
    const owner = topics.length > known.owner ? readAddress(topics[known.owner]) : readAddress(data)
    if (owner !== own) return []
    const by = String(fieldOf(log, 'address')).toLowerCase()
    const isPlain = kind === ofTokens && topics.length === 2
    const amount = isPlain ? readWord(data) : undefined
    const spender = isPlain ? readAddress(topics[1]) : undefined
    if (amount === 0n || (kind === ofCollectibles && readWord(data) === 0n)) return []
    return [{ by, ...(spender && { spender }), ...(amount !== undefined && { amount }) }]
  })
}
