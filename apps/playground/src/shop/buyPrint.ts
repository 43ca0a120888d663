import type { Latchkey } from 'latchkey'
import type { Devstack } from '../devstack.ts'
import type { Print } from './prints.ts'

interface Eip1193 {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>
}

// The last of the ten public test accounts stands in for the till of the shop.
const till = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'

/**
 * Pays for a print as any dApp would: through the provider of the connected wallet.
 * @throws what the wallet throws, with its own words.
 */
export async function buyPrint(latchkey: Latchkey, devstack: Devstack, print: Print): Promise<string> {
  const provider = latchkey.getProvider('eip155') as Eip1193 | undefined
  const { accounts, network } = latchkey.getState()
  const from = accounts.eip155?.address
  if (!provider || !from) throw new Error('Connect a wallet first.')
  if (!devstack.chains.some(chain => chain.caipNetworkId === network.caipNetworkId)) {
    throw new Error('Prints are sold on the local chains only.')
  }
  const value = `0x${toWei(print.price).toString(16)}`
  const hash = await provider.request({ method: 'eth_sendTransaction', params: [{ from, to: till, value }] })
  if (typeof hash !== 'string') throw new Error('The wallet sent no transaction hash.')
  return hash
}

function toWei(ether: string): bigint {
  const [whole = '0', part = ''] = ether.split('.')
  return BigInt(whole) * 10n ** 18n + BigInt(part.padEnd(18, '0'))
}
