/**
 * Writes `polkadotSignatures.json`: sign-in texts signed by the ecosystem's key ring behind its own injector, as an extension signs them. Run
 * `node --conditions=@latchkey/source packages/latchkey/src/server/conformance/makePolkadotSignatures.ts` after the packages of
 * `e2e/interop/peers/polkadot` are installed.
 */
import { createRequire } from 'node:module'
import { statements, vectorText, writeVectors } from './signatureVectors.ts'

const peers = createRequire(
  new URL('../../../../../e2e/interop/peers/polkadot/package.json', import.meta.url),
)
const { injectExtension } = peers('@polkadot/extension-inject')
const { Keyring } = peers('@polkadot/keyring')
const { u8aToHex, u8aWrapBytes } = peers('@polkadot/util')
const { cryptoWaitReady } = peers('@polkadot/util-crypto')

const networks = [
  ['polkadot:68d56f15f85d3136970ec16946040bc1', 0],
  ['polkadot:48239ef607d7928874027a43a6768920', 2],
  ['polkadot:67f9723393ef76214df0118c34bbbd3d', 42],
] as const

interface RawOrder {
  readonly address: string
  readonly data: string
}

await cryptoWaitReady()
const ring = new Keyring()
const pairs = ['sr25519', 'ed25519', 'ecdsa'].map(type => ring.addFromUri('//Alice', {}, type))

// A wallet as an extension makes it, in a page that is this process.
const page = globalThis as unknown as Record<string, unknown>
page.window = page
injectExtension(
  async () => ({
    accounts: { get: async () => pairs.map(({ address, type }) => ({ address, type })) },
    signer: {
      async signRaw({ address, data }: RawOrder) {
        // As the extension's own background does.
        return { id: 1, signature: u8aToHex(ring.getPair(address).sign(u8aWrapBytes(data))) }
      },
    },
  }),
  { name: 'key-ring', version: '1.0.0' },
)
const entries = page.injectedWeb3 as Record<string, { enable(name: string): Promise<Injected> }>
interface Injected {
  readonly accounts: { get(): Promise<readonly { readonly address: string; readonly type: string }[]> }
  readonly signer: { signRaw(order: RawOrder & { type: 'bytes' }): Promise<{ readonly signature: string }> }
}
const injected = await entries['key-ring']?.enable('shop.example')
if (!injected) throw new Error('The injector put nothing into the page.')

const signatures = []
for (const { address, type } of await injected.accounts.get())
  for (const [chainId, prefix] of networks)
    for (const statement of statements) {
      const own = ring.encodeAddress(address, prefix)
      const message = vectorText(chainId, own, statement)
      const data = u8aToHex(new TextEncoder().encode(message))
      const { signature } = await injected.signer.signRaw({ address: own, data, type: 'bytes' })
      signatures.push({ type, chainId, address: own, message, signature })
    }

const signedBy = '@polkadot/keyring 14.0.3 behind @polkadot/extension-inject 0.63.1'
writeVectors('polkadotSignatures.json', { signedBy, signatures })
