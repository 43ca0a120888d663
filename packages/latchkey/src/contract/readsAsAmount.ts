const likeAmount = /^(?:[^\p{L}\p{N}]+\p{N}|\p{N}{3}|\p{N}+(?:[^\p{L}\p{N}]|$))/u

/**
 * Whether a text would extend an amount shown before it, in any digits: "000 USDC" turns one into a thousand, and so
 * does ",000" (T67).
 */
export function readsAsAmount(text: string): boolean {
  return likeAmount.test(text)
}
