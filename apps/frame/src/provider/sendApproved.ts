import type { CaipNetworkId, RpcRequest } from 'latchkey/contract'
import {
  checkChain,
  countOf,
  estimateFee,
  fieldOf,
  type Hex,
  parseQuantity,
  type TransferFee,
  textOf,
  toQuantity,
} from 'latchkey/evmcodec'
import type { Call } from '../approve/effects/decodeCall.ts'
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
}

export type SendApproved = (login: LoggedIn, approved: ApprovedCall) => Promise<Hex>

/** For so long a node may not have heard of the transaction before. */
const settling = 30_000
const looks = 3
const lookWait = 1_000

/**
 * Sends what was agreed to: on nodes of that very chain (T61), in the account's next place, once (T73, F19).
 * Tabs of one browser do it one after the other.
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
          chainId: BigInt(chainId.slice('eip155:'.length)),
          nonce,
          ...readFee(fee),
          ...call,
        })
        try {
          await broadcast(nodes, signed, deps.clock)
        } catch (cause) {
          // It was not taken for sure: another one had its place. Once, with the place that is free now.
          if (turn === 0 && fieldOf(fieldOf(fieldOf(cause, 'context'), 'rpc'), 'message') === placeTaken)
            continue
          throw cause
        }
        last.set(key, { nonce, at: deps.clock.now() })
        return signed.hash
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

const placeTaken = 'Another transaction of the account has its place.'

/** Hands it to the network until somebody says that it is there; the same bytes again are the same transaction. */
async function broadcast(
  nodes: RpcRequest,
  { raw, hash }: { readonly raw: Hex; readonly hash: Hex },
  clock: ProviderDeps['clock'],
): Promise<void> {
  for (let look = 0; look < looks; look++) {
    try {
      await nodes('eth_sendRawTransaction', [raw])
      return
    } catch (cause) {
      const words = cause instanceof NodeFault ? (textOf(cause.message, 200) ?? '') : undefined
      if (words !== undefined && /already (?:known|imported)|known transaction/i.test(words)) return
      if (await isThere(nodes, hash)) return
      if (words !== undefined) {
        const isTaken = /nonce (?:is )?too low|replacement transaction underpriced/i.test(words)
        throw refusal('transactionRejected', { ...(words && { message: isTaken ? placeTaken : words }) })
      }
    }
    await clock.wait(lookWait * 2 ** look)
  }
  if (await isThere(nodes, hash)) return
  // It may be on its way: whoever asked gets the hash to look for, and nobody sends it anew.
  throw refusal('unavailable', {
    code: 'SEND_UNKNOWN',
    message: 'The outcome of the transaction is not known',
    data: { hash },
  })
}

async function isThere(nodes: RpcRequest, hash: Hex): Promise<boolean> {
  const found = await nodes('eth_getTransactionByHash', [hash]).catch(() => undefined)
  return fieldOf(found, 'hash') === hash
}
