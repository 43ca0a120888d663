import { readFailure } from './toWalletError.ts'

/** EIP-1193 and JSON-RPC: no such method, not as asked, not for you. */
const unseenCodes: readonly number[] = [4200, 4100, -32601, -32602, -32600]
/** The words of wallets that lack a method, where they give no code for it. */
const unseenWords = /not (?:supported|available|implemented|exist|found)|unsupported|unknown method/i

/** Whether a wallet refused a request without showing it to the visitor. `more` are codes that mean so in a namespace. */
export function isUnseen(cause: unknown, more: readonly number[] = []): boolean {
  const { code, message } = readFailure(cause)
  if (code !== undefined && (unseenCodes.includes(code) || more.includes(code))) return true
  return (code === undefined || code === -32603) && unseenWords.test(message ?? '')
}
