import { sha256 } from '@noble/hashes/sha2.js'
import { postCustodyWallet } from 'latchkey/services'
import { afterEach, describe, expect, it } from 'vitest'
import { type CustodyApp, openCustody } from '../../../server/src/people/custody/wallet.fixture.ts'
import { openBrowser, type TestBrowser } from './browser.fixture.ts'
import { randomBytes, toBytes, toHex } from './bytes.ts'
import { createKey } from './createKey.ts'
import { CustodyRefusal } from './custodyClient.ts'
import { addFactor, deleteFactor } from './recovery/addFactor.ts'
import { keyOfPassword } from './recovery/keyOfPassword.ts'
import { factorOf, operatorFactor } from './recovery/makeFactor.ts'
import { recoverKey } from './recovery/recoverKey.ts'
import { keyOfCode, makeRecoveryCode } from './recovery/recoveryCode.ts'
import { refreshShares } from './refreshShares.ts'
import { sealingKey } from './sealed.ts'
import { signEvmDigest } from './signWith.ts'
import { readShares, writeShares } from './storedShares.ts'
import { withKey } from './withKey.ts'

const opened: CustodyApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})
async function open(environment: Readonly<Record<string, string>> = {}): Promise<CustodyApp> {
  const app = await openCustody(environment)
  opened.push(app)
  return app
}

const account = 'ann'
const request = '11'.repeat(32)
const code = (error: string) => expect.objectContaining({ code: error })
/** What a screen does once its person approved. */
const sign = (browser: TestBrowser) =>
  withKey(browser, { account, request, purpose: 'sign' }, (entropy, { eip155 }) =>
    signEvmDigest(entropy, new Uint8Array(32).fill(7), eip155),
  )

async function recover(browser: TestBrowser, recoveryCode: string) {
  const known = await browser.known()
  const factor = known.wallet?.factors.find(({ kind }) => kind === 'code')
  if (factor === undefined) throw new Error('no factor')
  return recoverKey(browser, { known, factor, key: await keyOfCode(recoveryCode, account) })
}

/** An account with a key on one device and a code on paper. */
async function openAccount(app: CustodyApp) {
  const phone = await openBrowser(app, account)
  const recoveryCode = makeRecoveryCode()
  const factors = [factorOf('code', await keyOfCode(recoveryCode, account))]
  const addresses = await createKey(phone, { account, factors })
  return { phone, recoveryCode, addresses }
}

describe('a key', () => {
  it('T79: signs on its device, and leaves no trace of itself there or with the services', async () => {
    const app = await open()
    const phone = await openBrowser(app, account)
    const entropy = randomBytes(32)
    const canary = toHex(entropy)
    await createKey(phone, { account, entropy })
    expect(entropy.every(byte => byte === 0)).toBe(true)
    const seen: Uint8Array[] = []
    await withKey(phone, { account, request, purpose: 'sign' }, async key => {
      expect(toHex(key)).toBe(canary)
      seen.push(key)
    })
    expect(toHex(seen[0] ?? new Uint8Array())).toBe('00'.repeat(32))
    expect(JSON.stringify([...phone.database.kept])).not.toContain(canary)
    expect(await sign(phone)).toEqual(await sign(phone))
    await expect(createKey(await openBrowser(app, account), { account })).rejects.toThrow(code('exists'))
  })

  it('F41: created by another tab, or by a call believed lost, survives a later creation', async () => {
    const app = await open()
    const { phone } = await openAccount(app)
    const signature = await sign(phone)
    await expect(createKey(phone, { account })).rejects.toThrow(code('exists'))
    expect(await sign(phone)).toEqual(signature)

    const bob = await openBrowser(app, 'bob')
    const call = bob.client.call.bind(bob.client)
    let late: (() => Promise<unknown>) | undefined
    const slow: TestBrowser = {
      ...bob,
      client: {
        async call(route, body) {
          if (route.path !== postCustodyWallet.path || route.method !== 'POST') return call(route, body)
          if (late) {
            await late()
            return call(route, body)
          }
          late = () => call(route, body)
          throw new CustodyRefusal('offline')
        },
      },
    }
    await expect(createKey(slow, { account: 'bob' })).rejects.toThrow(code('offline'))
    const first = await readShares(bob.database, 'bob')
    await expect(createKey(slow, { account: 'bob' })).rejects.toThrow(code('exists'))
    expect(await readShares(bob.database, 'bob')).toEqual(first)
    expect(await withKey(bob, { account: 'bob', request, purpose: 'sign' }, async () => 'has it')).toBe(
      'has it',
    )
  })

  it('of another device stays untouched by a creation that failed', async () => {
    const app = await open()
    const phone = await openBrowser(app, account)
    phone.cut = { path: '/wallet', when: 'before' }
    await expect(createKey(phone, { account })).rejects.toThrow(code('offline'))
    phone.cut = undefined
    await createKey(await openBrowser(app, account), { account })
    await expect(createKey(phone, { account })).rejects.toThrow(code('exists'))
    expect(await readShares(phone.database, account)).toBeUndefined()
  })

  it('is released for requests that a project’s policy allows, sent to the services on demand (§2.3)', async () => {
    const app = await open({
      CUSTODY_POLICIES: JSON.stringify({ shop: { networks: {}, messages: true } }),
    })
    const { phone } = await openAccount(app)
    const releases: unknown[] = []
    const call = phone.client.call.bind(phone.client)
    const watched: TestBrowser = {
      ...phone,
      client: {
        call: (route, body) => {
          if (route.path === '/v1/custody/release') releases.push(body)
          return call(route, body)
        },
      },
    }
    const text = toBytes('Hello')
    const asked = { account, request: toHex(sha256(text)), purpose: 'sign' } as const
    const has = async () => true
    expect(await withKey(watched, { ...asked, signed: { is: 'message', bytes: toHex(text) } }, has)).toBe(
      true,
    )
    expect(releases).toMatchObject([{}, { signed: { is: 'message' } }])
    expect(releases[0]).not.toHaveProperty('signed')
    for (const signed of [
      undefined,
      { is: 'message', bytes: '00' },
      { is: 'typedData', bytes: toHex(text) },
    ] as const)
      await expect(withKey(watched, { ...asked, signed }, has)).rejects.toThrow(code('CUSTODY_REFUSED'))
    // What brings the key back, and what keeps it, is not the policy's.
    const id = await addFactor(phone, {
      account,
      make: factorOf('code', await keyOfCode(makeRecoveryCode(), account)),
    })
    expect(await deleteFactor(phone, { account, id })).toBe(true)
  })

  it('§2.9: has one address under five host sites, each with its own key share', async () => {
    const app = await open()
    const { phone, recoveryCode, addresses } = await openAccount(app)
    const signature = await sign(phone)
    for (let i = 0; i < 4; i++) {
      const site = await openBrowser(app, account)
      await expect(sign(site)).rejects.toThrow(code('recover'))
      expect(await recover(site, recoveryCode)).toEqual(addresses)
      expect(await sign(site)).toEqual(signature)
    }
    expect((await phone.known()).wallet?.pairs).toHaveLength(5)
  })

  it('T77: signs nothing after any change to a stored byte', async () => {
    const app = await open()
    const { phone } = await openAccount(app)
    const shares = await readShares(phone.database, account)
    if (shares === undefined) throw new Error('no shares')
    const { data } = shares.current.sealed
    for (let at = 0; at < data.length; at += 2) {
      app.at.now += 1_000
      const byte = (Number.parseInt(data.slice(at, at + 2), 16) ^ 0x10).toString(16).padStart(2, '0')
      const sealed = { ...shares.current.sealed, data: data.slice(0, at) + byte + data.slice(at + 2) }
      await writeShares(phone.database, { ...shares, current: { ...shares.current, sealed } })
      await expect(sign(phone), String(at)).rejects.toThrow(code('recover'))
    }
    await writeShares(phone.database, { ...shares, commit: '00'.repeat(16) })
    await expect(sign(phone)).rejects.toThrow(code('mismatch'))
    await writeShares(phone.database, shares)
    await sign(phone)
  })

  it('T82: signs nothing after its device was revoked', async () => {
    const app = await open()
    const { phone, recoveryCode } = await openAccount(app)
    const laptop = await openBrowser(app, account)
    await recover(laptop, recoveryCode)
    const { postCustodyRevoke } = await import('latchkey/services')
    await laptop.client.call(postCustodyRevoke, { device: phone.device.device })
    await expect(sign(phone)).rejects.toThrow(code('recover'))
    expect(await readShares(phone.database, account)).toBeUndefined()
    await sign(laptop)
  })
})

describe('§2.9: refreshing key shares', () => {
  it('leaves the key and changes both shares', async () => {
    const app = await open()
    const { phone } = await openAccount(app)
    const before = await sign(phone)
    const first = await readShares(phone.database, account)
    for (let i = 0; i < 3; i++) expect(await refreshShares(phone, { account })).toBe(true)
    const last = await readShares(phone.database, account)
    expect(last?.current.epoch).toBe(4)
    expect(last?.current.version).not.toBe(first?.current.version)
    expect(last?.pending).toBeNull()
    expect(await sign(phone)).toEqual(before)
    // The record from before is void.
    if (first !== undefined) await writeShares(phone.database, first)
    await expect(sign(phone)).rejects.toThrow(code('recover'))
  })

  it.each([
    ['before the services heard of it', '/refresh', 'before'],
    ['after they took it', '/refresh', 'after'],
    ['before they heard that it arrived', '/refresh/ack', 'before'],
    ['after they dropped the old key share', '/refresh/ack', 'after'],
  ] as const)('§2.9 F41: broken off %s, the device still signs', async (_when, path, when) => {
    const app = await open()
    const { phone } = await openAccount(app)
    const before = await sign(phone)
    for (let round = 0; round < 6; round++) {
      phone.cut = { path, when }
      await expect(refreshShares(phone, { account })).rejects.toThrow(code('offline'))
    }
    // As after a restart: only stored records are known.
    phone.cut = undefined
    const again = await openBrowser(app, account, phone)
    expect(await sign(again)).toEqual(before)
    expect(await refreshShares(again, { account })).toBe(true)
    expect(await sign(again)).toEqual(before)
  })

  it('§2.9 F37: in two tabs at once, both still sign', async () => {
    const app = await open()
    const { phone } = await openAccount(app)
    const tab = await openBrowser(app, account, phone)
    const before = await sign(phone)
    const done = await Promise.all([phone, tab, phone, tab].map(each => refreshShares(each, { account })))
    expect(done).toEqual([true, true, true, true])
    expect(await Promise.all([sign(phone), sign(tab)])).toEqual([before, before])
  })
})

describe('recovery', () => {
  it('by code needs no data from the browser that made it', async () => {
    const app = await open()
    const { recoveryCode, addresses } = await openAccount(app)
    const elsewhere = await openBrowser(app, account)
    const typed = recoveryCode.toLowerCase().replaceAll('-', ' ')
    expect(await recover(elsewhere, typed)).toEqual(addresses)
    await sign(elsewhere)
  })

  it("F37: in two tabs at once, both sign: the later one leaves the other's share valid", async () => {
    const app = await open()
    const { recoveryCode } = await openAccount(app)
    const tab = await openBrowser(app, account)
    const other = await openBrowser(app, account, tab)
    const known = await other.known()
    const factor = known.wallet?.factors[0]
    if (factor === undefined) throw new Error('no factor')
    await recover(tab, recoveryCode)
    const signature = await sign(tab)
    const key = await keyOfCode(recoveryCode, account)
    await expect(recoverKey(other, { known, factor, key })).rejects.toThrow(code('CUSTODY_EPOCH'))
    expect([await sign(other), await sign(tab)]).toEqual([signature, signature])
    await recover(other, recoveryCode)
    expect([await sign(tab), (await readShares(tab.database, account))?.pending]).toEqual([signature, null])
  })

  it('with a wrong secret spends none of the day’s five releases; with the right one each takes one', async () => {
    const app = await open()
    const { recoveryCode } = await openAccount(app)
    const other = await openBrowser(app, account)
    for (let i = 0; i < 10; i++)
      await expect(recover(other, makeRecoveryCode())).rejects.toThrow(code('secret'))
    for (let i = 0; i < 5; i++) await recover(await openBrowser(app, account), recoveryCode)
    await expect(recover(other, recoveryCode)).rejects.toThrow(code('CUSTODY_LIMIT'))
    app.at.now += 86_400_000
    await recover(other, recoveryCode)
  })

  it('by a passkey’s secret, of a factor added later, works', async () => {
    const app = await open()
    const { phone, addresses } = await openAccount(app)
    const prf = randomBytes(32)
    const key = await sealingKey(prf, 'passkey', account)
    const params = { credential: 'abc', salt: '22'.repeat(32) }
    const id = await addFactor(phone, {
      account,
      make: factorOf('passkey', key, { label: 'My phone', params }),
    })
    const other = await openBrowser(app, account)
    const known = await other.known()
    const factor = known.wallet?.factors.find(each => each.id === id)
    if (factor === undefined) throw new Error('no factor')
    expect(factor).toMatchObject({ kind: 'passkey', label: 'My phone', params })
    expect(await recoverKey(other, { known, factor, key })).toEqual(addresses)
    // A deleted factor recovers nothing, even with a stored copy of its record.
    expect(await deleteFactor(phone, { account, id })).toBe(true)
    await expect(recoverKey(other, { known, factor, key })).rejects.toThrow(code('CUSTODY_NOT_FOUND'))
  })

  it('T85: by a password involves the services in each guess, and allows ten', async () => {
    const app = await open()
    const { phone, addresses } = await openAccount(app)
    const password = 'correct horse battery'
    const key = await keyOfPassword(phone.client, { password, account })
    await addFactor(phone, { account, make: factorOf('password', key) })
    const other = await openBrowser(app, account)
    const known = await other.known()
    const factor = known.wallet?.factors.find(({ kind }) => kind === 'password')
    if (factor === undefined) throw new Error('no factor')
    const again = await keyOfPassword(other.client, { password, account })
    expect(await recoverKey(other, { known, factor, key: again })).toEqual(addresses)
    // Without the services’ key the same password is another secret.
    const alone = await sealingKey(new TextEncoder().encode(password), 'password', account)
    await expect(recoverKey(other, { known, factor, key: alone })).rejects.toThrow(code('secret'))
  })

  it('T76: in the operator’s mode needs only a login; in the visitor’s mode such a factor is refused', async () => {
    const operated = await open({ CUSTODY_MODE: 'operator' })
    const phone = await openBrowser(operated, account)
    const addresses = await createKey(phone, { account, factors: [operatorFactor()] })
    const other = await openBrowser(operated, account)
    const known = await other.known()
    expect(known.wallet?.mode).toBe('operator')
    const factor = known.wallet?.factors[0]
    if (factor === undefined) throw new Error('no factor')
    expect(await recoverKey(other, { known, factor, key: undefined })).toEqual(addresses)

    const own = await open()
    const visitor = await openBrowser(own, account)
    await expect(createKey(visitor, { account, factors: [operatorFactor()] })).rejects.toThrow(
      code('REQUEST_INVALID'),
    )
  })
})
