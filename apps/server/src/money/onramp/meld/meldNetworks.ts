/** Our words for Meld's ways to pay, where they are not the same in lower case. */
const methods = [
  ['CREDIT_DEBIT_CARD', 'card'],
  ['ACH', 'ach_bank_account'],
] as const

export function methodOfMeld(method: string): string {
  return methods.find(([theirs]) => theirs === method)?.[1] ?? method.toLowerCase()
}

export function methodToMeld(method: string): string {
  return methods.find(([, ours]) => ours === method)?.[0] ?? method.toUpperCase()
}
