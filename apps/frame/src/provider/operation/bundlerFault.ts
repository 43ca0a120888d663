import { providerCodes } from 'latchkey/contract'
import { loadReasons, textOf } from 'latchkey/evmcodec'
import { rpcRefusal } from 'latchkey/services'
import type { NodeFault } from '../nodes.ts'

/** Words for what entry points and bundlers say by numbers of their own (ERC-4337, ERC-7769). */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/\bAA21\b/, 'The account cannot pay the fee.'],
  [/\bAA3\d\b/, 'The sponsor does not pay for it any more.'],
  [/\bAA25\b/, 'Another operation of the account has its place.'],
]

const { invalid, method, limit, notFound } = rpcRefusal
const ownRefusals: readonly number[] = [invalid, method, limit, notFound, providerCodes.invalidParams]

/** Whether a bundler says by this error that it tried an operation, and that it does not work (ERC-7769). */
export function isOperationFault(code: number): boolean {
  return code <= -32_500 && code >= -32_599
}

/** Whether an error says that an operation was not taken: of the services and JSON-RPC, and those of bundlers. */
export function isNotTaken(code: number): boolean {
  return isOperationFault(code) || ownRefusals.includes(code)
}

/** Why a bundler says that an operation does not work; undefined where it gives no reason that can be read. */
export async function reasonOfFault({ message, data }: NodeFault): Promise<string | undefined> {
  const known = reasons.find(([pattern]) => pattern.test(message))?.[1]
  if (known !== undefined) return known
  const decoded = await loadReasons()
  return decoded?.decodeRevert(data) ?? decoded?.decodeRevert(/0x[\da-f]{8,}/i.exec(message)?.[0])
}

/** Bundlers put whole reverts into their words, which say nothing to a reader. */
export function wordsOfFault({ message }: NodeFault): string | undefined {
  return textOf(message.replaceAll(/0x[\da-f]{8,}/gi, '…'), 200)
}
