const likeAmount = /^(?:[^\p{L}\p{N}]+\p{N}|\p{N}{3}|\p{N}+(?:[^\p{L}\p{N}]|$))/u

/** Whether a text goes on with an amount before it, in any digits: "000 USDC" makes a thousand of one, and so does ",000" (T67). */
export function readsAsAmount(text: string): boolean {
  return likeAmount.test(text)
}
