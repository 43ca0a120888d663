import { type Address, getAddressDecoder, type MaybeEncodedAccount } from '@solana/kit'
import { isTokenProgram } from '../parse/tokenPrograms.ts'

/** An account's balance of a token, as `meta.preTokenBalances` lists it. */
export interface TokenBalance {
  readonly accountIndex: number
  readonly mint: Address
  readonly owner: Address
  readonly programId: Address
  readonly uiTokenAmount: TokenAmount
}

export interface TokenAmount {
  /** In base units, as a decimal string. */
  readonly amount: string
  readonly decimals: number
  /** The nearest number; null where a node gives none. */
  readonly uiAmount: number | null
  readonly uiAmountString: string
}

/** An amount in the forms that nodes give it in. */
export function toTokenAmount(amount: bigint, decimals: number): TokenAmount {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const uiAmountString = fraction === '' || decimals === 0 ? whole : `${whole}.${fraction}`
  return { amount: String(amount), decimals, uiAmount: Number(uiAmountString), uiAmountString }
}

/** What is at the start of every token account, of Token and Token-2022 alike; undefined for any other account. */
export function readHolding(
  account: MaybeEncodedAccount,
): { mint: Address; owner: Address; amount: bigint } | undefined {
  if (!account.exists || !isTokenProgram(account.programAddress)) return undefined
  const { data } = account
  // A mint is shorter, or has a 1 where an account of Token-2022 has a 2; so has a multisig its own length.
  if (data.length < 165 || data.length === 355 || (data.length > 165 && data[165] !== 2)) return undefined
  // Its state: 0 is not initialised.
  if (data[108] === 0) return undefined
  const address = getAddressDecoder()
  const amount = new DataView(data.buffer, data.byteOffset).getBigUint64(64, true)
  return { mint: address.decode(data, 0), owner: address.decode(data, 32), amount }
}

/** The decimals of a mint; undefined where there is none. */
export function readDecimals(account: MaybeEncodedAccount): number | undefined {
  if (!account.exists || !isTokenProgram(account.programAddress)) return undefined
  const { data } = account
  const isMint = data.length === 82 || (data.length > 165 && data[165] === 1)
  return isMint && data[45] === 1 ? data[44] : undefined
}

/** The token balances of the accounts of a transaction. */
export function tokenBalances(
  keys: readonly Address[],
  getAccount: (address: Address) => MaybeEncodedAccount,
): TokenBalance[] {
  return keys.flatMap((key, accountIndex) => {
    const account = getAccount(key)
    const holding = readHolding(account)
    if (!holding || !account.exists) return []
    const decimals = readDecimals(getAccount(holding.mint))
    if (decimals === undefined) return []
    const { mint, owner, amount } = holding
    const programId = account.programAddress
    return [{ accountIndex, mint, owner, programId, uiTokenAmount: toTokenAmount(amount, decimals) }]
  })
}
