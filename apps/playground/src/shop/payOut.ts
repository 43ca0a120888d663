import type { Latchkey, Network } from 'latchkey'
import { type Devstack, localNetworks } from '../devstack.ts'

/**
 * Asks the faucet to pay the active account on its network. Returns what it did, as a sentence.
 * @throws Error with a sentence for the visitor.
 */
export async function payOut(latchkey: Latchkey, devstack: Devstack): Promise<string> {
  const { accounts, activeNamespace, network } = latchkey.getState()
  const address = activeNamespace && accounts[activeNamespace]?.address
  if (!address) throw new Error('Connect a wallet first.')
  if (!localNetworks(devstack).some(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)) {
    throw new Error('The faucet pays on the local chains only.')
  }
  const response = await fetch(devstack.faucet, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chainId: faucetName(network), address }),
    signal: AbortSignal.timeout(30_000),
  }).catch(cause => {
    throw new Error('The faucet didn’t answer. Is the local stack running?', { cause })
  })
  if (response.ok) return `Sent to your account on ${network.name}.`
  const { message } = (await response.json().catch(() => ({}))) as { readonly message?: unknown }
  throw new Error(typeof message === 'string' ? message : 'The faucet didn’t pay.')
}

/** Chains of EVM by their number, others by their CAIP-2 id. */
function faucetName({ chainNamespace, caipNetworkId, id }: Network): number | string {
  return chainNamespace === 'eip155' ? Number(id) : caipNetworkId
}
