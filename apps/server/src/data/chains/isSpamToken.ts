import { cleanText } from './cleanText.ts'

/** Words that lure; harmless on their own. */
const lure =
  /claim|visit|reward|airdrop|bonus|voucher|giveaway|gift|free|win\b|winner|eligib|redeem|ticket|connect/i
/** A name of the web somewhere in the text: labels, a dot, letters. */
const domain = /[\p{L}\p{N}-]{1,63}\.\p{L}{2,24}/u
const address = /https?:|www\.|\bt\.me\b|[<>]/i
const latin = /\p{Script=Latin}/u
/** Scripts with letters that look like Latin ones. */
const twins = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Lisu}]/u

/**
 * Whether an unlisted token looks like bait: an address to visit, invisible characters, letters of two scripts that
 * look alike, or the symbol of a token listed on the chain. A guess to hide by.
 */
export function isSpamToken(
  token: { readonly name: string; readonly symbol: string },
  listedSymbols: ReadonlySet<string>,
): boolean {
  return listedSymbols.has(token.symbol.toUpperCase()) || isBait(token.name, 512) || isBait(token.symbol, 128)
}

function isBait(text: string, limit: number): boolean {
  // No honest name is as long, and the checks below take time by length.
  if (text.length > limit) return true
  const plain = text.normalize('NFKC')
  return (
    address.test(plain) ||
    (domain.test(plain) && lure.test(plain)) ||
    (latin.test(plain) && twins.test(plain)) ||
    hidesSomething(text, limit)
  )
}

/** Spaces and marks may differ; a character that is dropped may not. */
function hidesSomething(text: string, limit: number): boolean {
  const bare = (value: string) => value.normalize('NFC').replace(/\s+/g, '')
  return bare(cleanText(text, limit) ?? '') !== bare(text)
}
