import { type Address, getBase58Decoder, getBase58Encoder } from '@solana/kit'
import type { Entry } from '../ledger/createHistory.ts'
import type { Run } from '../ledger/createLedger.ts'
import { isSigner, isWritable, type ReadTransaction, readTransaction } from '../ledger/readTransaction.ts'
import { parseInstruction } from '../parse/parseInstruction.ts'
import { RpcError } from '../rpc/rpcError.ts'

/** How getTransaction writes a transaction. */
export type TransactionEncoding = 'json' | 'jsonParsed' | 'base64' | 'base58'

/**
 * A transaction of the history as getTransaction writes it. `most` is the highest version that the caller reads.
 * @throws RpcError -32015 when its version is higher
 */
export function writeTransaction(
  entry: Entry,
  options: { readonly encoding: TransactionEncoding; readonly most: bigint | undefined },
): unknown {
  const { encoding, most } = options
  const read = readTransaction(Buffer.from(entry.wire, 'base64'))
  const { version } = read.message
  if (version !== 'legacy' && (most === undefined || most < BigInt(version))) {
    throw new RpcError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  }
  return {
    slot: entry.slot,
    blockTime: entry.blockTime,
    transaction: encodeTransaction(entry, read, encoding),
    meta: describeMeta(entry, encoding === 'jsonParsed'),
    ...(most !== undefined && { version }),
  }
}

function encodeTransaction(entry: Entry, read: ReadTransaction, encoding: TransactionEncoding): unknown {
  if (encoding === 'base64') return [entry.wire, 'base64']
  if (encoding === 'base58') return [getBase58Decoder().decode(read.wire), 'base58']
  const { signatures, message } = read
  const { header, keys, blockhash, lookups, instructions, version } = message
  const tables = lookups.map(({ table, writable, readonly }) => ({
    accountKey: table,
    writableIndexes: writable,
    readonlyIndexes: readonly,
  }))
  const withTables = version === 'legacy' ? {} : { addressTableLookups: tables }
  if (encoding === 'json') {
    const base58 = getBase58Decoder()
    return {
      signatures,
      message: {
        header: {
          numReadonlySignedAccounts: header.numReadonlySignedAccounts,
          numReadonlyUnsignedAccounts: header.numReadonlyUnsignedAccounts,
          numRequiredSignatures: header.numRequiredSignatures,
        },
        accountKeys: keys,
        recentBlockhash: blockhash,
        instructions: instructions.map(({ program, accounts, data }) => ({
          programIdIndex: program,
          accounts,
          data: base58.decode(data),
          stackHeight: 1,
        })),
        ...withTables,
      },
    }
  }
  return {
    signatures,
    message: {
      accountKeys: entry.keys.map((pubkey, index) => ({
        pubkey,
        signer: isSigner(message, index),
        source: index < keys.length ? 'transaction' : 'lookupTable',
        writable: isWritable(message, index),
      })),
      recentBlockhash: blockhash,
      instructions: instructions.map(({ program, accounts, data }) =>
        parseInstruction({
          programId: entry.keys[program] as Address,
          accounts: accounts.map(index => entry.keys[index] as Address),
          data,
          stackHeight: 1,
        }),
      ),
      ...withTables,
    },
  }
}

function describeMeta(entry: Entry, parsed: boolean): unknown {
  return {
    err: entry.err,
    status: entry.err === null ? { Ok: null } : { Err: entry.err },
    fee: entry.fee,
    preBalances: entry.preBalances,
    postBalances: entry.postBalances,
    preTokenBalances: entry.preTokenBalances,
    postTokenBalances: entry.postTokenBalances,
    innerInstructions: parsed ? parseInner(entry) : entry.innerInstructions,
    logMessages: entry.logs,
    rewards: [],
    computeUnitsConsumed: entry.unitsConsumed,
    ...(!parsed && { loadedAddresses: entry.loaded }),
    ...(entry.returnData && { returnData: entry.returnData }),
  }
}

/** The inner instructions of a run as `jsonParsed` writes them. */
export function parseInner({ innerInstructions, keys }: Pick<Run, 'innerInstructions' | 'keys'>): unknown[] {
  const base58 = getBase58Encoder()
  return innerInstructions.map(({ index, instructions }) => ({
    index,
    instructions: instructions.map(({ programIdIndex, accounts, data, stackHeight }) =>
      parseInstruction({
        programId: keys[programIdIndex] as Address,
        accounts: accounts.map(account => keys[account] as Address),
        data: new Uint8Array(base58.encode(data)),
        stackHeight,
      }),
    ),
  }))
}
