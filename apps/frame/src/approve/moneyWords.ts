import { toDecimalString } from 'latchkey/contract'
import { shortAddress, toFiatDecimal } from 'latchkey/evmcodec'
import type { Telling } from './telling.ts'

/** What stands for the name of a network's own currency where no source names it. */
const coin = 'of its coin'

/** By which a token's words and price are found: the case of hexadecimal digits says nothing, that of other alphabets does. */
export function tokenKey(token: string): string {
  return token.startsWith('0x') ? token.toLowerCase() : token
}

type Named = Pick<Telling, 'network' | 'tokens' | 'prices'>

/** An amount in words, exact to its last digit. */
export interface MoneyWords {
  readonly value: string
  /** About what it is worth; absent where no fresh price is known. */
  readonly fiat?: string
  /** The same amount in the token's own words, where no list has it: they explain nothing (T58, T67). */
  readonly claim?: string
}

/**
 * An amount of a token, or of the network's own currency without one. A token on no list is counted in base units, under its
 * address.
 */
export function moneyWords(amount: bigint, token: string | undefined, telling: Named): MoneyWords {
  const fiat = fiatWords(amount, token, telling)
  const claim = token === undefined ? undefined : claimWords(amount, token, telling)
  return {
    value: amountWords(amount, token, telling),
    ...(fiat !== undefined && { fiat }),
    ...(claim !== undefined && { claim }),
  }
}

/** The amount alone, as exactly as it is known; base units where no list knows the decimals. */
export function amountWords(amount: bigint, token: string | undefined, telling: Named): string {
  if (token === undefined) return nativeWords(amount, telling)
  const words = telling.tokens[tokenKey(token)]
  const { decimals } = words ?? {}
  return words?.isListed && decimals !== undefined
    ? `${decimalWords(amount, decimals)} ${nameOf(token, telling)}`
    : `${groupDigits(String(amount))} base units of ${nameOf(token, telling)}`
}

/** An amount of a network's own currency. */
export function nativeWords(amount: bigint, { network }: Pick<Telling, 'network'>): string {
  const { symbol, decimals } = network.nativeCurrency
  return `${decimalWords(amount, decimals)} ${symbol || coin}`
}

/** A token's symbol by a list; its address, shortened, where no list has it. */
export function nameOf(token: string, { tokens }: Pick<Telling, 'tokens'>): string {
  const words = tokens[tokenKey(token)]
  return (words?.isListed && words.symbol) || shortAddress(token)
}

/** About what an amount is worth in US dollars; undefined for nothing and without a price. It decides nothing. */
export function fiatWords(
  amount: bigint,
  token: string | undefined,
  { network, tokens, prices }: Named,
): string | undefined {
  const price = prices?.[token === undefined ? '' : tokenKey(token)]
  const words = token === undefined ? undefined : tokens[tokenKey(token)]
  const decimals = token === undefined ? network.nativeCurrency.decimals : words?.decimals
  // A token that names its own decimals could name any worth.
  if (price === undefined || decimals === undefined || amount <= 0n) return undefined
  if (token !== undefined && !words?.isListed) return undefined
  const text = toFiatDecimal({ value: amount, decimals }, price)
  if (text === undefined) return undefined
  return /[1-9]/.test(text) ? `≈ $${groupDigits(text)}` : '< $0.01'
}

function claimWords(amount: bigint, token: string, { tokens }: Named): string | undefined {
  const words = tokens[tokenKey(token)]
  if (!words || words.isListed || words.isCollection || (words.symbol ?? words.decimals) === undefined)
    return undefined
  const size = words.decimals === undefined ? '' : decimalWords(amount, words.decimals)
  // Where no name of its own is read (Solana), its decimals say no more than how it is counted.
  if (words.symbol === undefined) return `The token counts it as ${size}`
  return `The token calls it ${size && `${size} `}“${words.symbol}”`
}

function decimalWords(value: bigint, decimals: number): string {
  return groupDigits(toDecimalString({ value, decimals }))
}

/** Groups thousands, so that an extra zero is visible. */
function groupDigits(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
