// A page with a wallet made of the ecosystem's injector and key ring, and with the library that finds wallets for other sites.

import { createSimulatedPolkadotWallet } from '@latchkey/testing'
import { web3Accounts, web3Enable, web3FromAddress } from '@polkadot/extension-dapp'
import { injectExtension } from '@polkadot/extension-inject'
import { Keyring } from '@polkadot/keyring'
import { stringToHex, u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { createLatchkey } from 'latchkey'
import { kusamaAssetHub, polkadotAssetHub } from 'latchkey/networks'
import { polkadot } from 'latchkey/polkadot'
import { ConnectButton, LatchkeyProvider, NetworkButton, useAccount } from 'latchkey/react'
import { StrictMode, useState } from 'react'
import { createRoot } from 'react-dom/client'

const query = new URLSearchParams(location.search)
const services = query.get('services') ?? undefined

await cryptoWaitReady()
const ring = new Keyring()
const type = query.get('type') === 'ed25519' ? 'ed25519' : query.get('type') === 'ecdsa' ? 'ecdsa' : 'sr25519'
const pair = ring.addFromUri('//Alice', {}, type)
const accounts = [{ address: pair.address, name: 'Alice', type }]

injectExtension(
  async () => ({
    accounts: {
      get: async () => accounts,
      subscribe(listener) {
        listener(accounts)
        return () => undefined
      },
    },
    signer: {
      // As the extension's own background does.
      signRaw: async ({ address, data }) => ({
        id: 1,
        signature: u8aToHex(ring.getPair(address).sign(u8aWrapBytes(data))),
      }),
    },
  }),
  { name: 'key-ring', version: '1.0.0' },
)
createSimulatedPolkadotWallet({ name: 'Sunbeam', id: 'sunbeam', memory: false })

const latchkey = createLatchkey({
  projectId: query.has('signin') ? 'latchkey-dev-signin' : 'latchkey-dev',
  metadata: { name: 'Host page', url: location.origin },
  networks: [polkadotAssetHub, kusamaAssetHub],
  adapters: [polkadot()],
  ...(services !== undefined && { endpoints: { api: services } }),
  ...(query.has('signin') && { features: { authentication: true } }),
})
Object.assign(window, { latchkey })

function Widget() {
  const { address } = useAccount({ namespace: 'polkadot' })
  return (
    <section aria-label="Widget">
      <NetworkButton />
      <ConnectButton />
      <p data-testid="address">{address ?? 'No account'}</p>
    </section>
  )
}

function Library() {
  const [output, setOutput] = useState('')
  async function signAsSites(): Promise<string> {
    const names = (await web3Enable('Host page')).map(({ name }) => name)
    const shared = await web3Accounts({ extensions: ['sunbeam'], ss58Format: 0 })
    const address = shared[0]?.address ?? ''
    const { signer } = await web3FromAddress(address)
    const data = stringToHex('Hello from a site')
    const answer = await signer.signRaw?.({ address, data, type: 'bytes' })
    const { isValid, crypto } = signatureVerify(
      '<Bytes>Hello from a site</Bytes>',
      answer?.signature ?? '',
      address,
    )
    return `${names.join(', ')}: ${address} ${crypto} ${isValid}`
  }
  return (
    <section aria-label="Library">
      <button
        type="button"
        onClick={() => void signAsSites().then(setOutput, cause => setOutput(String(cause)))}
      >
        Sign by the library
      </button>
      <output>{output}</output>
    </section>
  )
}

const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <LatchkeyProvider latchkey={latchkey}>
        <Widget />
        <Library />
      </LatchkeyProvider>
    </StrictMode>,
  )
