import { expect, it } from 'vitest'
import { createNonces } from './createNonces.ts'

const at = { now: 1_800_000_000_000 }
const open = (secret: number) =>
  createNonces({ store: {} as never, secret: new Uint8Array(32).fill(secret), now: () => at.now })

it('T66: a nonce is ours, of its project and its time, in one spelling', () => {
  const nonces = open(1)
  const { nonce, ts } = nonces.issue('shop')
  expect(nonces.isFresh('shop', nonce, ts)).toBe(true)
  expect(nonces.isFresh('other', nonce, ts)).toBe(false)
  expect(nonces.isFresh('shop', nonce, ts + 1)).toBe(false)
  expect(open(2).isFresh('shop', nonce, ts)).toBe(false)
  expect(nonces.isFresh('shop', `${nonce}=`, ts)).toBe(false)
  const bytes = Buffer.from(nonce, 'base64url')
  for (let i = 0; i < bytes.length; i++) {
    const forged = Buffer.from(bytes)
    forged.writeUInt8((bytes[i] ?? 0) ^ 1, i)
    const said = forged.readUIntBE(12, 6)
    expect(nonces.isFresh('shop', forged.toString('base64url'), said), String(i)).toBe(false)
  }
})
