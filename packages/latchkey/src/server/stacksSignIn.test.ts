/** Sign-in with accounts of Stacks, beside the ecosystem's own libraries: their signatures are verified here, and ours by them. */
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { hashMessage, verifyMessageSignatureRsv } from '@stacks/encryption'
import {
  addressFromPublicKeys,
  addressToString,
  createStacksPublicKey,
  getAddressFromPrivateKey,
  publicKeyFromSignatureRsv,
} from '@stacks/transactions'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CaipNetworkId } from '../contract/caip.ts'
import { formatSignInMessage, type SignInMessage } from '../contract/signInMessage.ts'
import { describeTampering } from './conformance/describeTampering.ts'
import file from './conformance/stacksSignatures.json' with { type: 'json' }
import { hashStacksMessage } from './stacks/hashStacksMessage.ts'
import { verifySignIn } from './verifySignIn.ts'

const [main, testnet] = ['stacks:1', 'stacks:2147483648'] as const
const now = Date.parse('2026-11-28T12:00:00.000Z')
const nonce = 'n0nceN0nceN0nceN0nceN0nce'
const expected = { origins: ['https://shop.example'], nonce, chains: [main, testnet] as const, now }
const secret = new Uint8Array(32).fill(7)
const addressOf = (by: Uint8Array, network: 'mainnet' | 'testnet' = 'mainnet') =>
  getAddressFromPrivateKey(`${bytesToHex(by)}01`, network)
const accountAddress = addressOf(secret)
const message: SignInMessage = {
  domain: 'shop.example',
  accountAddress,
  uri: 'https://shop.example/login',
  version: '1',
  chainId: main,
  nonce,
  issuedAt: '2026-11-28T12:00:00.000Z',
}

async function verify(text: string, signature: string): Promise<string> {
  const verdict = await verifySignIn({ message: text, signature, expected })
  return verdict.valid ? `${verdict.address} ${verdict.chainId} ${verdict.signedBy}` : verdict.refusal
}
/** Signs as a wallet does, with v last. */
function sign(text: string, by = secret): string {
  const vrs = secp256k1.sign(hashStacksMessage(text), by, { prehash: false, format: 'recovered' })
  return bytesToHex(concatBytes(vrs.subarray(1), vrs.subarray(0, 1)))
}
const toVrs = (rsv: string) => rsv.slice(-2) + rsv.slice(0, -2)
const toRsv = (vrs: string) => vrs.slice(2) + vrs.slice(0, 2)

describe('texts that @stacks/transactions signed', () => {
  test.each(file.signatures)('$address on $chainId: $signature', async vector => {
    const { chainId, address, publicKey, message, signature } = vector
    const yes = `${address} ${chainId} key`
    expect(await verify(message, signature)).toBe(yes)
    expect(await verify(message, `0x${signature}`)).toBe(yes)
    expect(await verify(message, toVrs(signature))).toBe(yes)
    expect(verifyMessageSignatureRsv({ message, publicKey, signature })).toBe(true)
    // r, s and v, each with one bit changed.
    for (const at of [10, 40, 64]) {
      const bytes = hexToBytes(signature)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      expect(await verify(message, bytesToHex(bytes)), `byte ${at}`).toBe('signature')
    }
    const others = file.signatures.filter(other => other.message !== message)
    for (const other of others) expect(await verify(message, other.signature)).toBe('signature')
    const stranger = file.signatures.find(
      other => other.chainId === chainId && other.address !== address,
    )?.address
    expect(await verify(message.replace(address, stranger ?? ''), signature)).toBe('signature')
    const chain = `Chain ID: ${chainId === main ? '2147483648' : '1'}`
    expect(await verify(message.replace(/Chain ID: .*/, chain), signature)).toBe('address')
  })
})

describeTampering({
  message,
  outcome: `${accountAddress} ${main} key`,
  sign,
  verify,
  changes: [
    ['the account', { accountAddress: addressOf(new Uint8Array(32).fill(8)) }, 'signature'],
    ['the network', { chainId: testnet }, 'address'],
    [
      'the network and the form of the address',
      { chainId: testnet, accountAddress: addressOf(secret, 'testnet') },
      'signature',
    ],
  ],
})

describe('an address', () => {
  test.each<[string, string, CaipNetworkId, string]>([
    ['of testnet on mainnet', addressOf(secret, 'testnet'), main, 'address'],
    ['of mainnet on testnet', accountAddress, testnet, 'address'],
    ['in small letters', accountAddress.toLowerCase(), main, 'malformed'],
    ['with one letter changed', `${accountAddress.slice(0, -1)}0`, main, 'address'],
  ])('%s is refused', async (_what, address, chainId, refusal) => {
    const text = formatSignInMessage({ ...message, accountAddress: address, chainId })
    expect(await verify(text, sign(text))).toBe(refusal)
  })

  test.each([
    [main, 20, 22],
    [testnet, 21, 26],
  ] as const)('of several keys on %s has no signature of one', async (chainId, version, single) => {
    const keys = [createStacksPublicKey(bytesToHex(secp256k1.getPublicKey(secret)))]
    // A multisig of one key, and the single-key address as the control.
    const shared = addressToString(addressFromPublicKeys(version, 1, 1, keys))
    const text = formatSignInMessage({ ...message, accountAddress: shared, chainId })
    expect(await verify(text, sign(text))).toBe('unsupported')
    const own = addressToString(addressFromPublicKeys(single, 0, 1, keys))
    const control = formatSignInMessage({ ...message, accountAddress: own, chainId })
    expect(await verify(control, sign(control))).toBe(`${own} ${chainId} key`)
  })
})

describe('a signature', () => {
  const text = formatSignInMessage(message)
  const good = sign(text)
  const plain = secp256k1.sign(sha256(utf8ToBytes(text)), secret, { prehash: false, format: 'recovered' })
  test.each([
    ['empty', ''],
    ['a byte less', good.slice(2)],
    ['a byte more', `${good}00`],
    ['of zeros', '00'.repeat(65)],
    ['with a v that wallets of other chains write', `${good.slice(0, 128)}1b`],
    ['in base64', btoa(String.fromCharCode(...hexToBytes(good)))],
    ['in words', 'z'.repeat(130)],
    ['of the text without the prefix', toRsv(bytesToHex(plain))],
    ['of the same, v first', bytesToHex(plain)],
    ['very long', 'a'.repeat(100_000)],
  ])('%s is refused', async (_what, signature) => {
    expect(await verify(text, signature)).toBe('signature')
  })

  test('that is no text is refused', async () => {
    expect(await verify(text, { length: 130 } as never)).toBe('signature')
  })
})

describe('beside the vendor’s own code', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.constantFrom('', 'x'.repeat(252)),
  )

  test('texts of every length are hashed alike', () => {
    for (const length of [0, 1, 252, 253, 65_535, 65_536])
      expect(bytesToHex(hashStacksMessage('x'.repeat(length)))).toBe(
        bytesToHex(hashMessage('x'.repeat(length))),
      )
    fc.assert(
      fc.property(texts, text => {
        expect(bytesToHex(hashStacksMessage(text))).toBe(bytesToHex(hashMessage(text)))
      }),
    )
  })

  test('a signature with the other s is one for both: the nonce, not its spelling, is used once', async () => {
    const text = formatSignInMessage(message)
    const rsv = sign(text)
    const { n } = secp256k1.Point.CURVE()
    const s = (n - BigInt(`0x${rsv.slice(64, 128)}`)).toString(16).padStart(64, '0')
    const other = `${rsv.slice(0, 64)}${s}0${Number(rsv.slice(-1)) ^ 1}`
    const publicKey = bytesToHex(secp256k1.getPublicKey(secret))
    expect(verifyMessageSignatureRsv({ message: text, publicKey, signature: other })).toBe(true)
    expect(await verify(text, other)).toBe(`${accountAddress} ${main} key`)
  })

  test('it takes our signatures, and both refuse what was changed', async () => {
    const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).filter(secp256k1.utils.isValidSecretKey)
    await fc.assert(
      fc.asyncProperty(keys, fc.nat({ max: 511 }), async (by, bit) => {
        const text = formatSignInMessage({ ...message, accountAddress: addressOf(by) })
        const publicKey = bytesToHex(secp256k1.getPublicKey(by))
        const signature = sign(text, by)
        const theirs = (rsv: string) => {
          try {
            return verifyMessageSignatureRsv({ message: text, publicKey, signature: rsv })
          } catch {
            return false
          }
        }
        expect(theirs(signature)).toBe(true)
        expect(publicKeyFromSignatureRsv(bytesToHex(hashStacksMessage(text)), signature)).toBe(publicKey)
        expect(await verify(text, signature)).toBe(`${addressOf(by)} ${main} key`)
        const bytes = hexToBytes(signature)
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(theirs(bytesToHex(bytes))).toBe(false)
        expect(await verify(text, bytesToHex(bytes))).toBe('signature')
      }),
      { numRuns: 40 },
    )
  })
})
