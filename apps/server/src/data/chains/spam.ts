import { isSpamToken } from './isSpamToken.ts'

/** What a token says of itself, and where it is. */
export interface NamedToken {
  readonly address: string
  readonly name: string | null
  readonly symbol: string | null
  readonly fungible: boolean
}

/** The known properties of a chain's tokens, apart from their words. */
export interface SpamRules {
  /** Whether the token is listed: a listed one is no spam, whatever its name. */
  readonly vouched: (address: string) => boolean
  /** Symbols of vouched tokens and the native currency, in capitals. */
  readonly symbols: ReadonlySet<string>
  /** The operator's list. */
  readonly listed: (address: string) => boolean
}

/** Symbols that are worth dressing up as. */
const knownSymbols: ReadonlySet<string> = new Set([
  'ETH',
  'WETH',
  'STETH',
  'WSTETH',
  'BTC',
  'WBTC',
  'CBBTC',
  'USDC',
  'USDT',
  'DAI',
  'USDS',
  'USDE',
  'PYUSD',
  'FRAX',
  'BNB',
  'POL',
  'MATIC',
  'AVAX',
  'ARB',
  'OP',
  'UNI',
  'LINK',
  'AAVE',
  'SHIB',
  'PEPE',
])

// Letters that look like Latin capitals once they are capitals themselves: Cyrillic, then Greek.
const lookAlikes: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  С: 'C',
  Ԁ: 'D',
  Е: 'E',
  Ғ: 'F',
  Ԍ: 'G',
  Н: 'H',
  І: 'I',
  Ӏ: 'I',
  Ј: 'J',
  К: 'K',
  М: 'M',
  О: 'O',
  Р: 'P',
  Ԛ: 'Q',
  Ѕ: 'S',
  Т: 'T',
  Ѵ: 'V',
  Ԝ: 'W',
  Х: 'X',
  У: 'Y',
  Α: 'A',
  Β: 'B',
  Ε: 'E',
  Ζ: 'Z',
  Η: 'H',
  Ι: 'I',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ο: 'O',
  Ρ: 'P',
  Τ: 'T',
  Υ: 'Y',
  Χ: 'X',
}

/**
 * Whether a token is spam by what it is: on the operator's list, named like bait, or with the symbol of a known one,
 * in its own letters or in others that look the same.
 */
export function isSpamAsset(token: NamedToken, rules: SpamRules): boolean {
  if (rules.vouched(token.address)) return false
  if (rules.listed(token.address)) return true
  const said = { name: token.name ?? '', symbol: token.symbol ?? '' }
  // A collection may have a coin's name: a visitor does not take it for money.
  return isSpamToken(said, token.fungible ? rules.symbols : new Set()) || isLookAlike(token.symbol)
}

/** Whether a transfer is spam for the account: of a spam token, or of zero, caused by another account. */
export function isSpamTransfer(transfer: {
  readonly amount: bigint
  /** False for the native currency. */
  readonly isSpamAsset: boolean
  /** Whether the account sent the transaction. */
  readonly own: boolean
}): boolean {
  return !transfer.own && (transfer.isSpamAsset || transfer.amount === 0n)
}

function isLookAlike(symbol: string | null): boolean {
  if (symbol === null || /^[\x20-\x7e]*$/.test(symbol)) return false
  const plain = [...symbol.slice(0, 64).normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()]
    .map(letter => lookAlikes[letter] ?? letter)
    .join('')
    .replace(/[^A-Z0-9]/g, '')
  return knownSymbols.has(plain)
}
