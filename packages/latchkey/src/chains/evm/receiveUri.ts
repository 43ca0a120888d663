import type { Network } from '../../contract/network.ts'

/** An address and its chain as a payment request of ERC-681, which wallets open as "send to". */
export function receiveUri({
  address,
  network,
}: {
  readonly address: string
  readonly network: Network
}): string {
  const chain = network.caipNetworkId.slice('eip155:'.length)
  return `ethereum:${address}${/^[1-9]\d*$/.test(chain) ? `@${chain}` : ''}`
}
