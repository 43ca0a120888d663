/** Whether a draft can be reviewed, and what is in the way if not (SPEC §5 "Sending"). */
import { addressOf } from '../../../contract/caip.ts'
import type { ErrorCode } from '../../../contract/errors/table.ts'
import { isSameId, type NamespaceFacts } from '../../../contract/namespaceFacts.ts'
import type { Network } from '../../../contract/network.ts'
import type { SentAsset, Transfer } from '../../../contract/send.ts'
import { amountOf, type DraftAmount } from '../../nouns/amounts/readAmount.ts'
import { readTypedAmount } from '../../nouns/amounts/readTypedAmount.ts'
import type { Token } from '../../nouns/tokens/tokens.ts'
import type { SendDraft } from './draft.ts'
import { toTokenAmount } from './fiatAmount.ts'

/** The draft's amount in the token's own units; zero counts as empty. */
export function amountOfDraft(
  { token, typed, unit }: Pick<SendDraft, 'token' | 'typed' | 'unit'>,
  locale?: string,
): DraftAmount {
  const read = readTypedAmount(typed, locale)
  if (read.at !== 'number') return read
  if (/^[0.]*$/.test(read.decimal)) return { at: 'empty' }
  if (!token) return { at: 'none' }
  const { decimals } = token.amount
  if (unit === 'fiat') {
    const amount = token.price === undefined ? undefined : toTokenAmount(read.decimal, token.price, decimals)
    return amount && amount.value > 0n ? { at: 'amount', amount } : { at: 'none' }
  }
  return amountOf(read.decimal, decimals)
}

export type DraftProblem =
  | Exclude<DraftAmount['at'], 'amount'>
  /** More than there is. */
  | 'funds'
  | 'token'
  | 'receiver'
  /** A name is still being looked up. */
  | 'looking'
  /** The receiver is the token itself: tokens that are sent there are lost. */
  | 'ownContract'
  /** It can be mistaken for another, and was not retyped (T63). */
  | 'unproven'
  | 'network'

export type CheckedDraft =
  | { readonly at: 'ready'; readonly transfer: Transfer }
  | {
      readonly at: 'blocked'
      readonly problem: DraftProblem
      /** The field that is to be filled in or put right. */
      readonly field: 'token' | 'amount' | 'receiver' | 'retype' | undefined
      readonly code: ErrorCode
    }

/** How the addresses of a namespace compare. */
export type AddressFacts = Pick<NamespaceFacts, 'addresses'>

export interface CheckOptions {
  readonly network: Network
  readonly locale?: string | undefined
  /** Of the network's namespace. */
  readonly facts: AddressFacts
  /** Where sending is at all (SPEC §4 "Any other chain fails with 'Unsupported chain'"). */
  readonly supported: boolean
  /** The known address that the receiver's can be mistaken for. */
  readonly alike: string | undefined
}

/** How many characters of a suspicious address are typed again (T63). */
export const retypeLength = 6

/** The first thing in the way, in the order of the fields, else the transfer. */
export function checkDraft(draft: SendDraft, options: CheckOptions): CheckedDraft {
  const { network, facts, locale, supported, alike } = options
  const { token, receiver, owner } = draft
  const read = amountOfDraft(draft, locale)
  if (!supported || !owner) return blocked('network', undefined, 'UNSUPPORTED_CHAIN')
  if (!token) return blocked('token', 'token', 'TOKEN_REQUIRED')
  if (read.at === 'empty') return blocked('empty', 'amount', 'SEND_INCOMPLETE')
  if (read.at !== 'amount') return blocked(read.at, 'amount', 'INVALID_AMOUNT')
  if (read.amount.value > token.amount.value) return blocked('funds', 'amount', 'INSUFFICIENT_FUNDS')
  if (receiver.at === 'empty') return blocked('receiver', 'receiver', 'SEND_INCOMPLETE')
  if (receiver.at === 'looking') return blocked('looking', 'receiver', 'SEND_INCOMPLETE')
  if (receiver.at === 'wrong') return blocked('receiver', 'receiver', 'RECEIVER_INVALID')
  if (isOwnContract(draft, facts)) return blocked('ownContract', 'receiver', 'RECEIVER_INVALID')
  if (alike !== undefined && !isRetyped(receiver.address, draft.retyped, facts))
    return blocked('unproven', 'retype', 'RECEIVER_INVALID')
  return {
    at: 'ready',
    transfer: {
      from: owner,
      network,
      to: receiver.address,
      asset: assetOf(token),
      amount: read.amount,
    },
  }
}

/** Whether the end of an address was typed again; in whatever case where the case of an address tells nothing. */
export function isRetyped(address: string, retyped: string, { addresses }: AddressFacts): boolean {
  return isSameId(retyped.trim(), address.slice(-retypeLength), addresses)
}

/** Whether it goes back to the account that it comes from. */
export function isToSelf({ owner, receiver }: SendDraft, { addresses }: AddressFacts): boolean {
  if (owner === undefined || receiver.at !== 'known') return false
  return isSameId(receiver.address, addressOf(owner), addresses)
}

/** Whether it goes to the contract of the very token that is sent. */
export function isOwnContract(
  { token, receiver }: Pick<SendDraft, 'token' | 'receiver'>,
  { addresses }: AddressFacts,
): boolean {
  const contract = token?.address
  return contract !== undefined && receiver.at === 'known' && isSameId(receiver.address, contract, addresses)
}

/** A holding as what is sent. */
export function assetOf({ address, symbol, amount }: Token): SentAsset {
  return { ...(address !== undefined && { address }), symbol, decimals: amount.decimals }
}

function blocked(
  problem: DraftProblem,
  field: Extract<CheckedDraft, { at: 'blocked' }>['field'],
  code: ErrorCode,
): CheckedDraft {
  return { at: 'blocked', problem, field, code }
}
