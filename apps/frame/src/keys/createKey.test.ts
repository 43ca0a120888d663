import { postCustodyWallet } from 'latchkey/services'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { toHex } from './bytes.ts'
import { createKey } from './createKey.ts'
import { openDevice } from './device.fixture.ts'
import type { KeysContext } from './keysContext.ts'
import { readShares } from './storedShares.ts'

afterEach(() => vi.restoreAllMocks())

/** The key that `createKey` made, as it shows it for the kit. */
async function keyOf(ctx: KeysContext, account: string): Promise<string> {
  let key = ''
  await createKey(ctx, {
    account,
    show: async entropy => {
      key = toHex(entropy)
    },
  })
  return key
}

describe('S10 T81: a new key', () => {
  it('is the bytes that the browser’s generator gave, and Math.random is not asked', async () => {
    const ctx = await openDevice()
    const given: string[] = []
    const generate = crypto.getRandomValues.bind(crypto)
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(array => {
      const filled = generate(array)
      given.push(toHex(new Uint8Array(filled.buffer, filled.byteOffset, filled.byteLength)))
      return filled
    })
    const random = vi.spyOn(Math, 'random')
    const key = await keyOf(ctx, 'ann')
    expect(key).toHaveLength(64)
    expect(given).toContain(key)
    // The other one is the device's share.
    expect(given.filter(bytes => bytes.length === 64)).toHaveLength(2)
    expect(random).not.toHaveBeenCalled()
  })

  it('is as a generator of counted bytes would have it', async () => {
    const ctx = await openDevice()
    let at = 0
    vi.spyOn(crypto, 'getRandomValues').mockImplementation(array => {
      if (array instanceof Uint8Array) for (let i = 0; i < array.length; i++) array[i] = at++ & 255
      return array
    })
    expect(await keyOf(ctx, 'ann')).toBe(toHex(Uint8Array.from({ length: 32 }, (_, index) => index)))
  })

  it('is another one each of 1,000 times, though Math.random always gives 0', async () => {
    const ctx = await openDevice()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    const keys: string[] = []
    for (let i = 0; i < 1_000; i++) keys.push(await keyOf(ctx, `visitor ${i}`))
    expect(keys.filter(key => /^[0-9a-f]{64}$/.test(key))).toHaveLength(1_000)
    expect(new Set(keys).size).toBe(1_000)
  })
})

it.each([
  ['a new key', undefined, { accountType: 'smartAccount' }],
  ['words from elsewhere', new Uint8Array(32).fill(7), {}],
] as const)(
  'SPEC §6: the wallet of %s is made with the account that can hold nothing yet',
  async (_name, entropy, type) => {
    let sent: object = {}
    const ctx = await openDevice((path, body) => {
      if (body !== undefined && path === postCustodyWallet.path) sent = body
      return {}
    })
    await createKey(ctx, { account: 'ann', ...(entropy && { entropy: Uint8Array.from(entropy) }) })
    expect(sent).toEqual({
      ...type,
      commit: expect.any(String),
      owner: expect.any(String),
      version: expect.any(String),
      half: expect.any(String),
      factors: [],
      possession: expect.any(String),
    })
  },
)

describe('a key that is there already', () => {
  it('is not made again: nothing is shown, and the stored share stays as it is', async () => {
    let commit = ''
    let known = 'ann'
    const ctx = await openDevice((path, body) => {
      if (body !== undefined && path === postCustodyWallet.path) commit = (body as { commit: string }).commit
      return { account: known, wallet: { commit } }
    })
    await createKey(ctx, { account: 'ann' })
    const before = await readShares(ctx.database, 'ann')
    const show = vi.fn(async () => {})
    await expect(createKey(ctx, { account: 'ann', show })).rejects.toMatchObject({ code: 'exists' })
    expect(show).not.toHaveBeenCalled()
    // Another tab has logged another visitor in.
    known = 'bob'
    await expect(createKey(ctx, { account: 'ann', show })).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' })
    expect(await readShares(ctx.database, 'ann')).toEqual(before)
    expect(show).not.toHaveBeenCalled()
  })
})
