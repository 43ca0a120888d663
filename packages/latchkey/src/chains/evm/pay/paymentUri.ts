import type { Paying } from '../../../contract/paying.ts'
import { toTransferCall } from '../send/transferCall.ts'

/**
 * A payment request of ERC-681 with chain and amount: of the network's own currency, or of a token.
 * @throws LatchkeyError RECEIVER_INVALID, TOKEN_REQUIRED, INVALID_AMOUNT.
 */
export const paymentUri: Paying['uri'] = transfer => {
  const { to, asset, amount, network } = transfer
  // Checked as a transfer is: after this it is money. The sender is not known yet.
  const call = toTransferCall({ ...transfer, from: `${network.caipNetworkId}:${to}` })
  const chain = network.caipNetworkId.slice('eip155:'.length)
  if (asset.address === undefined) return `ethereum:${call.to}@${chain}?value=${amount.value}`
  return `ethereum:${call.to}@${chain}/transfer?address=${to}&uint256=${amount.value}`
}
