import { pubkeyToAddress, serializeSignDoc } from '@cosmjs/amino'
import {
  type PhoneSigner,
  phoneBitcoin,
  phoneCosmos,
  phonePolkadot,
  phoneStacks,
  phoneSui,
} from '@latchkey/testing/phone'
import { verifyPersonalMessageSignature } from '@mysten/sui/verify'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { signatureVerify } from '@polkadot/util-crypto'
import { verifyMessageSignatureRsv } from '@stacks/encryption'
import { describe, expect, test } from 'vitest'
import { createBitcoinAdapter } from '../../chains/bitcoin/createBitcoinAdapter.ts'
import { createCosmosAdapter } from '../../chains/cosmos/createCosmosAdapter.ts'
import { createPolkadotAdapter } from '../../chains/polkadot/createPolkadotAdapter.ts'
import { createStacksAdapter } from '../../chains/stacks/createStacksAdapter.ts'
import { createSuiAdapter } from '../../chains/sui/createSuiAdapter.ts'
import type { ChainAdapter } from '../../contract/adapter.ts'
import { adr36Document } from '../../contract/adr36Document.ts'
import type { Network } from '../../contract/network.ts'
import { bitcoin, bitcoinTestnet4 } from '../../contract/networks/bitcoin.ts'
import { cosmosHub, osmosis } from '../../contract/networks/cosmos.ts'
import { kusamaAssetHub, polkadotAssetHub } from '../../contract/networks/polkadot.ts'
import { stacks, stacksTestnet } from '../../contract/networks/stacks.ts'
import { sui, suiTestnet } from '../../contract/networks/sui.ts'
import { signInNamespaceOf } from '../../server/namespaces/signInNamespaces.ts'
import { pairedPeers } from '../conformance/pairedPeers.ts'
import { createPairedProvider } from '../provider/createPairedProvider.ts'
import { buildNamespaces } from './buildNamespaces.ts'

interface Signed {
  readonly address: string
  readonly message: string
  readonly signature: string
}

/** One namespace over the relay: our phone's signer, our adapter, and the vendor's word on the signature. */
interface Row {
  readonly networks: readonly [Network, ...Network[]]
  readonly signer: PhoneSigner
  readonly adapter: () => ChainAdapter
  readonly method: string
  /** Whether the vendor's own library takes the signature. */
  readonly isSigned: (signed: Signed) => boolean | Promise<boolean>
}

/** Of the first of `stacksTestAccounts`, whose seed is all ones. */
const stacksKey = Buffer.from(secp256k1.getPublicKey(new Uint8Array(32).fill(1))).toString('hex')

const rows: Readonly<Record<string, Row>> = {
  sui: {
    networks: [sui, suiTestnet],
    signer: phoneSui({ chains: [sui.caipNetworkId, suiTestnet.caipNetworkId] }),
    adapter: createSuiAdapter,
    method: 'sui_signPersonalMessage',
    isSigned: async ({ address, message, signature }) => {
      const bytes = new TextEncoder().encode(message)
      return verifyPersonalMessageSignature(bytes, signature, { address }).then(
        () => true,
        () => false,
      )
    },
  },
  cosmos: {
    networks: [cosmosHub, osmosis],
    signer: phoneCosmos({
      chains: [
        { caipNetworkId: cosmosHub.caipNetworkId, prefix: 'cosmos' },
        { caipNetworkId: osmosis.caipNetworkId, prefix: 'osmo' },
      ],
    }),
    adapter: () => createCosmosAdapter(new EventTarget()),
    method: 'cosmos_signAmino',
    // CosmJS makes the bytes and the address of the key.
    isSigned({ address, message, signature }) {
      const bytes = serializeSignDoc(adr36Document(address, message) as never)
      const compact = Buffer.from(signature, 'base64')
      return [0, 1].some(recovery => {
        const key = secp256k1.recoverPublicKey(Uint8Array.from([recovery, ...compact]), bytes)
        const value = Buffer.from(key).toString('base64')
        return pubkeyToAddress({ type: 'tendermint/PubKeySecp256k1', value }, 'cosmos') === address
      })
    },
  },
  bip122: {
    networks: [bitcoin, bitcoinTestnet4],
    signer: phoneBitcoin({
      chains: [
        { caipNetworkId: bitcoin.caipNetworkId, network: 'mainnet' },
        { caipNetworkId: bitcoinTestnet4.caipNetworkId, network: 'testnet4' },
      ],
    }),
    adapter: createBitcoinAdapter,
    method: 'signMessage',
    // Our own verifier, which has the vectors of a node and of bip322-js.
    isSigned: async ({ address, message, signature }) =>
      (await signInNamespaceOf('bip122')?.verify({ message, signature } as never, { address } as never)) ===
      'key',
  },
  stacks: {
    networks: [stacks, stacksTestnet],
    signer: phoneStacks({ chains: [stacks.caipNetworkId, stacksTestnet.caipNetworkId] }),
    adapter: createStacksAdapter,
    method: 'stx_signMessage',
    isSigned: ({ message, signature }) =>
      verifyMessageSignatureRsv({ signature, message, publicKey: stacksKey }),
  },
  polkadot: {
    networks: [polkadotAssetHub, kusamaAssetHub],
    signer: phonePolkadot({
      chains: [
        { caipNetworkId: polkadotAssetHub.caipNetworkId, prefix: 0 },
        { caipNetworkId: kusamaAssetHub.caipNetworkId, prefix: 2 },
      ],
    }),
    adapter: createPolkadotAdapter,
    method: 'polkadot_signMessage',
    isSigned: ({ address, message, signature }) =>
      signatureVerify(`<Bytes>${message}</Bytes>`, signature, address).isValid,
  },
}

async function paired({ networks, signer }: Row) {
  const peers = await pairedPeers({ signers: [signer] })
  const { session } = await peers.connect({ namespaces: buildNamespaces(networks) })
  const { topic } = session
  const open = (pairing = peers.page.pairing) =>
    createPairedProvider({
      pairing,
      topic,
      namespace: signer.namespace,
      clock: peers.clock,
      rpc: () => undefined,
    })
  const { signers } = peers.phone
  if (!signers) return expect.unreachable('the phone has signers')
  return { ...peers, session, open, signers, asked: () => signers.control.requests.map(each => each.method) }
}

const { signal } = new AbortController()

describe.each(Object.entries(rows))('%s over the relay', (namespace, row) => {
  const [network] = row.networks
  const { caipNetworkId } = network
  const addresses = [0, 1].map(index => row.signer.address(index, caipNetworkId))

  test('the session says which accounts there are, and the adapter wakes no phone for it', async () => {
    const { open, session, asked } = await paired(row)
    const provider = open()
    expect(provider.accounts).toEqual(session.namespaces[namespace]?.accounts)
    expect(provider.chains).toEqual(row.networks.map(each => each.caipNetworkId))
    const properties = row.signer.properties?.([0, 1]) ?? {}
    expect(provider.properties).toEqual(JSON.parse(JSON.stringify(properties)))
    const state = await row.adapter().connect(provider, { silent: true, networks: row.networks, signal })
    expect(state?.caipNetworkId).toBe(caipNetworkId)
    expect(state?.accounts.map(({ caip10 }) => caip10)).toContain(`${caipNetworkId}:${addresses[0]}`)
    expect(asked()).toEqual([])
  })

  test('a text is signed as the ecosystem verifies it; a refusal is SIGN_REJECTED', async () => {
    const { open, settled, signers, asked } = await paired(row)
    const adapter = row.adapter()
    const provider = open()
    const state = await adapter.connect(provider, { silent: true, networks: row.networks, signal })
    const account = state?.accounts[0]?.caip10 ?? expect.unreachable()
    const message = 'Sign in\n\nto the shop · ✓'
    const sign = () => adapter.abilities(provider).signMessage?.({ account, message })
    const signing = sign()
    await settled()
    const signature = (await signing) ?? ''
    const address = addresses[0] ?? ''
    expect(await row.isSigned({ address, message, signature })).toBe(true)
    expect(await row.isSigned({ address, message: `${message}.`, signature })).toBe(false)
    expect(asked()).toEqual([row.method])
    signers.control.next(row.method, 'reject')
    const refused = sign()
    refused?.catch(() => undefined)
    await settled()
    await expect(refused).rejects.toMatchObject({ code: 'SIGN_REJECTED' })
  })

  test('what the session does not grant is absent', async () => {
    const narrow = { ...row.signer, methods: row.signer.methods.filter(each => each !== row.method) }
    const { open } = await paired({ ...row, signer: narrow })
    const adapter = row.adapter()
    const provider = open()
    await adapter.connect(provider, { silent: true, networks: row.networks, signal })
    expect(adapter.abilities(provider).signMessage).toBeUndefined()
  })

  test('other accounts of the wallet are heard, on the next page too', async () => {
    const { open, settled, signers, reload } = await paired(row)
    const adapter = row.adapter()
    const provider = open()
    await adapter.connect(provider, { silent: true, networks: row.networks, signal })
    const changes: unknown[] = []
    adapter.watch(provider, change => void changes.push(change))
    signers.setAccounts(namespace, [1])
    await settled()
    const second = { caip10: `${caipNetworkId}:${addresses[1]}` }
    expect(changes.at(-1)).toMatchObject({ type: 'accounts', accounts: { 0: second } })
    const next = await reload()
    await next.pairing.restore()
    const state = await row
      .adapter()
      .connect(open(next.pairing), { silent: true, networks: row.networks, signal })
    expect(state?.accounts[0]).toMatchObject(second)
  })
})
