import { type EncodedAccount, getBase58Encoder, type MaybeEncodedAccount } from '@solana/kit'
import type { Ledger } from '../ledger/createLedger.ts'
import { readDecimals, readHolding, toTokenAmount } from '../ledger/tokenBalances.ts'
import { type AccountFormat, encodeAccount, readAccountFormat } from '../parse/encodeAccount.ts'
import { isTokenProgram, token2022Program, tokenProgram } from '../parse/tokenPrograms.ts'
import {
  readAddress,
  readCommitment,
  readConfig,
  readFlag,
  readList,
  readU64,
  toAddress,
} from '../rpc/readParams.ts'
import { invalidParams } from '../rpc/rpcError.ts'
import { inContext, type Method } from './method.ts'

/** Reads of accounts. Every commitment reads the newest state: no fork can undo it. */
export const accountMethods: Readonly<Record<string, Method>> = {
  getBalance({ ledger }, params) {
    const account = ledger.getAccount(readAddress(params, 0))
    readCommitment(readConfig(params, 1), ledger.slot())
    return inContext(ledger, account.exists ? account.lamports : 0)
  },

  getAccountInfo({ ledger }, params) {
    const address = readAddress(params, 0)
    const config = readConfig(params, 1)
    readCommitment(config, ledger.slot())
    const format = readAccountFormat(config)
    return inContext(ledger, encodeAccount(ledger, ledger.getAccount(address), format))
  },

  getMultipleAccounts({ ledger }, params) {
    const addresses = readList(params, 0, 100).map(toAddress)
    const config = readConfig(params, 1)
    readCommitment(config, ledger.slot())
    const format = readAccountFormat(config)
    return inContext(
      ledger,
      addresses.map(address => encodeAccount(ledger, ledger.getAccount(address), format)),
    )
  },

  getTokenAccountsByOwner({ ledger }, params) {
    const owner = readAddress(params, 0)
    const filter = readConfig(params, 1)
    const config = readConfig(params, 2)
    readCommitment(config, ledger.slot())
    const format = readAccountFormat(config)
    const mint = filter.mint === undefined ? undefined : toAddress(filter.mint)
    if (mint === undefined && filter.programId === undefined)
      throw invalidParams('Invalid params: expected `mint` or `programId`.')
    let programs = [tokenProgram, token2022Program]
    if (mint !== undefined) {
      const account = ledger.getAccount(mint)
      if (readDecimals(account) === undefined) throw invalidParams('Invalid param: could not find mint')
    } else {
      const program = toAddress(filter.programId)
      if (!isTokenProgram(program)) throw invalidParams('Invalid param: unrecognized Token program id')
      programs = [program]
    }
    const accounts = programs.flatMap(program => ledger.getProgramAccounts(program))
    const found = accounts.filter(account => {
      const holding = readHolding({ exists: true, ...account } as MaybeEncodedAccount)
      return holding?.owner === owner && (mint === undefined || holding.mint === mint)
    })
    return inContext(ledger, listAccounts(ledger, found, format))
  },

  getTokenAccountBalance({ ledger }, params) {
    const account = ledger.getAccount(readAddress(params, 0))
    readCommitment(readConfig(params, 1), ledger.slot())
    if (!account.exists) throw invalidParams('Invalid param: could not find account')
    const holding = readHolding(account)
    const decimals = holding && readDecimals(ledger.getAccount(holding.mint))
    if (!holding || decimals === undefined) throw invalidParams('Invalid param: not a Token account')
    return inContext(ledger, toTokenAmount(holding.amount, decimals))
  },

  getTokenSupply({ ledger }, params) {
    const account = ledger.getAccount(readAddress(params, 0))
    readCommitment(readConfig(params, 1), ledger.slot())
    if (!account.exists) throw invalidParams('Invalid param: could not find account')
    const decimals = readDecimals(account)
    if (decimals === undefined) throw invalidParams('Invalid param: not a Token mint')
    // A mint's supply is at byte 36.
    const { data } = account
    const supply = new DataView(data.buffer, data.byteOffset).getBigUint64(36, true)
    return inContext(ledger, toTokenAmount(supply, decimals))
  },

  getProgramAccounts({ ledger }, params) {
    const program = readAddress(params, 0)
    const config = readConfig(params, 1)
    readCommitment(config, ledger.slot())
    const format = readAccountFormat(config)
    const filters = (config.filters === undefined ? [] : readList([config.filters], 0, 4)).map(readFilter)
    const found = ledger
      .getProgramAccounts(program)
      .filter(account => filters.every(fits => fits(account.data as Uint8Array)))
    const listed = listAccounts(ledger, found, format)
    return readFlag(config, 'withContext') ? inContext(ledger, listed) : listed
  },
}

function listAccounts(ledger: Ledger, list: readonly EncodedAccount[], format: AccountFormat): unknown[] {
  return list.map(account => ({
    pubkey: account.address,
    account: encodeAccount(ledger, { exists: true, ...account } as MaybeEncodedAccount, format),
  }))
}

/** A filter of getProgramAccounts: `dataSize`, `memcmp` or `tokenAccountState`. @throws RpcError */
function readFilter(filter: unknown): (data: Uint8Array) => boolean {
  const { dataSize, memcmp, tokenAccountState } = readConfig([filter], 0)
  if (tokenAccountState !== undefined) return data => data.length >= 165
  if (dataSize !== undefined) {
    const size = readU64(dataSize, 'dataSize')
    return data => BigInt(data.length) === size
  }
  if (memcmp === undefined) throw invalidParams('Invalid params: unknown filter.')
  const { offset, bytes, encoding = 'base58' } = readConfig([memcmp], 0)
  const start = Number(readU64(offset, 'offset'))
  const wanted = readFilterBytes(bytes, encoding)
  return data =>
    data.length >= start + wanted.length && wanted.every((byte, index) => data[start + index] === byte)
}

function readFilterBytes(bytes: unknown, encoding: unknown): Uint8Array {
  if (typeof bytes !== 'string' || bytes.length > 175)
    throw invalidParams('Invalid param: encoded binary data should be less than 129 bytes')
  if (encoding === 'base64') return new Uint8Array(Buffer.from(bytes, 'base64'))
  if (encoding !== 'base58') throw invalidParams('Invalid params: expected base58 or base64.')
  if (!/^[1-9A-HJ-NP-Za-km-z]*$/.test(bytes)) throw invalidParams('Invalid param: Invalid')
  return new Uint8Array(getBase58Encoder().encode(bytes))
}
