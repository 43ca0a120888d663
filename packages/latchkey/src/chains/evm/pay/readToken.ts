import type { Paying } from '../../../contract/paying.ts'
import { readWord } from '../codec/abi.ts'
import { readText } from '../codec/abiBytes.ts'
import { parseAddress } from '../codec/address.ts'
import { onlyWord } from '../swap/readAllowance.ts'

/** `decimals()` and `symbol()` of ERC-20. */
const decimalsSelector = '0x313ce567'
const symbolSelector = '0x95d89b41'

/** Reads decimals and symbol of an ERC-20; undefined for what has no decimals, and so is none. */
export const readToken: Paying['token'] = async (rpc, { address }, signal) => {
  const to = parseAddress(address)
  if (!to) return undefined
  const [decimals, symbol] = await Promise.all([
    rpc('eth_call', [{ to, data: decimalsSelector }, 'latest'], signal),
    // Without a symbol it is a token all the same.
    rpc('eth_call', [{ to, data: symbolSelector }, 'latest'], signal).catch(() => undefined),
  ])
  const told = onlyWord(decimals)
  if (told === undefined || told > 255n) return undefined
  const text = readText(symbol) ?? shortText(symbol)
  return { decimals: Number(told), ...(text && { symbol: text }) }
}

/** Old tokens answer a word with letters in it. */
function shortText(answer: unknown): string | undefined {
  const word = typeof answer === 'string' && answer.length === 66 ? readWord(answer) : undefined
  if (word === undefined) return undefined
  const bytes = (word.toString(16).padStart(64, '0').match(/../g) ?? []).map(each =>
    Number.parseInt(each, 16),
  )
  const end = bytes.indexOf(0)
  const letters = end < 0 ? bytes : bytes.slice(0, end)
  return letters.every(byte => byte >= 0x20 && byte < 0x7f) ? String.fromCharCode(...letters) : undefined
}
