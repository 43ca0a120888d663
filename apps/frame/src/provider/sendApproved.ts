import type { CaipNetworkId } from 'latchkey/contract'
import {
  checkChain,
  countOf,
  estimateFee,
  fieldOf,
  type Hex,
  parseQuantity,
  type TransferFee,
  toQuantity,
} from 'latchkey/evmcodec'
import type { Call } from '../approve/effects/decodeCall.ts'
import { broadcast } from './broadcast.ts'
import type { ProviderDeps } from './deps.ts'
import type { GasFee } from './evm/transaction.ts'
import type { LoggedIn } from './loggedIn.ts'
import { networkFacts } from './networkFacts.ts'
import { NoAnswer, NodeFault } from './nodes.ts'
import { refusal } from './refusal.ts'
import { signTransaction } from './signApproved.ts'

/** A call that was agreed to. */
export interface ApprovedCall {
  readonly account: Hex
  readonly chainId: CaipNetworkId
  readonly call: Call
  /** The page's own limit of gas. */
  readonly gas?: bigint | undefined
  /** As it was shown; asked for anew where it could not be had. */
  readonly fee?: TransferFee | undefined
  /** Waited for before it is handed to the network, each time that it is signed. */
  readonly signed?: (hash: Hex) => Promise<void>
}

export type SendApproved = (login: LoggedIn, approved: ApprovedCall) => Promise<Hex>

/** For so long a node may not have heard of the transaction before. */
const settling = 30_000

/**
 * Sends an approved transaction on nodes of its chain (T61), with the account's next nonce, once (T73, F19). Tabs of
 * one browser take turns.
 */
export function createSendApproved(deps: Pick<ProviderDeps, 'nodes' | 'clock' | 'locks'>): SendApproved {
  const last = new Map<string, { readonly nonce: bigint; readonly at: number }>()

  return (login, approved) => {
    const { account, chainId, call, gas } = approved
    const nodes = deps.nodes(chainId)
    const key = `${chainId} ${account}`

    async function send(): Promise<Hex> {
      for (let turn = 0; ; turn++) {
        const [fee, count] = await facts()
        const before = last.get(key)
        const isFresh = before !== undefined && deps.clock.now() - before.at < settling
        const nonce = isFresh && turn === 0 && before.nonce >= count ? before.nonce + 1n : count
        const signed = await signTransaction(login, account, {
          chainId: BigInt(networkFacts(chainId).id),
          nonce,
          ...readFee(fee),
          ...call,
        })
        await approved.signed?.(signed.hash)
        if ((await broadcast(nodes, signed, deps.clock)) === 'sent') {
          last.set(key, { nonce, at: deps.clock.now() })
          return signed.hash
        }
        // Once more, with the place that is free now.
        if (turn > 0)
          throw refusal('transactionRejected', {
            message: 'Another transaction of the account has its place.',
          })
      }
    }

    async function facts(): Promise<readonly [TransferFee, bigint]> {
      const signal = AbortSignal.timeout(20_000)
      const asked = {
        from: account,
        ...(call.to && { to: call.to }),
        value: toQuantity(call.value),
        data: call.data,
      }
      try {
        const [, count, fee] = await Promise.all([
          checkChain(nodes, chainId, signal),
          countOf(nodes, account, 'pending', signal),
          approved.fee ??
            estimateFee(
              nodes,
              { call: asked, network: networkFacts(chainId), ...(gas !== undefined && { limit: gas }) },
              signal,
            ),
        ])
        if (!fee)
          throw refusal('transactionRejected', { message: 'What the network takes for it is not known.' })
        return [fee, count]
      } catch (cause) {
        if (
          fieldOf(cause, 'code') === 'SEND_FAILED' &&
          fieldOf(fieldOf(cause, 'context'), 'rpc') === undefined
        )
          throw refusal('chainDisconnected', { message: 'The network’s nodes are of another chain.' })
        if (cause instanceof NoAnswer || cause instanceof NodeFault) throw refusal('unavailable')
        throw cause
      }
    }

    return deps.locks.request(`latchkey send ${key}`, send) as Promise<Hex>
  }
}

/** The fee as it was shown, in the fields that are signed. */
function readFee(fee: TransferFee): { readonly gas: bigint; readonly fee: GasFee } {
  const read = (name: string) => parseQuantity(fee.details[name])
  const [gas, gasPrice] = [read('gas'), read('gasPrice')]
  const [maxFeePerGas, maxPriorityFeePerGas] = [read('maxFeePerGas'), read('maxPriorityFeePerGas')]
  if (gas !== undefined && gasPrice !== undefined) return { gas, fee: { gasPrice } }
  if (gas === undefined || maxFeePerGas === undefined || maxPriorityFeePerGas === undefined)
    throw refusal('transactionRejected', { message: 'What the network takes for it is not known.' })
  return { gas, fee: { maxFeePerGas, maxPriorityFeePerGas } }
}
