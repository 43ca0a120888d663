import { checkPay } from '../../engine/flows/pay/checkPay.ts'
import type { PayOptions, PayResult } from '../../engine/flows/pay/payFlow.ts'
import type { Runtime } from '../runtime/runtime.ts'

/**
 * Opens Pay for what was asked for, and resolves with how far it has come when the visitor closes.
 * @throws LatchkeyError PAYMENT_INVALID, PAYMENT_UNSUPPORTED before anything opens; CHUNK_FAILED, DESTROYED.
 */
export async function showPay(runtime: Runtime, options: PayOptions): Promise<PayResult> {
  // What is no payment is the author's to hear, and nothing to show a visitor.
  await checkPay(runtime.engine.ctx, options)
  // A copy: each call is a payment of its own, and the page cannot change it any more.
  return runtime.open({ view: 'Pay', arguments: Object.freeze({ ...options }) }) as Promise<PayResult>
}
