import type { Entry } from '../ledger/createHistory.ts'
import type { Ledger, Run } from '../ledger/createLedger.ts'
import { feeOf } from '../ledger/feeOf.ts'
import { type Commitment, commitmentLag } from '../ledger/slotClock.ts'
import { explainError } from '../ledger/transactionError.ts'
import { encodeAccount, readAccountFormat } from '../parse/encodeAccount.ts'
import {
  type Config,
  readAddress,
  readChoice,
  readCommitment,
  readConfig,
  readFlag,
  readList,
  readText,
  readU64,
  toAddress,
  toSignature,
} from '../rpc/readParams.ts'
import { readWire, readWireMessage } from '../rpc/readWire.ts'
import { invalidParams, RpcError } from '../rpc/rpcError.ts'
import { inContext, type Method } from './method.ts'
import { parseInner, writeTransaction } from './writeTransaction.ts'

/** Sending and simulating transactions, and what became of them. */
export const transactionMethods: Readonly<Record<string, Method>> = {
  sendTransaction({ ledger }, params) {
    const config = readConfig(params, 1)
    const read = readWire(readText(params, 0), readChoice(config, 'encoding', ['base58', 'base64']))
    readCommitment(
      { commitment: config.preflightCommitment, minContextSlot: config.minContextSlot },
      ledger.slot(),
    )
    if (config.maxRetries !== undefined && config.maxRetries !== null)
      readU64(config.maxRetries, 'maxRetries')
    if (!readFlag(config, 'skipPreflight')) {
      const run = ledger.simulate(read, { sigVerify: true, checkBlockhash: true })
      if (run.err === 'SignatureFailure')
        throw new RpcError(-32003, 'Transaction signature verification failure')
      if (run.err !== null) {
        throw new RpcError(
          -32002,
          `Transaction simulation failed: ${explainError(run.err)}`,
          describeSimulation(run),
        )
      }
    }
    // Without preflight one that cannot be in a block is dropped without a word, as by a node.
    ledger.send(read)
    return read.signature
  },

  simulateTransaction({ ledger }, params) {
    const config = readConfig(params, 1)
    const read = readWire(readText(params, 0), readChoice(config, 'encoding', ['base58', 'base64']))
    const commitment = readCommitment(config, ledger.slot())
    const sigVerify = readFlag(config, 'sigVerify')
    const replaces = readFlag(config, 'replaceRecentBlockhash')
    if (sigVerify && replaces) throw invalidParams('sigVerify may not be used with replaceRecentBlockhash')
    const accounts =
      config.accounts === undefined || config.accounts === null ? undefined : readConfig([config.accounts], 0)
    const addresses = accounts && readList([accounts.addresses], 0, 64).map(toAddress)
    const format = readAccountFormat({ encoding: 'base64', ...accounts })
    if (format.encoding === 'base58' || format.encoding === 'binary')
      throw invalidParams('base58 encoding not supported')
    const run = ledger.simulate(read, { sigVerify, checkBlockhash: !replaces })
    if (run.err === 'SignatureFailure')
      throw new RpcError(-32003, 'Transaction signature verification failure')
    if (addresses && addresses.length > run.keys.length)
      throw invalidParams(`Too many accounts provided; max ${run.keys.length}`)
    return inContext(ledger, {
      ...describeSimulation(run),
      accounts:
        addresses?.map(address =>
          run.err === null ? encodeAccount({ getAccount: run.after }, run.after(address), format) : null,
        ) ?? null,
      innerInstructions: readFlag(config, 'innerInstructions') ? parseInner(run) : null,
      replacementBlockhash: replaces ? ledger.lifetime(commitment) : null,
    })
  },

  getFeeForMessage({ ledger }, params) {
    readCommitment(readConfig(params, 1), ledger.slot())
    const message = readWireMessage(readText(params, 0))
    return inContext(ledger, ledger.lifetimeOf(message.blockhash) ? feeOf(message) : null)
  },

  // No one pays for a place in these blocks.
  getRecentPrioritizationFees({ ledger }, params) {
    if (params[0] !== undefined) readList(params, 0, 128).map(toAddress)
    const newest = ledger.slot()
    return Array.from({ length: 150 }, (_, index) => ({
      slot: newest - 149n + BigInt(index),
      prioritizationFee: 0,
    }))
  },

  getSignatureStatuses({ ledger }, params) {
    const signatures = readList(params, 0, 256).map(toSignature)
    readFlag(readConfig(params, 1), 'searchTransactionHistory')
    return inContext(
      ledger,
      signatures.map(signature => describeStatus(ledger, ledger.history.get(signature))),
    )
  },

  getSignaturesForAddress({ ledger }, params) {
    const address = readAddress(params, 0)
    const config = readConfig(params, 1)
    const commitment = readLandedCommitment(config, ledger.slot())
    const limit =
      config.limit === undefined || config.limit === null ? 1_000n : readU64(config.limit, 'limit')
    if (limit < 1n || limit > 1_000n) throw invalidParams('Invalid limit; max 1000')
    const [before, until] = [config.before, config.until].map(each =>
      each === undefined || each === null ? undefined : toSignature(each),
    )
    let entries = ledger.history.of(address).filter(entry => hasReached(ledger, entry, commitment))
    if (before !== undefined) {
      const start = entries.findIndex(entry => entry.signature === before)
      entries = start === -1 ? [] : entries.slice(start + 1)
    }
    const end = until === undefined ? -1 : entries.findIndex(entry => entry.signature === until)
    if (end !== -1) entries = entries.slice(0, end)
    return entries.slice(0, Number(limit)).map(entry => ({
      signature: entry.signature,
      slot: entry.slot,
      err: entry.err,
      memo: entry.memo,
      blockTime: entry.blockTime,
      confirmationStatus: statusOf(ledger, entry),
    }))
  },

  getTransaction({ ledger }, params) {
    const signature = toSignature(readText(params, 0))
    // An encoding may stand in place of the configuration.
    const config = typeof params[1] === 'string' ? { encoding: params[1] } : readConfig(params, 1)
    const commitment = readLandedCommitment(config, ledger.slot())
    const encoding = readChoice(config, 'encoding', ['json', 'jsonParsed', 'base64', 'base58'])
    const entry = ledger.history.get(signature)
    if (!entry || !hasReached(ledger, entry, commitment)) return null
    const most = config.maxSupportedTransactionVersion
    return writeTransaction(entry, {
      encoding,
      most: most === undefined || most === null ? undefined : readU64(most, 'maxSupportedTransactionVersion'),
    })
  },

  requestAirdrop({ airdrop }, params) {
    const address = readAddress(params, 0)
    if (params[1] === undefined) throw invalidParams('`params` should have at least 2 argument(s)')
    const lamports = readU64(params[1], 'lamports')
    if (lamports > largestAirdrop)
      throw invalidParams(`Invalid params: the faucet gives at most ${largestAirdrop} lamports at once.`)
    return airdrop(address, lamports)
  },
}

/** 1,000 SOL. */
const largestAirdrop = 1_000n * 1_000_000_000n

function describeSimulation(run: Run): Readonly<Record<string, unknown>> {
  return {
    err: run.err,
    logs: run.logs,
    accounts: null,
    unitsConsumed: run.unitsConsumed,
    loadedAccountsDataSize: run.keys.reduce((sum, key) => {
      const account = run.after(key)
      return sum + (account.exists ? account.data.length : 0)
    }, 0),
    returnData: run.returnData,
    innerInstructions: null,
    replacementBlockhash: null,
    fee: run.fee,
    preBalances: run.preBalances,
    postBalances: run.postBalances,
    preTokenBalances: run.preTokenBalances,
    postTokenBalances: run.postTokenBalances,
    loadedAddresses: run.loaded,
  }
}

/** A commitment that a block can have: the open one is not listed. @throws RpcError */
function readLandedCommitment(config: Config, newest: bigint): Commitment {
  const commitment = readCommitment(config, newest)
  if (commitment === 'processed') throw invalidParams('Method does not support commitment below `confirmed`')
  return commitment
}

function hasReached(ledger: Ledger, entry: Entry, commitment: Commitment): boolean {
  return ledger.slot() - entry.slot >= commitmentLag[commitment]
}

function statusOf(ledger: Ledger, entry: Entry): Commitment {
  if (hasReached(ledger, entry, 'finalized')) return 'finalized'
  return hasReached(ledger, entry, 'confirmed') ? 'confirmed' : 'processed'
}

function describeStatus(ledger: Ledger, entry: Entry | undefined): unknown {
  if (!entry) return null
  const { slot, err } = entry
  const confirmationStatus = statusOf(ledger, entry)
  return {
    slot,
    confirmations: confirmationStatus === 'finalized' ? null : ledger.slot() - slot,
    err,
    status: err === null ? { Ok: null } : { Err: err },
    confirmationStatus,
  }
}
