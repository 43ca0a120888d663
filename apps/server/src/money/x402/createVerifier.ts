import type { PaymentPayload, PaymentRequirements } from 'latchkey/services'
import type { Address, Hex } from 'viem'
import { RouteFault } from '../../core/http/routeFault.ts'
import { viem } from '../../core/libraries/viem.ts'
import { chainNumber } from '../../data/namespaces/namespaces.ts'
import type { RpcOutcome } from '../../data/rpc/callUpstream.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { checkTerms, type PaymentTerms } from './checkTerms.ts'
import { balanceCall, type TokenCall, transferCall, usedCall } from './transferCall.ts'

/** Units of gas that one settlement may take: a token that wants more would spend the facilitator's currency. */
const mostGas = 300_000n

/** A payment that would settle now. */
export interface VerifiedPayment extends PaymentTerms {
  readonly call: TokenCall
  /** With room for what changes until the block. */
  readonly gas: bigint
}

/**
 * Verifies a payment on the chain: signature, balance, nonce, and the transfer itself as a node foresees it (x402 "exact" on EVM). Answers the reason in x402's words
 * where it would not settle. @throws RouteFault APKT009 when no node answers.
 */
export type VerifyPayment = (
  payment: PaymentPayload,
  requirements: PaymentRequirements,
) => Promise<VerifiedPayment | { readonly reason: string }>

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

export function createVerifier(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly signer: Address
  readonly networks: readonly string[]
  readonly now: () => number
}): VerifyPayment {
  const { proxy, signer, networks, now } = deps
  return async (payment, requirements) => {
    const terms = checkTerms(payment, requirements, { networks, now: now() })
    if ('reason' in terms) return terms
    const { payload } = terms
    const { network, asset } = requirements
    const { from, value, nonce } = payload.authorization
    const byKey = await isSignedByKey(terms)
    const call = transferCall(asset, payload, byKey)
    const read = (question: TokenCall) => ({ method: 'eth_call', params: [question, 'latest'] })
    const [code, held, used, gas] = await proxy.call(network, [
      { method: 'eth_getCode', params: [from, 'latest'] },
      read(balanceCall(asset, from)),
      read(usedCall(asset, from, nonce)),
      { method: 'eth_estimateGas', params: [{ from: signer, ...call }] },
    ])
    // An account without code that did not sign: no contract of it can have.
    if (!byKey && resultOf(code) === '0x') return { reason: 'invalid_exact_evm_signature' }
    const balance = wordOf(held)
    if (balance !== undefined && balance < BigInt(value)) return { reason: 'insufficient_funds' }
    if (wordOf(used) === undefined) return { reason: 'invalid_exact_evm_eip3009_not_supported' }
    if (wordOf(used) !== 0n) return { reason: 'invalid_exact_evm_nonce_already_used' }
    const estimated = quantityOf(gas)
    if (estimated === undefined || estimated > mostGas)
      return { reason: 'invalid_exact_evm_transaction_simulation_failed' }
    return { ...terms, call, gas: (estimated * 125n) / 100n }
  }
}

/** Whether the payer's own key signed for exactly this token, network and these terms. */
async function isSignedByKey({ requirements, payload }: PaymentTerms): Promise<boolean> {
  const { authorization, signature } = payload
  // Only the long form: tokens take its three parts.
  if (signature.length !== 132) return false
  const { name = '', version = '' } = requirements.extra
  try {
    const signed = await viem().recoverTypedDataAddress({
      domain: {
        name,
        version,
        chainId: Number(chainNumber(requirements.network)),
        verifyingContract: requirements.asset as Address,
      },
      types,
      primaryType: 'TransferWithAuthorization',
      message: {
        from: authorization.from as Address,
        to: authorization.to as Address,
        value: BigInt(authorization.value),
        validAfter: BigInt(authorization.validAfter),
        validBefore: BigInt(authorization.validBefore),
        nonce: authorization.nonce as Hex,
      },
      signature: signature as Hex,
    })
    return signed.toLowerCase() === authorization.from.toLowerCase()
  } catch {
    return false
  }
}

/** @throws RouteFault APKT009 for a node that did not answer. */
function resultOf(outcome: RpcOutcome | undefined): unknown {
  if (outcome !== undefined && 'result' in outcome) return outcome.result
  if (outcome === undefined || outcome.unanswered === true) throw new RouteFault('APKT009')
  return undefined
}

function wordOf(outcome: RpcOutcome | undefined): bigint | undefined {
  const result = resultOf(outcome)
  return typeof result === 'string' && /^0x[0-9a-fA-F]{64}$/.test(result) ? BigInt(result) : undefined
}

function quantityOf(outcome: RpcOutcome | undefined): bigint | undefined {
  const result = resultOf(outcome)
  return typeof result === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(result) ? BigInt(result) : undefined
}
