import { describe, expect, it } from 'vitest'
import { fromHex, toHex } from '../bytes.ts'
import { evmAddressOf, solanaAddressOf } from './addresses.ts'
import { addressesOf } from './addressesOf.ts'
import { deriveEvmKey, deriveSecp256k1 } from './deriveEvmKey.ts'
import { deriveEd25519 } from './deriveSolanaKey.ts'
import { fromWords, seedOf, toWords } from './words.ts'

const hard = 0x80000000

describe('BIP-32', () => {
  // https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki, vectors 1 and 2, as keys and chain codes.
  it.each([
    [
      '000102030405060708090a0b0c0d0e0f',
      [],
      'e8f32e723decf4051aefac8e2c93c9c5b214313817cdb01a1494b917c8436b35',
      '873dff81c02f525623fd1fe5167eac3a55a049de3d314bb42ee227ffed37d508',
    ],
    [
      '000102030405060708090a0b0c0d0e0f',
      [hard],
      'edb2e14f9ee77d26dd93b4ecede8d16ed408ce149b6cd80b0715a2d911a0afea',
      '47fdacbd0f1097043b78c63c20c34ef4ed9a111d980047ad16282c7ae6236141',
    ],
    [
      '000102030405060708090a0b0c0d0e0f',
      [hard, 1],
      '3c6cb8d0f6a264c91ea8b5030fadaa8e538b020f0a387421a12de9319dc93368',
      '2a7857631386ba23dacac34180dd1983734e444fdbf774041578e9b6adb37c19',
    ],
    [
      '000102030405060708090a0b0c0d0e0f',
      [hard, 1, 2 + hard, 2, 1_000_000_000],
      '471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8',
      'c783e67b921d2beb8f6b389cc646d7263b4145701dadd2161548a8b078e65e9e',
    ],
  ])('%s %j', (seed, path, key, chain) => {
    const derived = deriveSecp256k1(fromHex(seed), path)
    expect([toHex(derived.key), toHex(derived.chain)]).toEqual([key, chain])
  })

  it('derives the account that every development chain has for its words', async () => {
    const entropy = fromHex('0'.repeat(64))
    expect(toWords(entropy)).toBe(`${'abandon '.repeat(23)}art`)
    const seed = await seedOf(entropy)
    // BIP-39's vector for these words, without a passphrase.
    expect(toHex(seed)).toBe(
      '408b285c123836004f4b8842c89324c1f01382450c0d439af345ba7fc49acf705489c6fc77dbd4e3dc1dd8cc6bc9f043db8ada1e243c4a0eafb290d399480840',
    )
    expect(evmAddressOf(deriveEvmKey(seed))).toBe((await addressesOf(entropy)).eip155)
  })
})

describe('SLIP-10 for Ed25519', () => {
  // https://github.com/satoshilabs/slips/blob/master/slip-0010.md, vector 1 for ed25519.
  it.each([
    [
      [],
      '2b4be7f19ee27bbf30c667b642d5f4aa69fd169872f8fc3059c08ebae2eb19e7',
      '90046a93de5380a72b5e45010748567d5ea02bbf6522f979e05c0d8d8ca9fffb',
    ],
    [
      [0],
      '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3',
      '8b59aa11380b624e81507a27fedda59fea6d0b779a778918a2fd3590e16e9c69',
    ],
    [
      [0, 1, 2, 2, 1_000_000_000],
      '8f94d394a8e8fd6b1bc2f3f49f5c47e385281d5c17e65324b0f62483e37e8793',
      '68789923a0cac2cd5a29172a475fe9e0fb14cd6adb5ad98a3fa70333e7afa230',
    ],
  ])('%j', (path, key, chain) => {
    const derived = deriveEd25519(fromHex('000102030405060708090a0b0c0d0e0f'), path)
    expect([toHex(derived.key), toHex(derived.chain)]).toEqual([key, chain])
  })
})

describe('addresses', () => {
  it.each([
    // EIP-55 capitals of anvil's first accounts, from their keys.
    [
      'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
    ],
    [
      '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
      '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    ],
  ])('%s is %s', (key, address) => expect(evmAddressOf(fromHex(key))).toBe(address))

  it('encodes Solana addresses as public keys in base58', () => {
    // RFC 8032's first vector: public key d75a98…, whose base58 is this.
    expect(solanaAddressOf(fromHex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'))).toBe(
      'FVen3X669xLzsi6N2V91DoiyzHzg1uAgqiT8jZ9nS96Z',
    )
  })
})

it('reads words as people type them, and refuses others', () => {
  const words = toWords(fromHex('7f'.repeat(32)))
  expect(toHex(fromWords(`  ${words.toUpperCase().replaceAll(' ', '\n ')} `))).toBe('7f'.repeat(32))
  const wrong = [words.replace(/\w+$/, 'zoo'), words.split(' ').slice(1).join(' '), '', 'a'.repeat(100_000)]
  for (const text of [...wrong, `${'abandon '.repeat(11)}about`])
    expect(() => fromWords(text)).toThrow(expect.objectContaining({ code: 'text' }))
})
