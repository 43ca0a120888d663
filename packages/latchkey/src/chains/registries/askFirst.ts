import { createError } from '../../contract/errors/createError.ts'
import { isUnseen } from '../foreign/isUnseen.ts'
import { readFailure } from '../foreign/toWalletError.ts'
import { askRegistered } from './askRegistered.ts'

/** sats-connect's numbers: no such method, and not for this page. The second is "request pending" in other ecosystems. */
const notSupported = -32_001
export const accessDenied = -32_002

/** A method and what it is asked with. */
export type RegisteredCall = readonly [method: string, params?: unknown]

/** Whether the wallet lacks the method, and showed nothing to the visitor. */
export function lacksMethod(cause: unknown): boolean {
  return isUnseen(cause, [notSupported])
}

/** Asks by a method of sats-connect. @throws as `askRegistered`; LatchkeyError with reason `access-denied` where the page has no permission. */
export async function askGranted(provider: unknown, method: string, params?: unknown): Promise<unknown> {
  try {
    return await askRegistered(provider, method, params)
  } catch (cause) {
    const { code, message } = readFailure(cause)
    if (code !== accessDenied) throw cause
    const context = {
      walletCode: code,
      reason: 'access-denied',
      ...(message !== undefined && { walletMessage: message }),
    }
    throw createError(method === 'signMessage' ? 'SIGN_FAILED' : 'CONNECT_FAILED', { cause, context })
  }
}

/** The answer to the first call that the wallet knows; where it knows none, its last refusal. @throws what `ask` throws for another reason. */
export async function askFirst(
  calls: readonly RegisteredCall[],
  ask: (...call: RegisteredCall) => Promise<unknown>,
): Promise<{ readonly answer: unknown } | { readonly refusal: unknown }> {
  let refusal: unknown
  for (const call of calls) {
    try {
      return { answer: await ask(...call) }
    } catch (cause) {
      if (!lacksMethod(cause)) throw cause
      refusal = cause
    }
  }
  return { refusal }
}
