/** Sign-in with accounts of Bitcoin: signatures of a real node (Bitcoin Knots), the vectors of BIP-322, and our own signer. */
import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64, bech32, bech32m, createBase58check } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BitcoinAddress, readBitcoinAddress } from '../addresses/bitcoinAddress.ts'
import type { CaipNetworkId } from '../contract/caip.ts'
import { formatSignInMessage, type SignInMessage } from '../contract/signInMessage.ts'
import { hash160 } from './bitcoin/hash160.ts'
import { hashTaproot, hashWitnessV0, outpointOf } from './bitcoin/hashProof.ts'
import { verifyBip322 } from './bitcoin/verifyBip322.ts'
import bip from './conformance/bip322Vectors.json' with { type: 'json' }
import file from './conformance/bitcoinSignatures.json' with { type: 'json' }
import { bitcoinSignIn } from './namespaces/bitcoinSignIn.ts'
import { verifySignIn } from './verifySignIn.ts'

const chains = {
  main: 'bip122:000000000019d6689c085ae165831e93',
  testnet3: 'bip122:000000000933ea01ad0ee984209779ba',
  testnet4: 'bip122:00000000da84f2bafbbc53dee25a72ae',
  signet: 'bip122:00000008819873e925422c1ff0f99f7c',
  regtest: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
} as const satisfies Record<string, CaipNetworkId>
type Chain = keyof typeof chains
const now = Date.parse('2026-11-28T12:00:00.000Z')
const nonce = 'n0nceN0nceN0nceN0nceN0nce'
const unknown: CaipNetworkId = `bip122:${'a'.repeat(32)}`
const expected = {
  origins: ['https://shop.example'],
  nonce,
  chains: [...Object.values(chains), unknown],
  now,
}

async function verify(text: string, signature: string): Promise<string> {
  const verdict = await verifySignIn({ message: text, signature, expected })
  return verdict.valid ? `${verdict.address} ${verdict.chainId} ${verdict.signedBy}` : verdict.refusal
}

const secret = new Uint8Array(32).fill(7)
const key = secp256k1.getPublicKey(secret)
const keyHash = hash160(key)
const redeem = concatBytes(Uint8Array.of(0x00, 0x14), keyHash)
const base58check = createBase58check(sha256)
const prefixes = { main: 'bc', testnet3: 'tb', testnet4: 'tb', signet: 'tb', regtest: 'bcrt' } as const
const kinds = ['p2pkh', 'p2sh', 'p2wpkh', 'p2tr'] as const
type Kind = (typeof kinds)[number]

/** The address of the secret, of each kind; the taproot key is not tweaked, which no verifier can see. */
function addressOf(kind: Kind, chain: Chain = 'main'): string {
  const isMain = chain === 'main'
  if (kind === 'p2pkh') return base58check.encode(concatBytes(Uint8Array.of(isMain ? 0x00 : 0x6f), keyHash))
  if (kind === 'p2sh')
    return base58check.encode(concatBytes(Uint8Array.of(isMain ? 0x05 : 0xc4), hash160(redeem)))
  return kind === 'p2wpkh'
    ? bech32.encode(prefixes[chain], [0, ...bech32.toWords(keyHash)])
    : bech32m.encode(prefixes[chain], [1, ...bech32m.toWords(schnorr.getPublicKey(secret))])
}
function scriptOf(kind: Kind): Uint8Array {
  if (kind === 'p2sh') return concatBytes(Uint8Array.of(0xa9, 0x14), hash160(redeem), Uint8Array.of(0x87))
  return kind === 'p2wpkh' ? redeem : concatBytes(Uint8Array.of(0x51, 0x20), schnorr.getPublicKey(secret))
}
const textOf = (kind: Kind, change: Partial<SignInMessage> = {}, chain: Chain = 'main'): string =>
  formatSignInMessage({
    domain: 'shop.example',
    accountAddress: addressOf(kind, chain),
    uri: 'https://shop.example/login',
    version: '1',
    chainId: chains[chain],
    nonce,
    issuedAt: '2026-11-28T12:00:00.000Z',
    ...change,
  })

/** Signs as wallets do: a witness, or with 65 bytes for an address by key. */
function sign(text: string, kind: Kind, options: { type?: number; highS?: boolean } = {}): string {
  const { type = kind === 'p2tr' ? 0 : 1, highS = false } = options
  if (kind === 'p2pkh') return recoverable(text, 31)
  const outpoint = outpointOf(text, scriptOf(kind))
  const plain = { version: 0, sequence: 0, lockTime: 0 }
  if (kind === 'p2tr') {
    const hash = hashTaproot(plain, outpoint, { script: scriptOf(kind), type: type === 0 ? 0 : 1 })
    const signature = schnorr.sign(hash, secret, new Uint8Array(32))
    return witness(type === 0 ? signature : concatBytes(signature, Uint8Array.of(type)))
  }
  const hash = hashWitnessV0(plain, outpoint, keyHash)
  let signature = secp256k1.Signature.fromBytes(secp256k1.sign(hash, secret, { prehash: false }))
  if (highS) signature = new secp256k1.Signature(signature.r, secp256k1.Point.Fn.neg(signature.s))
  return witness(concatBytes(signature.toBytes('der'), Uint8Array.of(type)), key)
}
function witness(...items: Uint8Array[]): string {
  const counted = items.map(item => concatBytes(Uint8Array.of(item.length), item))
  return base64.encode(concatBytes(Uint8Array.of(items.length), ...counted))
}
/** BIP-137, with the first byte for the kind of address that the wallet says. */
function recoverable(text: string, header: number, isHigh = false): string {
  const bytes = utf8ToBytes(text)
  const count = bytes.length < 253 ? [bytes.length] : [253, bytes.length & 255, bytes.length >> 8]
  const magic = utf8ToBytes('\x18Bitcoin Signed Message:\n')
  const hash = sha256(sha256(concatBytes(magic, Uint8Array.from(count), bytes)))
  const made = secp256k1.sign(hash, secret, { prehash: false, format: 'recovered' })
  const { r, s, recovery = 0 } = secp256k1.Signature.fromBytes(made, 'recovered')
  const high = new secp256k1.Signature(r, secp256k1.Point.Fn.neg(s))
  const body = isHigh ? high.toBytes('compact') : made.subarray(1)
  return base64.encode(concatBytes(Uint8Array.of(header + (isHigh ? recovery ^ 1 : recovery)), body))
}

const flip = (bytes: Uint8Array, bit: number): Uint8Array =>
  bytes.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte))

describe('texts that the node signed', () => {
  test.each(file.signatures)('$kind $address', async ({ kind, address, message, signature }) => {
    const yes = `${address} ${file.chainId} key`
    expect(await verify(message, signature)).toBe(yes)
    const isSegwit = address.startsWith('bcrt1')
    if (isSegwit) {
      expect(await verify(message, `smp${signature}`)).toBe(yes)
      expect(await verify(message, `ful${signature}`)).toBe('signature')
      // An address in capital letters is the same one, but another text was signed then.
      expect(await verify(message.replace(address, address.toUpperCase()), signature)).toBe('signature')
    }
    if (kind === 'p2sh') {
      expect(await verify(message, `ful${signature}`)).toBe(yes)
      expect(await verify(message, `smp${signature}`)).toBe('signature')
      // Wallets write the witness alone: what is after the output, without the lock time.
      const bytes = base64.decode(signature)
      const at = bytes.length - 4 - witnessLength(bytes)
      const alone = base64.encode(bytes.subarray(at, -4))
      expect(await verify(message, alone)).toBe(yes)
      expect(await verify(message, `smp${alone}`)).toBe(yes)
    }
    expect(await verify(message, `pof${signature}`)).toBe('unsupported')
    for (const other of file.signatures.filter(each => each.message !== message)) {
      expect(await verify(message, other.signature)).toBe('signature')
      expect(await verify(message.replace(address, other.address), signature)).toBe('signature')
    }
    for (const [was, is] of [
      ['https://shop.example/login', 'https://shop.example/other'],
      ['12:00:00.000Z', '11:59:59.000Z'],
    ] as const)
      expect(await verify(message.replace(was, is), signature)).toBe('signature')
    expect(await verify(message.replace(nonce, `${nonce}a`), signature)).toBe('nonce')
    expect(await verify(message.replace('shop.example wants', 'evil.example wants'), signature)).toBe(
      'domain',
    )
    const elsewhere = message.replace(/Chain ID: .*/, `Chain ID: ${chains.main.slice(7)}`)
    expect(await verify(elsewhere, signature)).toBe('address')
    const testnet = message.replace(/Chain ID: .*/, `Chain ID: ${chains.testnet4.slice(7)}`)
    expect(await verify(testnet, signature)).toBe(isSegwit ? 'address' : 'signature')
  })

  /** The node's witness of two items, each behind its length. */
  function witnessLength(bytes: Uint8Array): number {
    const keyLength = 34
    for (let length = 68; length <= 74; length++)
      if (
        bytes[bytes.length - 4 - keyLength - length - 1] === 2 &&
        bytes[bytes.length - 4 - keyLength - length] === length - 1
      )
        return 1 + length + keyLength
    throw new Error('no witness')
  }

  test.each(kinds)('%s: every bit that is changed makes the signature void', async kind => {
    const found = file.signatures.find(each => each.kind === kind)
    if (!found) throw new Error(`no signature of ${kind}`)
    const bytes = base64.decode(found.signature)
    // The first byte of BIP-137 says also what the wallet takes the address for, which is ignored; the flips of 4 and 8 say just that.
    const ignored = kind === 'p2pkh' ? [2, 3] : []
    const bits = Array.from({ length: bytes.length * 8 }, (_, bit) => bit).filter(
      bit => !ignored.includes(bit),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...bits), async bit => {
        expect(await verify(found.message, base64.encode(flip(bytes, bit))), `bit ${bit}`).toBe('signature')
      }),
      { numRuns: 150 },
    )
  })
})

describe('the vectors of BIP-322', () => {
  const read = (address: string): BitcoinAddress => readBitcoinAddress(address) as BitcoinAddress
  const decode = (signature: string): Uint8Array => base64.decode(signature.replace(/^(?:smp|ful)/, ''))

  test.each(bip.hashes)('the transaction to spend of $message', ({ message, to_spend }) => {
    const { program } = read(bip.hashesOf)
    const outpoint = outpointOf(message, concatBytes(Uint8Array.of(0, 20), program))
    // Ids of transactions are shown in reverse.
    expect(bytesToHex(outpoint.slice(0, 32).reverse())).toBe(to_spend)
    expect([...outpoint.subarray(32)]).toEqual([0, 0, 0, 0])
  })

  test.each(bip.simple)('$signature', ({ message, address, signature }) => {
    const bytes = decode(signature)
    const options = { address: read(address), bytes, form: 'simple' } as const
    expect(verifyBip322({ ...options, message })).toBe('valid')
    expect(verifyBip322({ ...options, message: `${message} ` })).toBe('invalid')
    expect(verifyBip322({ ...options, message, form: 'full' })).toBe('invalid')
  })

  // Their signers put a time lock into them: the signature is right, and no sign-in.
  test.each(bip.full)('$signature is right, and locked', ({ message, address, signature }) => {
    const options = { address: read(address), bytes: decode(signature), form: 'full' } as const
    expect(verifyBip322({ ...options, message })).toBe('locked')
    expect(verifyBip322({ ...options, message: `${message} ` })).toBe('invalid')
  })

  test.each(bip.refused)('$why', ({ message, address, signature }) => {
    const claim = { message, signature, expected }
    const checked = { message: {} as SignInMessage, address, format: {} }
    expect(bitcoinSignIn.verify(claim, checked)).toBe('signature')
  })
})

describe('our own signer', () => {
  test.each(kinds.flatMap(kind => (Object.keys(chains) as Chain[]).map(chain => [kind, chain] as const)))(
    '%s on %s',
    async (kind, chain) => {
      const text = textOf(kind, {}, chain)
      expect(await verify(text, sign(text, kind))).toBe(`${addressOf(kind, chain)} ${chains[chain]} key`)
    },
  )

  test('an address in capital letters is taken and shown in small ones', async () => {
    for (const kind of ['p2wpkh', 'p2tr'] as const) {
      const text = textOf(kind, { accountAddress: addressOf(kind).toUpperCase() })
      expect(await verify(text, sign(text, kind))).toBe(`${addressOf(kind)} ${chains.main} key`)
    }
  })

  test('an address of another network is refused', async () => {
    for (const [of, on] of [
      ['regtest', 'main'],
      ['main', 'regtest'],
      ['testnet4', 'regtest'],
    ] as const) {
      const text = textOf('p2wpkh', { accountAddress: addressOf('p2wpkh', of), chainId: chains[on] })
      expect(await verify(text, sign(text, 'p2wpkh'))).toBe('address')
    }
    const older = textOf('p2pkh', { accountAddress: addressOf('p2pkh', 'regtest') })
    expect(await verify(older, sign(older, 'p2pkh'))).toBe('address')
  })

  test('a chain that is not known needs the host’s word for its prefix', async () => {
    const text = textOf('p2wpkh', { chainId: unknown })
    const signature = sign(text, 'p2wpkh')
    expect(await verify(text, signature)).toBe('address')
    const formats = { [unknown]: { prefix: 'bc' } }
    expect(await verifySignIn({ message: text, signature, expected, formats })).toMatchObject({ valid: true })
  })

  test.each([27, 31, 35, 39])('BIP-137 with the first byte %i', async header => {
    for (const kind of ['p2sh', 'p2wpkh'] as const) {
      const text = textOf(kind)
      expect(await verify(text, recoverable(text, header))).toBe(`${addressOf(kind)} ${chains.main} key`)
    }
    const text = textOf('p2pkh')
    // The first four are of a key that is not compressed, which has another address.
    const outcome = header === 27 ? 'signature' : `${addressOf('p2pkh')} ${chains.main} key`
    expect(await verify(text, recoverable(text, header))).toBe(outcome)
    const taproot = textOf('p2tr')
    expect(await verify(taproot, recoverable(taproot, header))).toBe('signature')
  })

  test('BIP-137 of a key that is not compressed', async () => {
    const long = hash160(secp256k1.getPublicKey(secret, false))
    const address = base58check.encode(concatBytes(Uint8Array.of(0), long))
    const text = textOf('p2pkh', { accountAddress: address })
    expect(await verify(text, recoverable(text, 27))).toBe(`${address} ${chains.main} key`)
    expect(await verify(text, recoverable(text, 31))).toBe('signature')
  })

  test.each([
    ['s in the upper half', () => sign(textOf('p2wpkh'), 'p2wpkh', { highS: true })],
    ['s in the upper half, recoverable', () => recoverable(textOf('p2wpkh'), 31, true)],
    ['SIGHASH_NONE', () => sign(textOf('p2wpkh'), 'p2wpkh', { type: 2 })],
    ['SIGHASH_ALL | ANYONECANPAY', () => sign(textOf('p2wpkh'), 'p2wpkh', { type: 0x81 })],
    ['a first byte below 27', () => recoverable(textOf('p2wpkh'), 23)],
    ['a first byte above 42', () => recoverable(textOf('p2wpkh'), 43)],
    ['a prefix before BIP-137', () => `smp${recoverable(textOf('p2wpkh'), 31)}`],
    ['a witness of nothing', () => base64.encode(Uint8Array.of(0))],
    ['a witness of three items', () => witness(key, key, key)],
    [
      'bytes after the witness',
      () => base64.encode(Uint8Array.of(...base64.decode(sign(textOf('p2wpkh'), 'p2wpkh')), 0)),
    ],
    ['a count without its bytes', () => base64.encode(Uint8Array.of(2, 71, 48))],
    ['base64 without padding', () => sign(textOf('p2wpkh'), 'p2wpkh').replace(/=+$/, '') || 'a'],
    ['hex', () => bytesToHex(base64.decode(sign(textOf('p2wpkh'), 'p2wpkh')))],
    ['nothing', () => ''],
    ['a long text', () => 'A'.repeat(100_000)],
  ])('%s is refused', async (_what, signature) => {
    expect(await verify(textOf('p2wpkh'), signature())).toBe('signature')
  })

  test.each([
    ['SIGHASH_ALL is allowed', 1, `${addressOf('p2tr')} ${chains.main} key`],
    ['a byte for SIGHASH_DEFAULT is not', 0x100, 'signature'],
    ['SIGHASH_SINGLE is not', 3, 'signature'],
  ] as const)('taproot: %s', async (_what, type, outcome) => {
    const text = textOf('p2tr')
    expect(await verify(text, sign(text, 'p2tr', { type }))).toBe(outcome)
  })

  test.each(['p2sh', 'p2wpkh'] as const)('T116 another key signs for no %s, in either form', async kind => {
    const foreign = new Uint8Array(32).fill(8)
    const own = secp256k1.getPublicKey(foreign)
    const text = textOf(kind)
    // All is as it should be for the address but the key.
    const outpoint = outpointOf(text, scriptOf(kind))
    const hash = hashWitnessV0({ version: 0, sequence: 0, lockTime: 0 }, outpoint, hash160(own))
    const der = secp256k1.sign(hash, foreign, { prehash: false, format: 'der' })
    const alone = witness(concatBytes(der, Uint8Array.of(1)), own)
    const push = concatBytes(Uint8Array.of(0x16, 0x00, 0x14), hash160(own))
    const scriptSig = kind === 'p2sh' ? concatBytes(Uint8Array.of(push.length), push) : Uint8Array.of(0)
    const [zeros, output] = [new Uint8Array(4), Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0x6a)]
    const head = concatBytes(zeros, Uint8Array.of(0, 1, 1), outpoint, scriptSig, zeros, output)
    const whole = base64.encode(concatBytes(head, base64.decode(alone), zeros))
    for (const signature of [alone, `smp${alone}`, whole, `ful${whole}`])
      expect(await verify(text, signature)).toBe('signature')
  })

  test('T116 taproot: a key or an annex beside the signature is refused', async () => {
    const text = textOf('p2tr')
    const signature = base64.decode(sign(text, 'p2tr')).subarray(2)
    for (const more of [key, Uint8Array.of(0x50), new Uint8Array()])
      expect(await verify(text, witness(signature, more))).toBe('signature')
    expect(await verify(text, witness(signature))).toBe(`${addressOf('p2tr')} ${chains.main} key`)
  })

  test('a signature that is no text is refused', async () => {
    expect(await verify(textOf('p2tr'), { length: 88 } as never)).toBe('signature')
  })

  test('the address of a script has no signature of one key', async () => {
    const script = bech32.encode('bc', [0, ...bech32.toWords(sha256(key))])
    const text = textOf('p2wpkh', { accountAddress: script })
    expect(await verify(text, sign(text, 'p2wpkh'))).toBe('unsupported')
  })

  test('any bytes are refused, and nothing throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...kinds), fc.uint8Array({ maxLength: 250 }), async (kind, bytes) => {
        expect(await verify(textOf(kind), base64.encode(bytes))).toBe('signature')
      }),
    )
  })

  test('a text with one character changed is refused', async () => {
    const signed = Object.fromEntries(kinds.map(kind => [kind, sign(textOf(kind), kind)]))
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...kinds),
        fc.nat(),
        fc.constantFrom('a', 'Z', '0', ' ', '\n'),
        async (kind, place, letter) => {
          const text = textOf(kind)
          const at = place % text.length
          fc.pre(text[at] !== letter)
          const changed = `${text.slice(0, at)}${letter}${text.slice(at + 1)}`
          expect(await verify(changed, signed[kind] ?? '')).not.toContain('key')
        },
      ),
    )
  })
})
