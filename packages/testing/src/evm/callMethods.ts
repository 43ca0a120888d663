import type { Hex } from 'viem'
import { invalid, isBytes, parseAddress, parseChainId, parseObject, parseText, toQuantity } from './params.ts'
import { ProviderRpcError, providerError } from './providerError.ts'
import { sendAtomic } from './sendAtomic.ts'
import { estimateGas, parseTransaction, sendTransaction, type TransactionRequest } from './sendTransaction.ts'
import { type MethodTable, prompting, silent, type WalletContext } from './walletContext.ts'

/** Batches a wallet has accepted, by id. */
export type CallBatches = Map<string, CallBatch>

/** One accepted batch (EIP-5792). */
export interface CallBatch {
  readonly id: string
  readonly chainId: number
  status: 100 | 200 | 400 | 500 | 600
  readonly receipts: BatchReceipt[]
  /** Whether it succeeds or fails as one. */
  readonly atomic: boolean
}

interface BatchReceipt {
  readonly logs: readonly unknown[]
  readonly status: unknown
  readonly blockHash: unknown
  readonly blockNumber: unknown
  readonly gasUsed: unknown
  readonly transactionHash: Hex
}

const maxCalls = 100
const maxIdLength = 8_194
const receiptInterval = 250
/** What nodes answer when a call would revert. */
const revertedCode = 3
const revertingGas = 500_000n

/** Batches of calls, sent one by one, or as one transaction where the wallet is `atomic`: EIP-5792 version 2.0.0. */
export const callMethods: MethodTable = {
  wallet_getCapabilities: (ctx, [from, chainIds]) => {
    const address = parseAddress(from, 'The account')
    ctx.state.account(address)
    const wanted = chainIds === undefined || chainIds === null ? undefined : parseChainIds(chainIds)
    return silent(() => {
      const known = ctx.state.snapshot.chains.map(({ id }) => id)
      const listed = wanted === undefined ? known : known.filter(id => wanted.includes(id))
      return Object.fromEntries(listed.map(id => [toQuantity(id), capabilities(ctx)]))
    })
  },

  wallet_sendCalls: (ctx, [request]) => {
    const { id, chainId, transactions } = parseBatch(ctx, request)
    return prompting(() => {
      // Another one with this id may have been accepted while the visitor thought.
      refuseKnown(ctx, id)
      const batch: CallBatch = {
        id,
        chainId,
        status: 100,
        receipts: [],
        atomic: ctx.options.atomic !== undefined,
      }
      ctx.batches.set(id, batch)
      void runBatch(ctx, batch, transactions)
      return { id }
    })
  },

  wallet_getCallsStatus: (ctx, [id]) => {
    const batch = findBatch(ctx, id)
    return silent(() => ({
      version: '2.0.0',
      id: batch.id,
      chainId: toQuantity(batch.chainId),
      status: batch.status,
      atomic: batch.atomic,
      ...(batch.receipts.length > 0 ? { receipts: [...batch.receipts] } : {}),
    }))
  },

  wallet_showCallsStatus: (ctx, [id]) => {
    findBatch(ctx, id)
    return silent(() => null)
  },
}

function capabilities(ctx: WalletContext) {
  return {
    atomic: { status: ctx.options.atomic ?? 'unsupported' },
    ...(ctx.options.assets === undefined ? {} : { assetDiscovery: { supported: true } }),
  }
}

function findBatch(ctx: WalletContext, id: unknown): CallBatch {
  const batch = ctx.batches.get(parseText(id, 'The batch id'))
  if (batch === undefined) throw providerError(5730)
  return batch
}

function parseChainIds(value: unknown): readonly number[] {
  return Array.isArray(value) ? value.map(parseChainId) : invalid('The chain ids must be a list.')
}

function parseBatch(ctx: WalletContext, value: unknown) {
  const request = parseObject(value, 'The request')
  if (request.version !== '2.0.0') return invalid('The version of a batch must be "2.0.0".')
  if (typeof request.atomicRequired !== 'boolean') return invalid('atomicRequired must be true or false.')
  const chainId = parseChainId(request.chainId)
  if (!ctx.state.knows(chainId)) throw providerError(5710)
  if (chainId !== ctx.state.snapshot.chainId) return invalid('The batch is not for the active chain.')
  const from = request.from ?? ctx.state.visible()[0]
  if (from === undefined) throw providerError(4100)
  const calls = request.calls
  if (!Array.isArray(calls) || calls.length === 0)
    return invalid('calls must be a list of at least one call.')
  if (calls.length > maxCalls) throw providerError(5740)
  refuseCapabilities(request.capabilities)
  const transactions = calls.map((item: unknown) => {
    const { to, data, value, capabilities: needed } = parseObject(item, 'A call')
    refuseCapabilities(needed)
    return parseTransaction(ctx, { from, to, data, value })
  })
  if (request.atomicRequired && ctx.options.atomic === undefined) throw providerError(5760)
  const id = request.id === undefined ? ctx.randomHex(32) : parseText(request.id, 'The batch id')
  if (id.length === 0 || id.length > maxIdLength) return invalid('The batch id is empty or too long.')
  refuseKnown(ctx, id)
  return { id, chainId, transactions }
}

function refuseKnown(ctx: WalletContext, id: string) {
  if (ctx.batches.has(id)) throw providerError(5720)
}

/** The wallet has no capability that a request could use, so each must be marked as optional. */
function refuseCapabilities(value: unknown) {
  if (value === undefined || value === null) return
  for (const [name, capability] of Object.entries(parseObject(value, 'capabilities'))) {
    const { optional } = parseObject(capability, `The capability ${name.slice(0, 40)}`)
    if (optional !== true)
      throw providerError(5700, `The capability "${name.slice(0, 40)}" is not supported.`)
  }
}

/** Sends the calls, as one or in order, and says how they ended. */
async function runBatch(ctx: WalletContext, batch: CallBatch, transactions: readonly TransactionRequest[]) {
  let failed = false
  const confirm = (hash: Hex) => waitForReceipt(ctx, batch.chainId, hash)
  try {
    if (batch.atomic) {
      const receipt = await confirm(await sendAtomic(ctx, transactions, confirm))
      batch.receipts.push(receipt)
      failed = receipt.status !== '0x1'
    } else {
      failed = await runOneByOne(ctx, batch, transactions)
    }
  } catch {
    failed = true
  }
  if (!failed) batch.status = 200
  else if (batch.receipts.length === 0) batch.status = 400
  else batch.status = batch.receipts.some(({ status }) => status === '0x1') ? 600 : 500
}

/** Whether one of them failed; those after it are not sent. */
async function runOneByOne(
  ctx: WalletContext,
  batch: CallBatch,
  transactions: readonly TransactionRequest[],
): Promise<boolean> {
  for (const transaction of transactions) {
    const gas = await batchGas(ctx, transaction)
    const hash = await sendTransaction(ctx, { ...transaction, gas })
    const receipt = await waitForReceipt(ctx, batch.chainId, hash)
    batch.receipts.push(receipt)
    if (receipt.status !== '0x1') return true
  }
  return false
}

/** A call that would revert goes out all the same, so that the chain gets to say so. */
async function batchGas(ctx: WalletContext, transaction: TransactionRequest): Promise<bigint> {
  try {
    return await estimateGas(ctx, transaction)
  } catch (error) {
    if (error instanceof ProviderRpcError && error.code === revertedCode) return revertingGas
    throw error
  }
}

async function waitForReceipt(ctx: WalletContext, chainId: number, hash: Hex): Promise<BatchReceipt> {
  for (;;) {
    const receipt = await readReceipt(ctx, chainId, hash)
    if (receipt !== undefined) return receipt
    await ctx.wait(receiptInterval)
  }
}

async function readReceipt(ctx: WalletContext, chainId: number, hash: Hex) {
  try {
    const answer = await ctx.call(chainId, 'eth_getTransactionReceipt', [hash])
    if (typeof answer !== 'object' || answer === null) return undefined
    const { logs, status, blockHash, blockNumber, gasUsed } = answer as Readonly<Record<string, unknown>>
    return {
      logs: Array.isArray(logs) ? logs.map(shortLog) : [],
      status,
      blockHash,
      blockNumber,
      gasUsed,
      transactionHash: hash,
    }
  } catch (error) {
    // The transaction is out: a node that is away for a moment does not undo it.
    if (error instanceof ProviderRpcError && error.code === 4901) return undefined
    throw error
  }
}

function shortLog(log: unknown) {
  const { address, data, topics } = parseObject(log, 'A log')
  return { address, data: isBytes(data) ? data : '0x', topics }
}
