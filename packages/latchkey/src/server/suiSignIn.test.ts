/** Sign-in with accounts of Sui, beside the ecosystem's own library: its signatures are verified here, and ours by it. */
import { bcs } from '@mysten/sui/bcs'
import type { Signer } from '@mysten/sui/cryptography'
import { Ed25519Keypair } from '@mysten/sui/keypairs/ed25519'
import { Secp256k1Keypair } from '@mysten/sui/keypairs/secp256k1'
import { Secp256r1Keypair } from '@mysten/sui/keypairs/secp256r1'
import { MultiSigPublicKey } from '@mysten/sui/multisig'
import { isValidPersonalMessageSignature } from '@mysten/sui/verify'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { blake2b } from '@noble/hashes/blake2.js'
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base64 } from '@scure/base'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatSignInMessage, type SignInMessage } from '../contract/signInMessage.ts'
import { describeTampering } from './conformance/describeTampering.ts'
import file from './conformance/suiSignatures.json' with { type: 'json' }
import { hashPersonalMessage } from './sui/hashPersonalMessage.ts'
import { type SignInClaim, verifySignIn } from './verifySignIn.ts'

const now = Date.parse('2026-11-28T12:00:00.000Z')
const nonce = 'n0nceN0nceN0nceN0nceN0nce'
const chains = ['sui:mainnet', 'sui:testnet'] as const
const expected = { origins: ['https://shop.example'], nonce, chains, now }
const seed = (byte: number) => new Uint8Array(32).fill(byte)
const ed = Ed25519Keypair.fromSecretKey(seed(1))
const k1 = Secp256k1Keypair.fromSecretKey(seed(2))
const r1 = Secp256r1Keypair.fromSecretKey(seed(3))

async function verify(text: string, signature: unknown, claim: Partial<SignInClaim> = {}): Promise<string> {
  const verdict = await verifySignIn({ message: text, signature: signature as string, expected, ...claim })
  return verdict.valid ? `${verdict.address} ${verdict.chainId} ${verdict.signedBy}` : verdict.refusal
}
const theirs = (text: string, signature: string, address: string) =>
  isValidPersonalMessageSignature(utf8ToBytes(text), signature, { address })
const messageOf = (accountAddress: string): SignInMessage => ({
  domain: 'shop.example',
  accountAddress,
  uri: 'https://shop.example/login',
  version: '1',
  chainId: 'sui:mainnet',
  nonce,
  issuedAt: '2026-11-28T12:00:00.000Z',
})
const textOf = (accountAddress: string, fields: Partial<SignInMessage> = {}): string =>
  formatSignInMessage({ ...messageOf(accountAddress), ...fields })
const signOf = async (
  signer: { signPersonalMessage(bytes: Uint8Array): Promise<{ signature: string }> },
  text: string,
) => (await signer.signPersonalMessage(utf8ToBytes(text))).signature

describe('texts that @mysten/sui signed', () => {
  test.each(file.signatures)('$scheme on $chainId: $signature', async vector => {
    const { chainId, address, message, signature, scheme } = vector
    expect(await verify(message, signature)).toBe(`${address} ${chainId} key`)
    expect(await theirs(message, signature, address)).toBe(true)

    // One bit of each byte: of the flag, the signature, the key, the bitmap, the weights and the threshold.
    const bytes = base64.decode(signature)
    const every = chainId === 'sui:testnet' ? 1 : 8
    for (const at of bytes.keys()) {
      if (at % every > 0) continue
      const changed = Uint8Array.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(['signature', 'unsupported'], `byte ${at}`).toContain(
        await verify(message, base64.encode(changed)),
      )
    }
    for (const wrong of [bytes.subarray(1), bytes.subarray(0, -1), concatBytes(bytes, seed(0).subarray(31))])
      expect(['signature', 'unsupported']).toContain(await verify(message, base64.encode(wrong)))
    for (const other of file.signatures.filter(each => each.message !== message))
      expect(await verify(message, other.signature)).toBe('signature')
    const stranger =
      file.signatures.find(each => each.scheme !== scheme && each.address !== address)?.address ?? ''
    expect(await verify(message.replace(address, stranger), signature)).toBe('signature')
    const moved = message.replace(
      /Chain ID: .*/,
      `Chain ID: ${chainId === 'sui:mainnet' ? 'testnet' : 'mainnet'}`,
    )
    expect(await verify(moved, signature)).toBe('signature')
  })
})

describeTampering({
  message: messageOf(ed.toSuiAddress()),
  outcome: `${ed.toSuiAddress()} sui:mainnet key`,
  sign: text => signOf(ed, text),
  verify,
  changes: [
    ['the account', { accountAddress: k1.toSuiAddress() }, 'signature'],
    ['the network', { chainId: 'sui:testnet' }, 'signature'],
    ['the network, to one that is not expected', { chainId: 'sui:devnet' }, ['malformed', 'chain']],
  ],
})

test.each([
  ['a short address', '0x2'],
  ['capitals', `0x${ed.toSuiAddress().slice(2).toUpperCase()}`],
  ['an address that is too long', `${ed.toSuiAddress()}0`],
  ['an address of another ecosystem', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'],
])('%s is no address of the text', async (_what, address) => {
  const text = textOf(ed.toSuiAddress()).replace(ed.toSuiAddress(), address)
  expect(['malformed', 'address']).toContain(await verify(text, await signOf(ed, text)))
})

test('keys of all schemes and texts of all lengths are judged as by Sui’s own verifier, both ways', async () => {
  const makers = [Ed25519Keypair, Secp256k1Keypair, Secp256r1Keypair]
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...makers),
      fc.integer({ min: 1, max: 200 }),
      fc.string({ unit: fc.constantFrom(...'abc xyz'), maxLength: 300 }).map(text => text.trim()),
      fc.boolean(),
      fc.nat(),
      async (maker, byte, statement, isTampered, place) => {
        const signer = maker.fromSecretKey(seed(byte))
        const address = signer.toSuiAddress()
        const text = textOf(address, statement === '' ? {} : { statement })
        const bytes = base64.decode(await signOf(signer, text))
        if (isTampered) bytes[1 + (place % 64)] = (bytes[1 + (place % 64)] ?? 0) ^ 4
        const signature = base64.encode(bytes)
        const isOurs = (await verify(text, signature)) === `${address} sui:mainnet key`
        expect(isOurs).toBe(!isTampered)
        expect(await theirs(text, signature, address)).toBe(isOurs)
      },
    ),
    { numRuns: 60 },
  )
})

test('the hash is that of the intent and the text as a vector of bytes, whatever its length', () => {
  for (const length of [0, 1, 127, 128, 300, 16_383, 16_384]) {
    const text = 'x'.repeat(length)
    const framed = bcs.IntentMessage(bcs.byteVector()).serialize({
      intent: { scope: { PersonalMessage: true }, version: { V0: true }, appId: { Sui: true } },
      value: utf8ToBytes(text),
    })
    expect(hashPersonalMessage(text)).toEqual(blake2b(framed.toBytes(), { dkLen: 32 }))
  }
})

describe('second spellings', () => {
  test.each([
    ['secp256k1', k1, secp256k1.Point.CURVE().n],
    ['secp256r1', r1, p256.Point.CURVE().n],
  ] as const)('of %s: the higher number of a signature is refused', async (_name, signer, order) => {
    const text = textOf(signer.toSuiAddress())
    const bytes = base64.decode(await signOf(signer, text))
    const low = BigInt(`0x${bytesToHex(bytes.subarray(33, 65))}`)
    bytes.set(hexToBytes((order - low).toString(16).padStart(64, '0')), 33)
    expect(await verify(text, base64.encode(bytes))).toBe('signature')
  })

  test('of Ed25519: no key of small order, for which a signature is good for any text', async () => {
    for (const hex of [`01${'00'.repeat(31)}`, `ec${'ff'.repeat(30)}7f`, '00'.repeat(32)]) {
      const key = hexToBytes(hex)
      const address = `0x${bytesToHex(blake2b(concatBytes(Uint8Array.of(0), key), { dkLen: 32 }))}`
      const forged = base64.encode(concatBytes(Uint8Array.of(0), key, new Uint8Array(32), key))
      expect(await verify(textOf(address), forged), hex).toBe('signature')
    }
  })

  test.each([
    ['nothing', ''],
    ['hex', 'ff0'],
    ['a flag alone', 'AA=='],
    ['no base64', '%%%%'],
    ['no padding', 'AAA'],
    ['base64 beyond all measure', 'A'.repeat(1_000_000)],
    ['undefined', undefined],
    ['a number', 7],
    ['a list', ['AA==']],
  ])('of a signature: %s is none', async (_what, signature) => {
    expect(await verify(textOf(ed.toSuiAddress()), signature)).toBe('signature')
  })

  test('with a line break in it', async () => {
    const text = textOf(ed.toSuiAddress())
    const signature = await signOf(ed, text)
    for (const wrong of [`${signature}\n`, ` ${signature}`, signature.replace(/=+$/, '')])
      expect(await verify(text, wrong)).toBe('signature')
  })

  test.each([4, 6, 7, 255])('the flag %i is of a kind that is not checked here', async flag => {
    const bytes = base64.decode(await signOf(ed, textOf(ed.toSuiAddress())))
    bytes[0] = flag
    expect(await verify(textOf(ed.toSuiAddress()), base64.encode(bytes))).toBe('unsupported')
  })
})

describe('several keys', () => {
  const pairs = [ed, k1, r1]
  const publicKeys = pairs.map((pair, at) => ({ publicKey: pair.getPublicKey(), weight: at + 1 }))
  const shared = MultiSigPublicKey.fromPublicKeys({ threshold: 3, publicKeys })
  const address = shared.toSuiAddress()
  const text = textOf(address)
  /** Its types take one signer alone. */
  const signerOf = (...signers: readonly Signer[]) => shared.getSigner(...(signers as [Signer]))
  type Parsed = ReturnType<typeof bcs.MultiSig.parse>

  async function change(edit: (multisig: Parsed) => Partial<Parsed>): Promise<string> {
    const signature = await signOf(signerOf(ed, k1), text)
    const parsed = bcs.MultiSig.parse(base64.decode(signature).subarray(1))
    const changed = bcs.MultiSig.serialize({ ...parsed, ...edit(parsed) } as never).toBytes()
    return base64.encode(concatBytes(Uint8Array.of(3), changed))
  }
  /** The account that a changed rule is of: what is refused is the signature, and not that the address is another one. */
  function ownerOf({ multisig_pk: { pk_map, threshold } }: Pick<Parsed, 'multisig_pk'>): string {
    const parts = pk_map.flatMap(({ pubKey, weight }) => {
      const flag = ['ED25519', 'Secp256k1', 'Secp256r1'].indexOf(pubKey.$kind)
      return [flag, ...(Object.values(pubKey)[0] as Iterable<number>), weight]
    })
    return `0x${bytesToHex(blake2b(Uint8Array.of(3, threshold & 255, threshold >> 8, ...parts), { dkLen: 32 }))}`
  }

  test('the address is that of flags, keys, weights and threshold', async () => {
    const parsed = bcs.MultiSig.parse(base64.decode(await change(() => ({}))).subarray(1))
    expect(ownerOf(parsed)).toBe(address)
    expect(await verify(text, await change(() => ({})))).toBe(`${address} sui:mainnet key`)
  })

  test.each<[readonly Signer[]]>([[[r1]], [[ed, r1]], [[k1, r1]], [[ed, k1, r1]]])(
    'signers that weigh enough sign',
    async signers => {
      const signature = await signOf(signerOf(...signers), text)
      expect(await theirs(text, signature, address)).toBe(true)
      expect(await verify(text, signature)).toBe(`${address} sui:mainnet key`)
    },
  )

  test.each<[string, (multisig: Parsed) => Partial<Parsed>]>([
    ['one signer of too little weight', ({ sigs }) => ({ sigs: sigs.slice(0, 1), bitmap: 1 })],
    ['one signer twice', ({ sigs }) => ({ sigs: [sigs[1], sigs[1]] as Parsed['sigs'], bitmap: 2 })],
    ['signatures in another order', ({ sigs }) => ({ sigs: sigs.toReversed() })],
    ['fewer signatures than signers', () => ({ bitmap: 7 })],
    ['more signatures than signers', () => ({ bitmap: 1 })],
    ['a signer that there is not', () => ({ bitmap: 0b1010 })],
    ['no signature', () => ({ sigs: [], bitmap: 0 })],
    ['no key', ({ multisig_pk }) => ({ multisig_pk: { ...multisig_pk, pk_map: [] } })],
    ['no threshold', ({ multisig_pk }) => ({ multisig_pk: { ...multisig_pk, threshold: 0 } })],
    [
      'a threshold that nobody reaches',
      ({ multisig_pk }) => ({ multisig_pk: { ...multisig_pk, threshold: 7 } }),
    ],
    ['a lower threshold', ({ multisig_pk }) => ({ multisig_pk: { ...multisig_pk, threshold: 1 } })],
    [
      'other weights',
      ({ multisig_pk }) => ({
        multisig_pk: { ...multisig_pk, pk_map: multisig_pk.pk_map.map(each => ({ ...each, weight: 9 })) },
      }),
    ],
  ])('%s is no signature of the account', async (_what, edit) => {
    expect(await verify(text, await change(edit))).toBe('signature')
  })

  test.each<[string, (multisig: Parsed) => Partial<Parsed>]>([
    ['a key of no weight', multisig => ({ multisig_pk: weigh(multisig, [0, 3, 3]) })],
    ['a threshold of zero', multisig => ({ multisig_pk: { ...multisig.multisig_pk, threshold: 0 } })],
    [
      'a threshold above all weights',
      multisig => ({ multisig_pk: { ...multisig.multisig_pk, threshold: 7 } }),
    ],
    [
      'one key twice',
      ({ multisig_pk: { pk_map, threshold } }) => ({
        multisig_pk: {
          threshold,
          pk_map: [pk_map[0], pk_map[1], pk_map[1]] as Parsed['multisig_pk']['pk_map'],
        },
      }),
    ],
  ])('rules with %s have no account', async (_what, edit) => {
    const signature = await signOf(signerOf(ed, k1), text)
    const changed = edit(bcs.MultiSig.parse(base64.decode(signature).subarray(1)))
    const owner = ownerOf(changed as Parsed)
    const own = textOf(owner)
    const parts = [ed, k1].map(async pair => base64.decode(await signOf(pair, own)).subarray(1, 65))
    const [first, second] = await Promise.all(parts)
    const sigs = [{ ED25519: first }, { Secp256k1: second }]
    const bytes = bcs.MultiSig.serialize({ sigs, bitmap: 3, ...changed } as never).toBytes()
    expect(await verify(own, base64.encode(concatBytes(Uint8Array.of(3), bytes)))).toBe('signature')
  })

  test('a login of zkLogin or a passkey among the signers is of a kind that is not checked here', async () => {
    const zkLogin = await change(({ sigs }) => ({ sigs: [{ ZkLogin: [1, 2] }, ...sigs.slice(1)] as never }))
    expect(await verify(text, zkLogin)).toBe('unsupported')
    const passkey = await change(({ multisig_pk: { pk_map, threshold } }) => {
      const added = { pubKey: { Passkey: [...new Uint8Array(33)] }, weight: 1 }
      return { multisig_pk: { threshold, pk_map: [...pk_map, added] as never } }
    })
    expect(await verify(text, passkey)).toBe('unsupported')
  })

  test('bytes that end early, or anything at all, are no signature', async () => {
    const whole = base64.decode(await change(() => ({})))
    for (let length = 1; length < whole.length; length++)
      expect(['signature', 'unsupported']).toContain(
        await verify(text, base64.encode(whole.subarray(0, length))),
      )
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async bytes => {
        const signature = base64.encode(concatBytes(Uint8Array.of(3), bytes))
        expect(['signature', 'unsupported']).toContain(await verify(text, signature))
      }),
    )
  })

  function weigh({ multisig_pk }: Parsed, weights: readonly number[]): Parsed['multisig_pk'] {
    const pk_map = multisig_pk.pk_map.map((each, at) => ({ ...each, weight: weights[at] ?? 1 }))
    return { ...multisig_pk, pk_map }
  }
})

describe('zkLogin', () => {
  const address = ed.toSuiAddress()
  const text = textOf(address)
  const signature = base64.encode(Uint8Array.of(5, 1, 2, 3))
  const url = 'https://node.example/graphql'
  const asked: { url: string; body: Record<string, unknown> }[] = []
  const node =
    (...answers: unknown[]): typeof fetch =>
    async (input, init) => {
      asked.push({ url: String(input), body: JSON.parse(String(init?.body)) })
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (answer instanceof Error) throw answer
      return Response.json(answer)
    }
  const success = (value: unknown) => ({ data: { verifyZkLoginSignature: { success: value } } })
  const refusal = (fields: object) => ({ data: null, errors: [fields] })
  const ask = (fetch: typeof globalThis.fetch, claim: Partial<SignInClaim> = {}) =>
    verify(text, signature, { rpc: { 'sui:mainnet': url }, fetch, ...claim })

  test('cannot be checked without a URL of the host’s own for the message’s chain', async () => {
    const fetch = node(success(true))
    expect(await verify(text, signature, { fetch })).toBe('unsupported')
    expect(await verify(text, signature, { fetch, rpc: { 'sui:testnet': url } })).toBe('unsupported')
    expect(await verify(text, signature, { fetch, rpc: { 'sui:mainnet': [] } })).toBe('unsupported')
    expect(asked).toEqual([])
  })

  test('the chain is asked about our own text, for the account of the message', async () => {
    expect(await ask(node(success(true)))).toBe(`${address} sui:mainnet contract`)
    expect(asked.splice(0)).toEqual([
      {
        url,
        body: {
          query: expect.stringContaining('intentScope: PERSONAL_MESSAGE'),
          variables: { bytes: base64.encode(utf8ToBytes(text)), signature, author: address },
        },
      },
    ])
  })

  test.each<[string, unknown, string]>([
    ['no', success(false), 'signature'],
    ['a fault of the input', refusal({ message: 'x', extensions: { code: 'BAD_USER_INPUT' } }), 'signature'],
    [
      'words alone, as a proxy passes them on',
      refusal({ message: 'Verification failed: expired' }),
      'signature',
    ],
    [
      'a fault of its own',
      refusal({ message: 'x', extensions: { code: 'INTERNAL_SERVER_ERROR' } }),
      'unreachable',
    ],
    ['a fault and yes', { ...success(true), errors: [{ message: 'x' }] }, 'unreachable'],
    ['nothing known', success(null), 'unreachable'],
    ['yes as text', success('true'), 'unreachable'],
    ['no data', {}, 'unreachable'],
    ['null', null, 'unreachable'],
    ['an empty list of faults', { errors: [] }, 'unreachable'],
    ['no connection', new TypeError('offline'), 'unreachable'],
  ])('a node that answers %s', async (_what, answer, result) => {
    expect(await ask(node(answer))).toBe(result)
  })

  test('as many nodes as the host wants have to agree', async () => {
    const rpc = { 'sui:mainnet': ['https://a.example', 'https://b.example', 'https://c.example'] }
    const yes = `${address} sui:mainnet contract`
    expect(await ask(node(success(true), success(false), success(true)), { rpc, quorum: 2 })).toBe(yes)
    expect(await ask(node(success(true), success(false), success(false)), { rpc, quorum: 2 })).toBe(
      'signature',
    )
    expect(await ask(node(success(true)), { quorum: 2 })).toBe('unreachable')
    const twice = { 'sui:mainnet': [url, url] }
    expect(await ask(node(success(true)), { rpc: twice, quorum: 2 })).toBe('unreachable')
  })

  test('a node that cannot be reached is followed by the next', async () => {
    const rpc = { 'sui:mainnet': ['https://a.example', 'https://b.example'] }
    expect(await ask(node(new TypeError('offline'), success(true)), { rpc })).toBe(
      `${address} sui:mainnet contract`,
    )
  })
})
