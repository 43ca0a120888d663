import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { directoryCertificateText } from '../../contract/directory.ts'
import { receiptText } from '../../contract/payments.ts'
import { verifyReceipt } from './verifyReceipt.ts'

const issued = 1_790_000_000_000
const receipt = {
  projectId: 'my-shop',
  payment: 'payment_0123456789',
  state: 'settled' as const,
  description: 'A print',
  referenceId: null,
  transfers: [],
  refunds: [],
  issued,
}

function makeKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  return { privateKey, key: String(publicKey.export({ format: 'jwk' }).x) }
}

const seal = (text: string, by: KeyObject) => sign(null, Buffer.from(text), by).toString('base64url')
const directory = makeKey()
const rules = { directoryKeys: [directory.key], projectId: 'my-shop' }

function makeReceipt(change: Partial<typeof receipt> = {}, by = directory) {
  const unsigned = { receipt: { ...receipt, ...change }, key: by.key }
  return { ...unsigned, signature: seal(receiptText(unsigned), by.privateKey) }
}

test('returns what a receipt of a trusted key says', async () => {
  expect(await verifyReceipt(makeReceipt(), rules)).toEqual({ valid: true, receipt })
  expect(await verifyReceipt(JSON.parse(JSON.stringify(makeReceipt())), rules)).toMatchObject({ valid: true })
})

describe('a key that an offline key vouches for', () => {
  const online = makeKey()
  const vouch = (expires: number, issuer = directory) => ({
    ...makeReceipt({}, online),
    certificate: {
      key: online.key,
      expires,
      issuer: issuer.key,
      signature: seal(directoryCertificateText({ key: online.key, expires }), directory.privateKey),
    },
  })

  test('counts for what it signed in its time, also later', async () => {
    expect(await verifyReceipt(vouch(issued + 1), rules)).toMatchObject({ valid: true })
  })
  test('does not count for what it signed afterwards, nor for another issuer', async () => {
    expect(await verifyReceipt(vouch(issued), rules)).toEqual({ valid: false, refusal: 'certificate' })
    expect(await verifyReceipt(vouch(issued + 1, makeKey()), rules)).toMatchObject({ refusal: 'unknown-key' })
  })
})

describe('T131: a forged receipt', () => {
  const good = makeReceipt()
  test.each([
    ['of another key', makeReceipt({}, makeKey()), 'unknown-key'],
    ['with another state', { ...good, receipt: { ...receipt, state: 'refunded' } }, 'signature'],
    ['of another project', makeReceipt({ projectId: 'other' }), 'project'],
    ['that is none', { receipt: 1 }, 'malformed'],
    ['that is nothing', null, 'malformed'],
  ] as const)('%s is refused', async (_, value, refusal) => {
    expect(await verifyReceipt(value, rules)).toEqual({ valid: false, refusal })
  })
  test('of another payment is refused', async () => {
    expect(await verifyReceipt(good, { ...rules, payment: 'payment_9999999999' })).toMatchObject({
      refusal: 'payment',
    })
  })
})

test('throws without keys', async () => {
  await expect(verifyReceipt(makeReceipt(), { ...rules, directoryKeys: [] })).rejects.toThrow(/directoryKeys/)
})
