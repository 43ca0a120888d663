/** A payment URI (BIP-21) without an amount: the visitor who scans it names it. */
export function receiveUri({ address }: { readonly address: string }): string {
  return `bitcoin:${address}`
}
