import type { Address, EncodedAccount, MaybeEncodedAccount } from '@solana/kit'
import { lookupTableProgram } from '../ledger/loadAddresses.ts'
import { readDecimals, readHolding, toTokenAmount } from '../ledger/tokenBalances.ts'
import { createReader } from './createReader.ts'
import { parseExtensions } from './parseExtensions.ts'
import { isTokenProgram, systemProgram, token2022Program } from './tokenPrograms.ts'

/** An account's data as `jsonParsed` writes it. */
export interface ParsedAccount {
  readonly program: string
  readonly parsed: { readonly type: string; readonly info: unknown }
  readonly space: number
}

/** Parses token accounts, mints, lookup tables and nonces; undefined for every other account. */
export function parseAccount(
  account: EncodedAccount,
  getAccount: (address: Address) => MaybeEncodedAccount,
): ParsedAccount | undefined {
  const data = account.data as Uint8Array
  const space = data.length
  try {
    if (isTokenProgram(account.programAddress)) {
      const program = account.programAddress === token2022Program ? 'spl-token-2022' : 'spl-token'
      const there = { ...account, data, exists: true } as MaybeEncodedAccount
      const parsed = parseTokenAccount(there, data, getAccount) ?? parseMint(there, data)
      return parsed && { program, parsed, space }
    }
    if (account.programAddress === lookupTableProgram)
      return { program: 'address-lookup-table', parsed: parseLookupTable(data), space }
    if (account.programAddress === systemProgram && space === 80)
      return { program: 'nonce', parsed: parseNonce(data), space }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
  }
  return undefined
}

function parseTokenAccount(
  account: MaybeEncodedAccount,
  data: Uint8Array,
  getAccount: (address: Address) => MaybeEncodedAccount,
): ParsedAccount['parsed'] | undefined {
  const holding = readHolding(account)
  const decimals = holding && readDecimals(getAccount(holding.mint))
  if (!holding || decimals === undefined) return undefined
  const reader = createReader(data)
  reader.skip(72)
  const delegate = reader.taggedAddress()
  const state = ['uninitialized', 'initialized', 'frozen'][reader.u8()]
  const isNative = reader.u32() === 1
  const reserve = reader.u64()
  const delegated = reader.u64()
  const closeAuthority = reader.taggedAddress()
  const extensions = parseExtensions(data)
  return {
    type: 'account',
    info: {
      mint: holding.mint,
      owner: holding.owner,
      tokenAmount: toTokenAmount(holding.amount, decimals),
      ...(delegate && { delegate }),
      state,
      isNative,
      ...(isNative && { rentExemptReserve: toTokenAmount(reserve, decimals) }),
      ...(delegate && { delegatedAmount: toTokenAmount(delegated, decimals) }),
      ...(closeAuthority && { closeAuthority }),
      ...(extensions.length > 0 && { extensions }),
    },
  }
}

function parseMint(account: MaybeEncodedAccount, data: Uint8Array): ParsedAccount['parsed'] | undefined {
  if (readDecimals(account) === undefined) return undefined
  const reader = createReader(data)
  const mintAuthority = reader.taggedAddress()
  const supply = String(reader.u64())
  const decimals = reader.u8()
  const isInitialized = reader.u8() === 1
  const freezeAuthority = reader.taggedAddress()
  const extensions = parseExtensions(data)
  const info = { mintAuthority, supply, decimals, isInitialized, freezeAuthority }
  return { type: 'mint', info: { ...info, ...(extensions.length > 0 && { extensions }) } }
}

function parseLookupTable(data: Uint8Array): ParsedAccount['parsed'] {
  const reader = createReader(data)
  if (reader.u32() !== 1) return { type: 'uninitialized', info: {} }
  const deactivationSlot = String(reader.u64())
  const lastExtendedSlot = String(reader.u64())
  const lastExtendedSlotStartIndex = reader.u8()
  const hasAuthority = reader.u8() === 1
  const authority = reader.address()
  reader.skip(2)
  const addresses: Address[] = []
  while (reader.left >= 32) addresses.push(reader.address())
  return {
    type: 'lookupTable',
    info: {
      deactivationSlot,
      lastExtendedSlot,
      lastExtendedSlotStartIndex,
      ...(hasAuthority && { authority }),
      addresses,
    },
  }
}

function parseNonce(data: Uint8Array): ParsedAccount['parsed'] {
  const reader = createReader(data)
  reader.skip(4)
  if (reader.u32() !== 1) return { type: 'uninitialized', info: {} }
  const authority = reader.address()
  const blockhash = reader.address()
  const feeCalculator = { lamportsPerSignature: String(reader.u64()) }
  return { type: 'initialized', info: { authority, blockhash, feeCalculator } }
}
