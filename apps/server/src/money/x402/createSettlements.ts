import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { PaymentPayload, PaymentRequirements, Settlement } from 'latchkey/services'
import type { Address, Hex, PrivateKeyAccount } from 'viem'
import { RouteFault } from '../../core/http/routeFault.ts'
import { viem } from '../../core/libraries/viem.ts'
import type { Store } from '../../core/store/store.ts'
import { chainNumber } from '../../data/namespaces/namespaces.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import type { VerifiedPayment, VerifyPayment } from './createVerifier.ts'
import { hasMoved } from './hasMoved.ts'
import {
  countSince,
  endSettlement,
  findSettlement,
  insertSettlement,
  lastNonce,
  listFrom,
  type PaymentKey,
  type SettlementRow,
} from './settlementRows.ts'

/** A settlement that a backend asks for. */
export interface SettlementAsk {
  readonly project: string
  readonly payment: PaymentPayload
  readonly requirements: PaymentRequirements
  readonly idempotencyKey: string | undefined
}

/** Settles payments by the facilitator's own account: each once, signed and stored before a node sees it. */
export interface Settlements {
  settle(ask: SettlementAsk): Promise<Settlement>
  /** Looks an open settlement up, and sends the same bytes again where the chain does not have it. */
  follow(row: SettlementRow): Promise<'open' | 'settled' | 'failed'>
}

const day = 86_400_000
/** Milliseconds between two looks for the receipt, and for which one call waits for it. */
const pause = 200
const patience = 20_000
/** Tries to find a nonce that no other process takes at the same time. */
const tries = 8

export function createSettlements(deps: {
  readonly store: Pick<Store, 'db' | 'compose' | 'write'>
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly account: PrivateKeyAccount
  readonly verify: VerifyPayment
  readonly dailyLimit: number
  readonly now: () => number
  /** Milliseconds that a call waits for the block. */
  readonly patience?: number
}): Settlements {
  const { store, proxy, account, verify, dailyLimit, now } = deps
  const signer = account.address.toLowerCase()
  /** One at a time on each chain: of two with one nonce the second would have to be signed again. */
  const queues = new Map<string, Promise<unknown>>()

  async function ask(network: string, method: string, params: readonly unknown[]): Promise<unknown> {
    const [outcome] = await proxy.call(network as PaymentRequirements['network'], [{ method, params }])
    if (outcome === undefined || !('result' in outcome)) throw new RouteFault('APKT009')
    return outcome.result
  }

  const send = (row: Pick<SettlementRow, 'network' | 'raw'>) =>
    proxy.call(row.network as PaymentRequirements['network'], [
      { method: 'eth_sendRawTransaction', params: [row.raw] },
    ])

  /** The next nonce. What the chain has lost, or never got, is sent again first: nothing later could be mined before it. */
  async function nextNonce(network: string): Promise<number> {
    const count = Number(await ask(network, 'eth_getTransactionCount', [account.address, 'pending']))
    const last = await lastNonce(store, network, signer)
    if (!Number.isSafeInteger(count)) throw new RouteFault('APKT009')
    if (count > last) return count
    for (const row of await listFrom(store, { network, signer, nonce: count })) await send(row)
    return last + 1
  }

  async function sign({ requirements, call, gas }: VerifiedPayment, nonce: number): Promise<Hex> {
    const { network } = requirements
    const [price, block] = await Promise.all([
      ask(network, 'eth_gasPrice', []),
      ask(network, 'eth_getBlockByNumber', ['latest', false]),
    ])
    const gasPrice = BigInt(String(price))
    const { baseFeePerGas } = Object(block) as { baseFeePerGas?: unknown }
    const common = {
      chainId: Number(chainNumber(network)),
      nonce,
      gas,
      to: call.to as Address,
      data: call.data,
    }
    if (typeof baseFeePerGas !== 'string')
      return account.signTransaction({ ...common, type: 'legacy', gasPrice: (gasPrice * 125n) / 100n })
    const base = BigInt(baseFeePerGas)
    const tip = gasPrice > base ? gasPrice - base : 1n
    return account.signTransaction({
      ...common,
      type: 'eip1559',
      // It stays good while the base fee doubles.
      maxFeePerGas: 2n * base + tip,
      maxPriorityFeePerGas: tip,
    })
  }

  /** Signs and stores; undefined where the payment has a settlement by now. */
  async function begin(verified: VerifiedPayment, key: PaymentKey, given: SettlementAsk) {
    const { requirements } = verified
    for (let attempt = 0; attempt < tries; attempt++) {
      const nonce = await nextNonce(key.network)
      const raw = await sign(verified, nonce)
      const row: SettlementRow = {
        ...key,
        project_id: given.project,
        attempt: digestOf(given.idempotencyKey),
        pay_to: requirements.payTo.toLowerCase(),
        amount: requirements.amount,
        signer,
        signer_nonce: nonce,
        raw,
        hash: viem().keccak256(raw),
        state: 'open',
        created_at: now(),
      }
      if (await insertSettlement(store, row)) return row
      // Another process may have taken the nonce, and not the payment.
      if ((await findSettlement(store, key)) !== undefined) return undefined
    }
    throw new RouteFault('APKT009')
  }

  function inTurn<T>(network: string, work: () => Promise<T>): Promise<T> {
    const turn = (queues.get(network) ?? Promise.resolve()).then(work, work)
    queues.set(
      network,
      turn.catch(() => undefined),
    )
    return turn
  }

  async function receiptOf(row: SettlementRow): Promise<'open' | 'settled' | 'failed'> {
    const receipt = await ask(row.network, 'eth_getTransactionReceipt', [row.hash])
    if (receipt === null || receipt === undefined) return 'open'
    const state = hasMoved(receipt, row) ? 'settled' : 'failed'
    await endSettlement(store, row.hash, state)
    return state
  }

  async function awaitBlock(row: SettlementRow): Promise<Settlement> {
    const until = performance.now() + (deps.patience ?? patience)
    let state = row.state
    while (state === 'open') {
      // A node that does not answer now may do so at the next look.
      state = await receiptOf(row).catch(() => 'open' as const)
      if (state !== 'open' || performance.now() >= until) break
      await wait(pause)
    }
    const { hash: transaction, payer } = row
    const network = row.network as Settlement['network']
    if (state === 'settled') return { success: true, transaction, network, payer }
    const errorReason = state === 'open' ? 'settlement_pending' : 'invalid_exact_evm_transaction_failed'
    return { success: false, errorReason, transaction, network, payer }
  }

  /** A settlement that is there: the same answer to its own key, and to no other. */
  async function answerAgain(row: SettlementRow, given: SettlementAsk): Promise<Settlement> {
    const isOwn = row.project_id === given.project && row.attempt === digestOf(given.idempotencyKey)
    if (isOwn && given.idempotencyKey !== undefined) return awaitBlock(row)
    const network = row.network as Settlement['network']
    return { success: false, errorReason: 'duplicate_settlement', transaction: '', network, payer: row.payer }
  }

  return {
    async settle(given) {
      const { payment, requirements, project } = given
      const { network } = requirements
      const refuse = (errorReason: string, payer?: string): Settlement => ({
        success: false,
        errorReason,
        transaction: '',
        network,
        ...(payer !== undefined && { payer }),
      })
      const key = keyOf(payment, requirements)
      if (key === undefined) return refuse('unsupported_asset_transfer_method')
      const known = await findSettlement(store, key)
      if (known !== undefined) return answerAgain(known, given)
      const verified = await verify(payment, requirements)
      if ('reason' in verified) return refuse(verified.reason, key.payer)
      if ((await countSince(store, project, now() - day)) >= dailyLimit)
        return refuse('settlement_limit_reached', key.payer)
      const row = await inTurn(network, async () => {
        const stored = await begin(verified, key, given)
        // What a node says to it changes nothing: it is stored, and only its receipt counts.
        if (stored !== undefined) await send(stored)
        return stored
      })
      if (row !== undefined) return awaitBlock(row)
      const other = await findSettlement(store, key)
      return other === undefined ? refuse('unexpected_settle_error') : answerAgain(other, given)
    },
    async follow(row) {
      const state = await receiptOf(row)
      if (state === 'open') await send(row)
      return state
    },
  }
}

/** Which payment it is, in one spelling. */
function keyOf({ payload }: PaymentPayload, { network, asset }: PaymentRequirements): PaymentKey | undefined {
  if (!('authorization' in payload)) return undefined
  const { from, nonce } = payload.authorization
  return {
    network,
    asset: asset.toLowerCase(),
    payer: from.toLowerCase(),
    nonce: nonce.toLowerCase(),
  }
}

function digestOf(key: string | undefined): string {
  return key === undefined ? '' : createHash('sha256').update(key).digest('hex')
}
