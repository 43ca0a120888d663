import type { Latchkey } from 'latchkey'
import { type Devstack, localNetworks } from '../devstack.ts'
import type { Print } from './prints.ts'

interface Eip1193 {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

/** The last of the ten public test accounts stands in for the till of the shop. */
const till = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
/** The same on Solana: the last of the public test addresses. */
const solanaTill = '8SFqwqnq4whPhs8icwHA2hQg3hUoN1qrCLK1SBx3WKwe'

/**
 * Pays for a print on the active network, and answers the transaction's id.
 * @throws what the wallet throws, with its own words; LatchkeyError MODAL_CLOSED when the visitor leaves the widget.
 */
export async function buyPrint(latchkey: Latchkey, devstack: Devstack, print: Print): Promise<string> {
  const { network } = latchkey.getState()
  if (!localNetworks(devstack).some(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId)) {
    throw new Error('Prints are sold on the local chains only.')
  }
  return network.chainNamespace === 'solana'
    ? await payInWidget(latchkey, print)
    : await payByProvider(latchkey, print)
}

/** As any dApp would: through the provider of the connected wallet. */
async function payByProvider(latchkey: Latchkey, print: Print): Promise<string> {
  const provider = latchkey.getProvider('eip155') as Eip1193 | undefined
  const from = latchkey.getState().accounts.eip155?.address
  if (!provider || !from) throw new Error('Connect a wallet first.')
  const value = `0x${toWei(print.price).toString(16)}`
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [{ from, to: till, value }] })
  if (typeof hash !== 'string') throw new Error('The wallet sent no transaction hash.')
  return hash
}

/** By the widget's own form, filled in: a shop without an SDK of Solana has no transaction to hand over. */
async function payInWidget(latchkey: Latchkey, print: Print): Promise<string> {
  const { hash } = await latchkey.open({
    view: 'WalletSend',
    namespace: 'solana',
    arguments: { amount: print.price, to: solanaTill },
  })
  if (hash === undefined) throw new Error('The wallet sent no transaction id.')
  return hash
}

function toWei(ether: string): bigint {
  const [whole = '0', part = ''] = ether.split('.')
  return BigInt(whole) * 10n ** 18n + BigInt(part.padEnd(18, '0'))
}
