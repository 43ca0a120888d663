// A page with the widget for Bitcoin, and sats-connect, which does not know it, as a client of the same wallets.
import {
  AddressPurpose,
  BaseAdapter,
  defaultAdapters,
  getProviders,
  MessageSigningProtocols,
  type Requests,
} from '@sats-connect/core'
import { createLatchkey } from 'latchkey'
import { bitcoin } from 'latchkey/bitcoin'
import { defineLatchkeyButton } from 'latchkey/element'
import { bitcoin as bitcoinMainnet, bitcoinTestnet4 } from 'latchkey/networks'

const latchkey = createLatchkey({
  projectId: 'latchkey-dev',
  metadata: { name: 'Host page', url: location.origin },
  networks: [bitcoinMainnet, bitcoinTestnet4],
  adapters: [bitcoin()],
})

/** sats-connect's own adapter for a wallet, by the wallet's place on `window`. */
function adapterOf(id: string) {
  const Adapter = defaultAdapters[id]
  return Adapter ? new Adapter() : new BaseAdapter(id)
}

/** What tests use of sats-connect; a refusal is an error with the wallet's number. */
const sats = {
  providers: () => getProviders().map(({ id, name }) => ({ id, name })),
  async request(id: string, method: keyof Requests, params: unknown) {
    const answer = await adapterOf(id).request(method, params as never)
    if (!answer) throw new Error('No answer.')
    if (answer.status === 'error') throw new Error(`${answer.error.code} ${answer.error.message}`)
    return answer.result as unknown
  },
  accounts: (id: string) =>
    sats.request(id, 'getAccounts', { purposes: [AddressPurpose.Payment, AddressPurpose.Ordinals] }),
  sign: (id: string, address: string, message: string) =>
    sats.request(id, 'signMessage', { address, message, protocol: MessageSigningProtocols.BIP322 }),
  /** The names of the events that sats-connect has heard. */
  heard: [] as string[],
  listen(id: string) {
    adapterOf(id).addListener({ eventName: 'accountChange', cb: () => void sats.heard.push('accountChange') })
  },
}
Object.assign(window, { latchkey, sats })
defineLatchkeyButton(latchkey)

const button = document.createElement('latchkey-button')
document.getElementById('root')?.append(button)
