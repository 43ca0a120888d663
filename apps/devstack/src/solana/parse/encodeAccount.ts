import { getBase58Decoder, type MaybeEncodedAccount } from '@solana/kit'
import type { Ledger } from '../ledger/createLedger.ts'
import { type Config, readChoice, readConfig, readU64 } from '../rpc/readParams.ts'
import { invalidParams } from '../rpc/rpcError.ts'
import { parseAccount } from './parseAccount.ts'

/** How an account's data is written. */
export interface AccountFormat {
  readonly encoding: 'binary' | 'base58' | 'base64' | 'base64+zstd' | 'jsonParsed'
  readonly slice?: { readonly offset: number; readonly length: number } | undefined
}

/** Base58 of more bytes is refused: its time grows with their square. */
const largestBase58 = 128

/** Reads `encoding` and `dataSlice`. @throws RpcError */
export function readAccountFormat(config: Config): AccountFormat {
  const encoding = readChoice(config, 'encoding', ['binary', 'base58', 'base64', 'base64+zstd', 'jsonParsed'])
  if (encoding === 'base64+zstd')
    throw invalidParams('Invalid params: this node does not compress; ask for base64.')
  if (config.dataSlice === undefined || config.dataSlice === null) return { encoding }
  const { offset, length } = readConfig([config.dataSlice], 0)
  const slice = { offset: Number(readU64(offset, 'offset')), length: Number(readU64(length, 'length')) }
  return { encoding, slice }
}

/** An account as nodes write it; null when there is none. @throws RpcError when base58 cannot hold it */
export function encodeAccount(
  ledger: Pick<Ledger, 'getAccount'>,
  account: MaybeEncodedAccount,
  format: AccountFormat,
): unknown {
  if (!account.exists) return null
  return {
    data: encodeData(ledger, account, format),
    executable: account.executable,
    lamports: account.lamports,
    owner: account.programAddress,
    // Accounts that pay no rent have the last epoch there is.
    rentEpoch: (1n << 64n) - 1n,
    space: account.data.length,
  }
}

function encodeData(
  ledger: Pick<Ledger, 'getAccount'>,
  account: MaybeEncodedAccount & { exists: true },
  { encoding, slice }: AccountFormat,
): unknown {
  if (encoding === 'jsonParsed') {
    const parsed = parseAccount(account, mint => ledger.getAccount(mint))
    if (parsed) return parsed
  }
  const data = slice
    ? account.data.subarray(slice.offset, Math.min(account.data.length, slice.offset + slice.length))
    : account.data
  if (encoding === 'base64' || encoding === 'jsonParsed')
    return [Buffer.from(data).toString('base64'), 'base64']
  if (data.length > largestBase58)
    throw invalidParams(
      'Encoded binary (base 58) data should be less than 128 bytes, please use Base64 encoding.',
    )
  const text = getBase58Decoder().decode(data)
  return encoding === 'binary' ? text : [text, 'base58']
}
