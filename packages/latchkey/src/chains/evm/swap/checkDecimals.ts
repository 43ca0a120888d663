import type { RpcRequest } from '../../../contract/adapter.ts'
import type { Network } from '../../../contract/network.ts'
import type { SentAsset } from '../../../contract/send.ts'
import type { SwapTerms } from '../../../contract/swap.ts'
import { unsafe } from './compareSwap.ts'
import { onlyWord } from './readAllowance.ts'
import { tokenOf } from './swapReads.ts'

/** `decimals()` of ERC-20. */
const decimalsSelector = '0x313ce567'

/**
 * Asks the tokens of this network how many decimals they have: with fewer in a list than on the chain, the least that arrives is next to
 * nothing of what is shown (T74).
 * @throws LatchkeyError SWAP_UNSAFE with `context.reason` `decimals`.
 */
export async function checkDecimals(rpc: RpcRequest, terms: SwapTerms, signal: AbortSignal): Promise<void> {
  const { sell, buy, network, toNetworkId = network.caipNetworkId } = terms
  const here = toNetworkId === network.caipNetworkId ? [sell, buy] : [sell]
  await Promise.all(here.map(asset => checkToken(rpc, { network, asset }, signal)))
}

/**
 * The same of one token, on the network where it is. A token, or a node, that does not say is let pass: its amounts are compared all the same.
 * @throws LatchkeyError SWAP_UNSAFE with `context.reason` `decimals`.
 */
export async function checkToken(
  rpc: RpcRequest,
  { network, asset }: { readonly network: Network; readonly asset: SentAsset },
  signal: AbortSignal,
): Promise<void> {
  const to = tokenOf(asset)
  if (to === undefined) {
    if (asset.decimals !== network.nativeCurrency.decimals) throw unsafe('decimals')
    return
  }
  const answer = await rpc('eth_call', [{ to, data: decimalsSelector }, 'latest'], signal).catch(
    () => undefined,
  )
  const told = onlyWord(answer)
  if (told !== undefined && told !== BigInt(asset.decimals)) throw unsafe('decimals')
}
