import type { OperationType } from 'latchkey/services'
import type { Move } from '../indexer/decodeLog.ts'
import { type Hex, zeroAddress } from '../indexer/hexBytes.ts'

/** The known properties of a transaction as a whole. */
export interface Outline {
  /** Null when only this is known: it was not the account. */
  readonly sender: Hex | null
  /** Null for a deployment, and when unknown. */
  readonly recipient: Hex | null
  readonly amount: bigint
  readonly selector: Hex | null
}

// approve, increaseAllowance, decreaseAllowance, setApprovalForAll, permit (EIP-2612, DAI), Permit2's approve and permit.
const approvals: ReadonlySet<string> = new Set([
  '0x095ea7b3',
  '0x39509351',
  '0xa457c2d7',
  '0xa22cb465',
  '0xd505accf',
  '0x8fcbaf0c',
  '0x87517c45',
  '0x2b67b570',
])
// transfer, transferFrom, safeTransferFrom (ERC-721 with and without data, ERC-1155), safeBatchTransferFrom.
const sends: ReadonlySet<string> = new Set([
  '0xa9059cbb',
  '0x23b872dd',
  '0x42842e0e',
  '0xb88d4fde',
  '0xf242432a',
  '0x2eb2c2d6',
])
const depositSelector = '0xd0e30db0'
const withdrawSelector = '0x2e1a7d4d'

/**
 * Classifies a transaction for the account by the assets that moved: one asset out and another in is a trade,
 * regardless of the sender. When nothing moved, or it failed, the call decides.
 */
export function operationType(input: {
  readonly account: Hex
  readonly outline: Outline
  /** Those that the account sent or received. */
  readonly legs: readonly Move[]
  /** The chain's wrapped native currency. */
  readonly wrapped: Hex | undefined
}): OperationType {
  const { account, outline, wrapped } = input
  const own = outline.sender === account
  if (own && outline.recipient === null) return 'deploy'
  // Nothing for nothing is not a movement, and the account need not have had a part in it.
  const legs = input.legs.filter(({ amount }) => amount > 0n)
  if (legs.length === 0) return own ? typeOfCall(outline, wrapped) : 'execute'

  const gained = netOf(legs, account).filter(({ by }) => by > 0n)
  const given = netOf(legs, account).filter(({ by }) => by < 0n)
  const [gain] = gained
  const [gift] = given
  if (gain !== undefined && gift !== undefined) {
    const isPair = gained.length === 1 && given.length === 1 && gain.by === -gift.by
    if (isPair && gift.asset === native && gain.asset === wrapped) return 'deposit'
    if (isPair && gift.asset === wrapped && gain.asset === native) return 'withdraw'
    return 'trade'
  }
  if (gain !== undefined) {
    const made = legs.every(leg => leg.recipient !== account || leg.sender === zeroAddress)
    return made && own ? 'mint' : 'receive'
  }
  // Only with itself, or to and fro.
  if (gift === undefined) return 'send'
  if (legs.every(leg => leg.sender !== account || leg.recipient === zeroAddress)) return 'burn'
  // Given to a call that is no plain transfer: what came of it, if anything did, is not the account's to see.
  const isPlain = outline.selector === null || sends.has(outline.selector)
  return own && !isPlain ? 'execute' : 'send'
}

const native = 'native'

/** The net amount of each asset after all legs. */
function netOf(legs: readonly Move[], account: Hex): { readonly asset: string; readonly by: bigint }[] {
  const sums = new Map<string, bigint>()
  for (const { standard, token, tokenId, amount, sender, recipient } of legs) {
    const asset =
      standard === 'native' || token === null ? native : tokenId === null ? token : `${token} ${tokenId}`
    const by = (recipient === account ? amount : 0n) - (sender === account ? amount : 0n)
    sums.set(asset, (sums.get(asset) ?? 0n) + by)
  }
  return [...sums].map(([asset, by]) => ({ asset, by }))
}

function typeOfCall({ recipient, amount, selector }: Outline, wrapped: Hex | undefined): OperationType {
  if (selector === null) return amount > 0n ? 'send' : 'execute'
  if (approvals.has(selector)) return 'approve'
  if (sends.has(selector)) return 'send'
  if (recipient !== wrapped) return 'execute'
  return selector === depositSelector ? 'deposit' : selector === withdrawSelector ? 'withdraw' : 'execute'
}
