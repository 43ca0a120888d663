import type { RpcRequest } from 'latchkey/contract'
import { fieldOf, type Hex, itemsOf, toQuantity } from 'latchkey/evmcodec'
import type { JsonValue } from 'latchkey/services'
import { randomBytes, toHex } from '../keys/bytes.ts'
import { changeKept } from '../store/changeKept.ts'
import type { KeptStore } from '../store/openKeptStore.ts'
import type { ApprovalRequest } from './approval.ts'
import type { ApprovedWork } from './createApprovals.ts'
import type { ProviderDeps } from './deps.ts'
import { type KeptBatch, keptBatches, keptOperations } from './kept.ts'
import type { LoggedIn } from './loggedIn.ts'
import { networkFacts } from './networkFacts.ts'
import { refusal } from './refusal.ts'
import type { ApprovedCall, SendApproved } from './sendApproved.ts'

const mostBatches = 10
/** A call may need what the one before it did: so long is waited for that one's block. */
const blockWait = 90_000
const blockLook = 500

interface Sending {
  readonly login: LoggedIn
  readonly request: Extract<ApprovalRequest, { is: 'calls' }>
  readonly send: SendApproved
  /** The call at that index was sent. */
  readonly sent: (at: number) => Promise<void>
  readonly given: ApprovedWork
}

/** Sends the calls of a batch in their order; one that cannot be sent ends it (EIP-5792). The page has the id after the first. */
export async function sendBatch(
  deps: ProviderDeps,
  { id = `0x${toHex(randomBytes(32))}`, ...sending }: Sending & { readonly id: string | undefined },
): Promise<JsonValue> {
  // It ends with this page, whatever becomes of that: so others know that no more of it will be sent.
  await deps.locks.request(lockOf(deps, id), async () => {
    // Another tab may have sent one of this id since this one asked.
    if (await hasBatch(deps.store, id)) throw refusal('duplicateId')
    await sendCalls(deps, { ...sending, id })
  })
  return { id }
}

function lockOf({ host }: Pick<ProviderDeps, 'host'>, id: string): string {
  return `latchkey batch ${host} ${id}`
}

async function sendCalls(
  deps: ProviderDeps,
  { login, request, id, send, sent, given }: Sending & { readonly id: string },
): Promise<void> {
  const { account, chainId, calls } = request
  const nodes = deps.nodes(chainId)
  let batch: KeptBatch = { id, chainId, total: calls.length, hashes: [], isOver: false }
  const { fees } = given.agreed
  for (const [at, call] of calls.entries()) {
    try {
      // As it was shown, if it was: what a network takes meanwhile is not agreed to.
      const hash = await sendNext({ account, chainId, call, fee: fees?.[at], signed: hand })
      batch = { ...batch, hashes: [...batch.hashes, hash], isOver: batch.hashes.length + 1 === calls.length }
    } catch (cause) {
      // A possibly pending transaction belongs to the batch, so that the page can look for it and does not reuse this
      // id.
      const hashes = [...batch.hashes, ...hashInDoubt(cause)]
      if (hashes.length > 0) await writeBatch(deps, { ...batch, hashes, isOver: true })
      // Nothing of it happened: it is no batch.
      else await dropBatch(deps, id)
      throw cause
    }
    given.update({ sent: batch.hashes.length })
    await writeBatch(deps, batch)
    given.answer({ id })
    await sent(at)
  }

  async function sendNext(approved: ApprovedCall): Promise<Hex> {
    const before = batch.hashes.at(-1)
    try {
      return await send(login, approved)
    } catch (cause) {
      if (before === undefined || !isUnsent(cause)) throw cause
      await mined(nodes, before)
      return send(login, approved)
    }
  }

  /** A possibly pending call belongs to the batch, even if the page closes before a node answers. */
  function hand(hash: Hex): Promise<void> {
    return writeBatch(deps, { ...batch, hashes: [...batch.hashes, hash] })
  }

  async function mined(nodes: RpcRequest, hash: string): Promise<void> {
    const until = deps.clock.now() + blockWait
    while (deps.clock.now() < until) {
      const receipt = await nodes('eth_getTransactionReceipt', [hash]).catch(() => undefined)
      if (fieldOf(receipt, 'status') === '0x1') return
      if (fieldOf(receipt, 'status') === '0x0') break
      await deps.clock.wait(blockLook)
    }
    throw refusal('transactionRejected')
  }
}

/** Refused before anything was handed to the network, or by it for sure. */
function isUnsent(cause: unknown): boolean {
  return fieldOf(cause, 'code') === 'SEND_FAILED'
}

/** The hash of the transaction in doubt. */
function hashInDoubt(cause: unknown): readonly Hex[] {
  if (fieldOf(cause, 'code') !== 'SEND_UNKNOWN') return []
  const hash = fieldOf(fieldOf(fieldOf(fieldOf(cause, 'context'), 'rpc'), 'data'), 'hash')
  return [hash as Hex]
}

/** Whether there is a batch of that id already, sent one by one or as one. */
export async function hasBatch(store: KeptStore, id: string): Promise<boolean> {
  const [batches, operations] = await Promise.all([store.read(keptBatches), store.read(keptOperations)])
  return [...(batches ?? []), ...(operations ?? [])].some(each => each.id === id)
}

async function writeBatch(deps: Pick<ProviderDeps, 'store' | 'locks'>, batch: KeptBatch): Promise<void> {
  await changeKept(deps, keptBatches, (before = []) =>
    [batch, ...before.filter(({ id }) => id !== batch.id)].slice(0, mostBatches),
  )
}

async function dropBatch(deps: Pick<ProviderDeps, 'store' | 'locks'>, id: string): Promise<void> {
  await changeKept(deps, keptBatches, (before = []) => before.filter(each => each.id !== id))
}

/** Reads a stored batch; one whose page closed before all of it was sent has ended. */
async function readBatch(
  deps: Pick<ProviderDeps, 'host' | 'store' | 'locks'>,
  id: string,
): Promise<KeptBatch | undefined> {
  const find = async () => ((await deps.store.read(keptBatches)) ?? []).find(each => each.id === id)
  const batch = await find()
  if (!batch || batch.isOver || (await deps.locks.isHeld?.(lockOf(deps, id))) !== false) return batch
  // Its page may have gone on until just now.
  const last = await find()
  return last && { ...last, isOver: true }
}

/** What became of a batch, by the receipts of its transactions (EIP-5792). @throws LatchkeyError with 5730. */
export async function batchStatus(
  deps: Pick<ProviderDeps, 'host' | 'store' | 'nodes' | 'locks'>,
  id: string,
): Promise<JsonValue> {
  const batch = await readBatch(deps, id)
  const operation = batch ? undefined : (await deps.store.read(keptOperations))?.find(each => each.id === id)
  if (operation) {
    const { operationStatus } = await import('./operation/operationStatus.ts')
    return operationStatus(deps, operation)
  }
  if (!batch) throw refusal('unknownId')
  const nodes = deps.nodes(batch.chainId)
  const answers = await Promise.all(
    batch.hashes.map(hash => nodes('eth_getTransactionReceipt', [hash]).catch(() => undefined)),
  )
  const receipts = answers.flatMap(answer => toReceipt(answer) ?? [])
  const good = receipts.filter(({ status }) => status === '0x1').length
  const isSettled = batch.isOver && receipts.length === batch.hashes.length
  return {
    version: '2.0.0',
    id,
    chainId: toQuantity(networkFacts(batch.chainId).id),
    status: !isSettled ? 100 : good === batch.total ? 200 : good === 0 ? 500 : 600,
    atomic: false,
    receipts,
  }
}

const mostLogs = 500

/** A receipt in EIP-5792's form; undefined for one that makes no sense. */
export function toReceipt(
  answer: unknown,
): { readonly [name: string]: JsonValue; readonly status: string } | undefined {
  const status = fieldOf(answer, 'status')
  if (status !== '0x1' && status !== '0x0') return undefined
  const text = (name: string) => String(fieldOf(answer, name) ?? '').slice(0, 70)
  const logs = itemsOf(fieldOf(answer, 'logs'), mostLogs) ?? []
  return {
    status,
    blockHash: text('blockHash'),
    blockNumber: text('blockNumber'),
    gasUsed: text('gasUsed'),
    transactionHash: text('transactionHash'),
    logs: logs.map(log => ({
      address: String(fieldOf(log, 'address')),
      data: String(fieldOf(log, 'data')),
      topics: (itemsOf(fieldOf(log, 'topics'), 4) ?? []).map(String),
    })),
  }
}
