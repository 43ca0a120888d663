/** Vectors of BIP-173 and BIP-350, and addresses that were made apart from the reader. */

import { type BitcoinAddressType, type BitcoinNetworkName, bitcoinKey } from '@latchkey/testing'
import { sha256 } from '@noble/hashes/sha2.js'
import { bech32, bech32m, createBase58check, hex } from '@scure/base'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatBitcoinAddress, readBitcoinAddress } from '../../addresses/bitcoinAddress.ts'
import { toNetwork } from '../../contract/network.ts'
import { bitcoin, bitcoinSignet, bitcoinTestnet4 } from '../../contract/networks/bitcoin.ts'
import { isBitcoinAddress, isBitcoinAddressOn } from './bitcoinAddress.ts'

const mainnet = toNetwork(bitcoin)
const testnet = toNetwork(bitcoinTestnet4)
const signet = toNetwork(bitcoinSignet)
const regtest = toNetwork({
  ...bitcoin,
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  format: { prefix: 'bcrt' },
})

test.each([
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'p2wpkh'],
  ['tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7', 'p2wsh'],
  ['bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y', 'witness'],
  ['BC1SW50QGDZ25J', 'witness'],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', 'witness'],
  ['tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy', 'p2wsh'],
  ['tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c', 'p2tr'],
  ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 'p2tr'],
  ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'p2pkh'],
  ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'p2sh'],
  ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'p2pkh'],
  ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'p2sh'],
])('%s is an address (%s)', (address, kind) => {
  expect(readBitcoinAddress(address)?.kind).toBe(kind)
})

test.each([
  ['another network', 'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut'],
  [
    'the checksum of version 0 at version 1',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  ],
  [
    'the checksum of version 0 at version 2',
    'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
  ],
  [
    'the checksum of version 0 at version 16',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  ],
  ['the checksum of version 1 at version 0', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'],
  ['the same on a test network', 'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47'],
  ['a letter outside of the alphabet', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
  ['version 17', 'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R'],
  ['a program of one byte', 'bc1pw5dgrnzv'],
  ['a program of 41 bytes', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav'],
  ['version 0 with 16 bytes', 'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'],
  ['both cases', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq'],
  ['more than four zero bits at the end', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf'],
  ['bits at the end that are not zero', 'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j'],
  ['nothing', 'bc1gmk9yu'],
  ['a checksum of another address', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
  ['the version of another coin', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
  ['a private key', 'L3VFeEujGtevx9w18HD1fhRbCH67Az2dpCymeRE1SoPK6XQtaN2k'],
])('an address with %s is none', (_what, address) => {
  expect(isBitcoinAddress(address)).toBe(false)
})

const types = ['p2pkh', 'p2sh', 'p2wpkh', 'p2tr'] as const
const names: readonly BitcoinNetworkName[] = ['mainnet', 'testnet4', 'signet', 'regtest']

test('reads every address that another implementation makes, and where it can be', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.constantFrom(...types), fc.constantFrom(...names), (index, type, name) => {
      const { address } = bitcoinKey(index, type as BitcoinAddressType, name)
      expect(readBitcoinAddress(address)?.kind).toBe(type)
      const here = [mainnet, testnet, signet, regtest].map(network => isBitcoinAddressOn(address, network))
      // Test networks share their addresses, but for the segwit ones of regtest.
      const isOld = type === 'p2pkh' || type === 'p2sh'
      const isTest = name === 'testnet4' || name === 'signet' || (isOld && name === 'regtest')
      const isRegtest = name === 'regtest' || (isOld && name !== 'mainnet')
      expect(here).toEqual([name === 'mainnet', isTest, isTest, isRegtest])
    }),
    { numRuns: 60 },
  )
})

test('an address with one letter changed is none', () => {
  const letters = '023456789acdefghjklmnpqrstuvwxyz'
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.nat(200),
      fc.constantFrom(...letters),
      (type, place, letter) => {
        const { address } = bitcoinKey(0, type, 'mainnet')
        const at = place % address.length
        const changed = `${address.slice(0, at)}${letter}${address.slice(at + 1)}`
        expect(isBitcoinAddress(changed)).toBe(changed === address)
      },
    ),
  )
})

test('each witness version has its own checksum', () => {
  fc.assert(
    fc.property(fc.nat(16), fc.uint8Array({ minLength: 2, maxLength: 40 }), (version, program) => {
      const words = [version, ...bech32.toWords(program)]
      const right = version === 0 ? bech32 : bech32m
      const wrong = version === 0 ? bech32m : bech32
      const isLength = version > 0 || program.length === 20 || program.length === 32
      expect(isBitcoinAddress(right.encode('bc', words))).toBe(isLength)
      expect(isBitcoinAddress(wrong.encode('bc', words))).toBe(false)
    }),
  )
})

test('only versions of bitcoin and 20 bytes are older addresses', () => {
  const base58check = createBase58check(sha256)
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), bytes => {
      const isOurs = bytes.length === 21 && ['00', '05', '6f', 'c4'].includes(hex.encode(bytes.slice(0, 1)))
      expect(isBitcoinAddress(base58check.encode(bytes))).toBe(isOurs)
    }),
  )
})

test('a network whose prefix is not known takes any address', () => {
  const { format: _, ...rest } = mainnet
  const own = { ...rest, caipNetworkId: 'bip122:ffffffffffffffffffffffffffffffff' as const }
  expect(isBitcoinAddressOn('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', own)).toBe(true)
})

test('segwit addresses are written in lower case, the others as they are', () => {
  expect(formatBitcoinAddress('BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toBe(
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  )
  expect(formatBitcoinAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toBe(
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  )
})
