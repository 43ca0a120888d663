/** Ways to pay at MoonPay: its word, ours, and the currencies in which it takes it where its pages name them. */
const methods: readonly (readonly [theirs: string, ours: string, currencies?: readonly string[]])[] = [
  ['credit_debit_card', 'card'],
  ['apple_pay', 'apple_pay'],
  ['google_pay', 'google_pay'],
  ['ach_bank_transfer', 'ach_bank_account', ['USD']],
  ['sepa_bank_transfer', 'sepa', ['EUR']],
  ['gbp_bank_transfer', 'gbp_bank_transfer', ['GBP']],
  ['pix_instant_payment', 'pix', ['BRL']],
]

/** Our words for the ways to pay in a currency. */
export function methodsIn(currency: string): readonly string[] {
  return methods.flatMap(([, ours, currencies]) => (currencies?.includes(currency) === false ? [] : [ours]))
}

export function methodOfMoonPay(theirs: string): string {
  return methods.find(([each]) => each === theirs)?.[1] ?? theirs.toLowerCase()
}

export function methodToMoonPay(ours: string): string {
  return methods.find(([, each]) => each === ours)?.[0] ?? ours
}
