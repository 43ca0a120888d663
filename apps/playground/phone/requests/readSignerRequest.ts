import { ProviderRpcError } from '@latchkey/testing'
import { bytesToHex, hexToString } from 'viem'
import { isReadable, plainText, signedText } from '../text/plainText.ts'
import type { Asked } from './readRequest.ts'

/** The methods of bitcoin, stacks, polkadot, sui and cosmos that the phone grants. */
export const signerPhoneMethods = [
  'getAccountAddresses',
  'signMessage',
  'stx_getAddresses',
  'stx_signMessage',
  'polkadot_signMessage',
  'sui_getAccounts',
  'sui_signPersonalMessage',
  'cosmos_getAccounts',
  'cosmos_signAmino',
] as const

/** Longest text that the phone shows; a longer one is refused, since a visitor could not read it. */
const longest = 64_000

/**
 * Reads a request for a signature over a text, as the screen shows it. What cannot be shown whole is refused, such as a document of cosmos
 * that moves something.
 * @throws ProviderRpcError 4200 for another method, -32602 for what cannot be read.
 */
export function readSignerRequest(method: string, params: unknown): Asked {
  const members = Object(params) as Readonly<Record<string, unknown>>
  switch (method) {
    case 'signMessage':
      return toMessage(members.address ?? members.account, members.message)
    case 'stx_signMessage':
    case 'polkadot_signMessage':
    case 'sui_signPersonalMessage':
      return toMessage(members.address, members.message)
    case 'cosmos_signAmino':
      return toMessage(members.signerAddress, textOf(members.signDoc, members.signerAddress))
    default:
      throw new ProviderRpcError(4200, `This wallet does not know the method "${plainText(method, 60)}".`)
  }
}

function toMessage(account: unknown, message: unknown): Asked {
  if (typeof account !== 'string' || account.length > 200) throw invalid('The account must be an address.')
  if (typeof message !== 'string') throw invalid('The message must be a string.')
  if (message.length > longest) throw invalid('The message is too long to be read.')
  const hex = bytesToHex(new TextEncoder().encode(message))
  const isText = isReadable(message)
  return {
    kind: 'message',
    account: plainText(account, 120),
    hex,
    ...(isText && { text: signedText(message) }),
  }
}

/** The text in an ADR-36 document; every other document does something, which is not shown here. */
function textOf(document: unknown, signer: unknown): string {
  const { chain_id: chain, account_number, sequence, memo, fee, msgs } = fieldsOf(document)
  const [message, ...more] = Array.isArray(msgs) ? (msgs as readonly unknown[]) : []
  const { type, value } = fieldsOf(message)
  const { signer: named, data } = fieldsOf(value)
  const { amount } = fieldsOf(fee)
  const isText =
    chain === '' &&
    account_number === '0' &&
    sequence === '0' &&
    memo === '' &&
    Array.isArray(amount) &&
    amount.length === 0 &&
    more.length === 0 &&
    type === 'sign/MsgSignData' &&
    named === signer &&
    typeof data === 'string' &&
    data.length <= longest * 4
  if (!isText) throw invalid('This wallet signs only texts on this network.')
  try {
    const bytes = Uint8Array.from(atob(data), letter => letter.charCodeAt(0))
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return hexToString(bytesToHex(bytes))
  } catch {
    throw invalid('The message is not text.')
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function invalid(message: string): ProviderRpcError {
  return new ProviderRpcError(-32602, message)
}
