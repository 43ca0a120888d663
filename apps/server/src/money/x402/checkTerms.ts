import type { PaymentPayload, PaymentRequirements } from 'latchkey/services'
import type { Authorization } from './transferCall.ts'

/** Seconds that have to be left for the block. */
const leastTime = 6

/** What a payment is about, once it says what is required. */
export interface PaymentTerms {
  readonly requirements: PaymentRequirements
  readonly payload: Authorization
}

/**
 * Compares what was signed with what is required, before any node is asked. Answers the terms, or the reason in x402's words.
 */
export function checkTerms(
  payment: PaymentPayload,
  requirements: PaymentRequirements,
  rules: { readonly networks: readonly string[]; readonly now: number },
): PaymentTerms | { readonly reason: string } {
  const { accepted, payload } = payment
  if (!rules.networks.includes(requirements.network)) return { reason: 'invalid_network' }
  if (accepted.network !== requirements.network) return { reason: 'invalid_exact_evm_network_mismatch' }
  // The proxy contract that Permit2 payments go through is none of ours.
  if (!('authorization' in payload) || (requirements.extra.assetTransferMethod ?? 'eip3009') !== 'eip3009')
    return { reason: 'unsupported_asset_transfer_method' }
  if (!isSame(accepted.asset, requirements.asset) || accepted.amount !== requirements.amount)
    return { reason: 'invalid_payment_requirements' }
  if (requirements.extra.name === undefined || requirements.extra.version === undefined)
    return { reason: 'invalid_exact_evm_missing_eip712_domain' }
  const { to, value, validAfter, validBefore } = payload.authorization
  if (!isSame(to, requirements.payTo)) return { reason: 'invalid_exact_evm_recipient_mismatch' }
  if (BigInt(value) !== BigInt(requirements.amount))
    return { reason: 'invalid_exact_evm_authorization_value' }
  const seconds = BigInt(Math.floor(rules.now / 1_000))
  if (BigInt(validAfter) > seconds) return { reason: 'invalid_exact_evm_payload_authorization_valid_after' }
  if (BigInt(validBefore) < seconds + BigInt(leastTime))
    return { reason: 'invalid_exact_evm_payload_authorization_valid_before' }
  return { requirements, payload }
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
