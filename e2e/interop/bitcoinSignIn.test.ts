/** Sign-in texts of Bitcoin beside bip322-js: its signatures are verified by ours, and the node's and ours by it. */
import { readFileSync } from 'node:fs'
import { type BitcoinAddressType, bitcoinKey, createSimulatedBitcoinWallet } from '@latchkey/testing'
import { formatSignInMessage } from 'latchkey/contract'
import { verifySignIn } from 'latchkey/server'
import { expect, test } from 'vitest'
import { peerFolder } from './peerFolder.ts'
import { loadPackage } from './processes/loadPackage.ts'

// The package is in the peers' folder alone, so its types are not at hand: what the tests call, written down.
interface Bip322 {
  readonly Signer: { sign(wif: string, address: string, message: string): string }
  readonly Verifier: { verifySignature(address: string, message: string, signature: string): boolean }
}
const { Signer, Verifier } = loadPackage(peerFolder('bitcoin'), 'bip322-js').exported as unknown as Bip322

interface Vectors {
  readonly chainId: string
  readonly signatures: readonly {
    readonly kind: string
    readonly address: string
    readonly message: string
    readonly signature: string
  }[]
}
const vectors = JSON.parse(
  readFileSync(
    new URL('../../packages/latchkey/src/server/conformance/bitcoinSignatures.json', import.meta.url),
    'utf8',
  ),
) as Vectors

const main = 'bip122:000000000019d6689c085ae165831e93'
const nonce = 'n0nceN0nceN0nceN0nceN0nce'
const at = '2026-11-28T12:00:00.000Z'
const expected = { origins: ['https://shop.example'], nonce, chains: [main] as const, now: Date.parse(at) }
const textFor = (accountAddress: string): string =>
  formatSignInMessage({
    domain: 'shop.example',
    accountAddress,
    statement: 'Sign in to the shop.',
    uri: 'https://shop.example/login',
    version: '1',
    chainId: main,
    nonce,
    issuedAt: at,
  })

/** A key that BIP-322 publishes, and its addresses. */
const wif = 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k'
const addresses = {
  p2pkh: '14vV3aCHBeStb5bkenkNHbe2YAFinYdXgc',
  p2sh: '37qyp7jQAzqb2rCBpMvVtLDuuzKAUCVnJb',
  p2wpkh: 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l',
  p2tr: 'bc1ppv609nr0vr25u07u95waq5lucwfm6tde4nydujnu8npg4q75mr5sxq8lt3',
} as const

test.each(Object.entries(addresses))(
  'ours verifies what it signs for %s, and nothing else',
  async (_kind, address) => {
    const message = textFor(address)
    const signature = Signer.sign(wif, address, message)
    expect(await verifySignIn({ message, signature, expected })).toMatchObject({ valid: true, address })
    const changed = message.replace('Sign in to', 'Sign out of')
    expect(await verifySignIn({ message: changed, signature, expected })).toEqual({
      valid: false,
      refusal: 'signature',
    })
    for (const other of Object.values(addresses).filter(each => each !== address))
      expect(await verifySignIn({ message: textFor(other), signature, expected })).toMatchObject({
        valid: false,
      })
  },
)

// It throws on the full form, which the node writes for P2SH.
test.each(vectors.signatures.filter(({ kind }) => kind !== 'p2sh'))(
  'it verifies what the node signed for $kind $address',
  ({ address, message, signature }) => {
    expect(Verifier.verifySignature(address, message, signature)).toBe(true)
    expect(Verifier.verifySignature(address, `${message} `, signature)).toBe(false)
  },
)

test.each(['p2sh', 'p2wpkh', 'p2tr'] as const)(
  'it verifies what a simulated wallet signs for %s',
  async kind => {
    const { address } = bitcoinKey(0, kind, 'mainnet')
    const message = textFor(address)
    const signature = await signSimulated(kind, message)
    expect(await verifySignIn({ message, signature, expected })).toMatchObject({ valid: true, address })
    expect(Verifier.verifySignature(address, message, signature)).toBe(true)
    expect(Verifier.verifySignature(address, `${message} `, signature)).toBe(false)
  },
)

async function signSimulated(addressType: BitcoinAddressType, message: string): Promise<string> {
  const target = new EventTarget()
  const wallet = createSimulatedBitcoinWallet({
    shape: 'unisat',
    target,
    memory: false,
    connected: true,
    addressType,
  })
  const provider = wallet.provider as Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>
  const signature = await provider.signMessage?.(message, 'bip322-simple')
  wallet.stop()
  return String(signature)
}
