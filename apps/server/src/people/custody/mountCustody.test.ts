import { createHash, randomBytes } from 'node:crypto'
import { encodeFunctionData, erc20Abi, type Hex, serializeTransaction } from 'viem'
import { afterEach, describe, expect, it } from 'vitest'
import { createOwnVault } from './vault/createListedVault.ts'
import type { KeyVault } from './vault/vault.ts'
import {
  type CustodyApp,
  createWallet,
  hexOf,
  makeFactor,
  openCustody,
  openDevice,
  ownerOf,
  pairDevice,
  release,
  releaseFor,
  splitKey,
  wallet,
  xor,
} from './wallet.fixture.ts'

const opened: CustodyApp[] = []
afterEach(async () => {
  for (const app of opened.splice(0)) await app.close()
})
async function open(...options: Parameters<typeof openCustody>): Promise<CustodyApp> {
  const app = await openCustody(...options)
  opened.push(app)
  return app
}

describe('a key share', () => {
  it('is created once and returned to its device alone', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    expect((await phone.call('GET', 'wallet')).body).toEqual({
      account: 'ann',
      device: phone.device,
      wallet: null,
    })
    const made = await createWallet(phone)
    const { status, body, headers } = await release(phone, made)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(xor(made.own, Buffer.from(body.half, 'hex'))).toEqual(made.entropy)
    expect(body.commit).toBe(made.commit)

    const laptop = await openDevice(app, 'ann')
    expect((await release(laptop, made)).status).toBe(404)
    const other = await openDevice(app, 'bob')
    expect((await release(other, made)).body.code).toBe('CUSTODY_NOT_FOUND')
    await expect(createWallet(laptop)).rejects.toThrow('CUSTODY_EXISTS')
    const seen = (await laptop.call('GET', 'wallet')).body.wallet
    expect(seen).toMatchObject({ mode: 'user', pairs: [{ device: phone.device, epoch: 1 }], factors: [] })
    expect(JSON.stringify(seen)).not.toContain(made.half)
  })

  it('is added to a further device only with possession of the key', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    const { entropy } = await createWallet(phone)
    const laptop = await openDevice(app, 'ann')
    const { version, half } = splitKey(entropy)
    const body = { epoch: 1, version, half }
    // By a login alone, however it was come by.
    const foreign = laptop.own('pair', randomBytes(32), body)
    expect((await laptop.call('POST', 'pair', foreign)).body.code).toBe('CUSTODY_REFUSED')
    // Shown for another call, or on another device.
    const elsewhere = laptop.own('recovery/delete', entropy, body)
    expect((await laptop.call('POST', 'pair', elsewhere)).status).toBe(403)
    expect((await laptop.call('POST', 'pair', phone.own('pair', entropy, body))).status).toBe(403)
    expect((await laptop.call('POST', 'pair', laptop.own('pair', entropy, body))).body).toEqual({ epoch: 1 })
    expect((await release(laptop, { version })).body.half).toBe(half)
    // Again for the same device: only something newer.
    const again = splitKey(entropy)
    const older = { epoch: 1, version: again.version, half: again.half }
    expect((await laptop.call('POST', 'pair', laptop.own('pair', entropy, older))).body.code).toBe(
      'CUSTODY_EPOCH',
    )
    expect((await release(laptop, { version })).body.half).toBe(half)
  })

  it('F42: a device that needs room takes that of the one unused for longest', async () => {
    const app = await open()
    const first = await openDevice(app, 'ann')
    const { entropy, version } = await createWallet(first)
    const devices = [first]
    for (let i = 0; i < 20; i++) {
      app.at.now += 60_000
      const device = await openDevice(app, 'ann')
      const split = splitKey(entropy)
      const body = { epoch: 1, version: split.version, half: split.half }
      expect((await device.call('POST', 'pair', device.own('pair', entropy, body))).status).toBe(200)
      devices.push(device)
    }
    expect((await first.call('GET', 'wallet')).body.wallet.pairs).toHaveLength(20)
    expect((await release(first, { version })).status).toBe(404)
  })
})

describe('T84: only its device reads a key share', () => {
  it('and no other token, proof, administrator or page', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    const attempts: [string, Record<string, string | undefined>, number][] = [
      ['no token', { authorization: undefined }, 401],
      ['no proof', { dpop: undefined }, 401],
      ['an administrator', { authorization: 'Bearer admin', dpop: undefined }, 401],
      ['another scheme', { authorization: `Bearer ${phone.token}` }, 401],
      ['the host page', { origin: 'https://shop.example' }, 403],
      ['no page', { origin: undefined }, 403],
      ['an opaque page', { origin: 'null' }, 403],
    ]
    for (const [who, headers, status] of attempts)
      expect((await release(phone, made, { headers })).status, who).toBe(status)
    // Another device's proof with this one's token.
    const thief = await openDevice(app, 'bob')
    const stolen = await thief.call(
      'POST',
      'release',
      { epoch: 1, version: made.version, request: hexOf(32), purpose: 'sign' },
      { headers: { authorization: `DPoP ${phone.token}` } },
    )
    expect(stolen.status).toBe(401)
    const read = await app.store.db.selectFrom('custody_audit').select('action').execute()
    expect(read.map(({ action }) => action)).toEqual(['create'])
  })

  it('each release is one opening and one line of the audit, and neither contains the key share', async () => {
    const opened: string[] = []
    const vault = createOwnVault()
    let unwrapped = 0
    const unwrap: KeyVault['unwrap'] = (...asked) => {
      unwrapped++
      return vault.unwrap(...asked)
    }
    const app = await open({ CUSTODY_OPENINGS_ALARM: '5' }, { custodyVault: { ...vault, unwrap } })
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    for (let i = 0; i < 8; i++) opened.push((await release(phone, made)).body.half)
    await release(phone, { epoch: 2, version: made.version })
    await release(phone, made, { headers: { authorization: 'Bearer admin', dpop: undefined } })
    expect(unwrapped).toBe(8)
    const rows = await app.store.db.selectFrom('custody_audit').selectAll().execute()
    expect(rows.filter(({ action }) => action === 'release')).toHaveLength(8)
    expect(JSON.stringify(rows)).not.toContain(made.half)
    expect(app.lines.join('')).not.toContain(made.half)
    expect(app.lines.filter(line => line.includes('CUSTODY_OPENINGS_ALARM'))).toHaveLength(1)
    expect(new Set(opened)).toEqual(new Set([made.half]))
  })
})

it('S9: the calls of one account are counted over all of its devices', async () => {
  // The client's own limit is another one.
  const app = await open({ RATE_LIMIT_BURST: '10000' })
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) {
    const device = await openDevice(app, 'ann')
    const answers = await Promise.all(Array.from({ length: 55 }, () => device.call('GET', 'wallet')))
    statuses.push(...answers.map(({ status }) => status))
  }
  expect(statuses.filter(status => status === 200)).toHaveLength(600)
  expect(statuses.filter(status => status === 429)).toHaveLength(60)
  const bob = await openDevice(app, 'bob')
  expect((await bob.call('GET', 'wallet')).status).toBe(200)
})

describe('one proof', () => {
  it('is for one body: exactly the approved one', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    for (const claims of [{ bh: undefined }, { bh: 'A'.repeat(43) }, { bh: '' }])
      expect((await release(phone, made, { claims })).body.code).toBe('CUSTODY_REFUSED')
    for (const claims of [{ htm: 'GET' }, { htu: 'http://localhost/v1/custody/refresh' }, { iat: 1 }])
      expect((await release(phone, made, { claims })).status).toBe(401)
  })

  it('releases once, however often it is sent at the same time', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    const claims = { jti: 'the-same-proof' }
    const body = { epoch: 1, version: made.version, request: hexOf(32), purpose: 'sign' }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => phone.call('POST', 'release', body, { claims })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

describe('T78: refreshing', () => {
  const refresh = (device: Awaited<ReturnType<typeof openDevice>>, epoch: number, version: string) => {
    const next = { version: hexOf(16), pad: hexOf(32) }
    return device.call('POST', 'refresh', { epoch, version, next }).then(answer => ({ ...answer, next }))
  }
  const ack = (device: Awaited<ReturnType<typeof openDevice>>, epoch: number, version: string) =>
    device.call('POST', 'refresh/ack', { epoch, version })

  it('stores both key shares until the device acknowledges the new one, then that alone', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    const { body, next } = await refresh(phone, 1, made.version)
    expect(body).toEqual({ epoch: 2 })
    expect((await release(phone, made)).body.half).toBe(made.half)
    const newShare = xor(Buffer.from(made.half, 'hex'), Buffer.from(next.pad, 'hex')).toString('hex')
    const later = { epoch: 2, version: next.version }
    expect((await release(phone, later)).body.half).toBe(newShare)
    expect((await ack(phone, 2, next.version)).status).toBe(200)
    // Its answer may have been lost.
    expect((await ack(phone, 2, next.version)).status).toBe(200)
    expect((await release(phone, made)).body.code).toBe('CUSTODY_EPOCH')
    expect((await release(phone, later)).body.half).toBe(newShare)
    expect((await refresh(phone, 1, made.version)).body.code).toBe('CUSTODY_EPOCH')
    expect((await ack(phone, 1, made.version)).body.code).toBe('CUSTODY_EPOCH')
    expect((await release(phone, { epoch: 2, version: made.version })).body.code).toBe('CUSTODY_EPOCH')
  })

  it('begun twice, is finished by the last one; the other changes nothing', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    const first = await refresh(phone, 1, made.version)
    const second = await refresh(phone, 1, made.version)
    expect((await ack(phone, 2, first.next.version)).body.code).toBe('CUSTODY_EPOCH')
    expect((await release(phone, made)).status).toBe(200)
    expect((await ack(phone, 2, second.next.version)).status).toBe(200)
    expect((await release(phone, { epoch: 2, version: second.next.version })).status).toBe(200)
  })
})

describe('T82: a device that is revoked', () => {
  it('§2.9: signs nothing from the answer on, and its account is notified', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    const laptop = await openDevice(app, 'ann')
    const old = await openDevice(app, 'ann', { sessionAge: 3_600_001 })
    const body = { device: phone.device }
    expect((await old.call('POST', 'revoke', body)).body.code).toBe('CUSTODY_STEP_UP')
    expect((await release(phone, made)).status).toBe(200)
    // T115: a login alone is not enough; by login's own call it waits.
    expect((await laptop.call('POST', 'revoke', body)).body.code).toBe('CUSTODY_REFUSED')
    await pairDevice(laptop, made.entropy)
    expect((await laptop.call('POST', 'revoke', body)).body).toEqual({ revoked: true })
    expect((await release(phone, made)).status).toBe(404)
    expect((await laptop.call('POST', 'revoke', body)).body).toEqual({ revoked: false })
    // Another visitor's account is out of reach.
    const bob = await openDevice(app, 'bob')
    const bobs = await createWallet(bob)
    expect((await laptop.call('POST', 'revoke', { device: bob.device })).body).toEqual({ revoked: false })
    expect((await release(bob, bobs)).status).toBe(200)
  })
})

describe('T80: showing the key', () => {
  it('requires a fresh passkey, or a day of waiting and a fresh login', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    const show = async (session: Parameters<typeof openDevice>[2]) => {
      app.login.sessions.set(phone.token, {
        accountId: 'ann',
        sessionAge: 0,
        provedBy: 'email',
        ...session,
      })
      return (await release(phone, made, {}, 'export')).body.code ?? 'shown'
    }
    expect(await show({})).toBe('CUSTODY_STEP_UP')
    expect(await show({ provedBy: 'passkey', sessionAge: 300_001 })).toBe('CUSTODY_STEP_UP')
    expect(await show({ provedBy: 'newPasskey' })).toBe('CUSTODY_STEP_UP')
    expect(await show({ provedBy: 'passkey' })).toBe('shown')
    const { exportAt } = (await phone.call('POST', 'export', { cancel: false })).body
    expect(Date.parse(exportAt) - app.at.now).toBe(86_400_000)
    expect(await show({})).toBe('CUSTODY_STEP_UP')
    app.at.now += 86_400_000
    expect(await show({ sessionAge: 300_001 })).toBe('CUSTODY_STEP_UP')
    expect(await show({})).toBe('shown')
    app.at.now += 86_400_000
    expect(await show({})).toBe('CUSTODY_STEP_UP')
    expect((await phone.call('POST', 'export', { cancel: true })).body).toEqual({ exportAt: null })
  })
})

describe('S3: a key share for recovery', () => {
  const refusing = { CUSTODY_POLICIES: JSON.stringify({ shop: { networks: {}, messages: false } }) }

  it('T80: needs a fresh proof: with another label an old session gets no key share', async () => {
    const app = await open(refusing)
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    app.login.sessions.set(phone.token, {
      accountId: 'ann',
      sessionAge: 30 * 86_400_000,
      provedBy: 'email',
    })
    const change = { path: '/v1/custody/recovery', subject: hexOf(16) }
    expect((await release(phone, made, {}, 'sign')).body.code).toBe('CUSTODY_REFUSED')
    expect((await release(phone, made, {}, 'export')).body.code).toBe('CUSTODY_STEP_UP')
    expect((await release(phone, made, {}, 'recovery')).body.code).toBe('CUSTODY_STEP_UP')
    expect((await releaseFor(phone, made, change)).body.code).toBe('CUSTODY_STEP_UP')
    expect((await release(phone, made, {}, 'anything')).status).toBe(400)
    expect(
      JSON.stringify(await app.store.db.selectFrom('custody_audit').selectAll().execute()),
    ).not.toContain('"release"')
  })

  it('is for the one change that it names, which follows it once, in time, on the same device', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    const known = makeFactor(randomBytes(32))
    const made = await createWallet(phone, [known])
    const { entropy } = made
    const laptop = await openDevice(app, 'ann')
    const split = splitKey(entropy)
    const pair = { epoch: 1, version: split.version, half: split.half }
    await laptop.call('POST', 'pair', laptop.own('pair', entropy, pair))
    const path = '/v1/custody/recovery'
    const factors = Array.from({ length: 3 }, () => makeFactor(entropy).factor)
    const add = (factor: object, device = phone) =>
      device.call('POST', 'recovery', device.own('recovery', entropy, { factor }))
    const [first, second, third] = factors
    if (!first || !second || !third) throw new Error('three')
    const refused = { status: 403, body: { code: 'CUSTODY_REFUSED' } }
    // Without a release, though the key is there.
    expect(await add(first)).toMatchObject(refused)
    expect((await releaseFor(phone, made, { path, subject: first.id })).status).toBe(200)
    // Another factor, another call, another device.
    expect(await add(second)).toMatchObject(refused)
    const deletion = phone.own('recovery/delete', entropy, { id: known.factor.id })
    expect(await phone.call('POST', 'recovery/delete', deletion)).toMatchObject(refused)
    expect(await add(first, laptop)).toMatchObject(refused)
    expect((await add(first)).status).toBe(200)
    expect(await add(first)).toMatchObject(refused)
    // A second release takes the place of the first one.
    await releaseFor(phone, made, { path, subject: second.id })
    await releaseFor(phone, made, { path, subject: third.id })
    expect(await add(second)).toMatchObject(refused)
    app.at.now += 300_001
    expect(await add(third)).toMatchObject(refused)
    expect((await phone.call('GET', 'wallet')).body.wallet.factors).toHaveLength(2)
  })

  it('by a project without a policy falls under those of the projects that the account came by', async () => {
    const app = await open(refusing)
    await app.addProject('other', ['https://other.example'])
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    const sign = () =>
      phone.call(
        'POST',
        'release',
        { epoch: 1, version: made.version, request: hexOf(32), purpose: 'sign' },
        { project: 'other' },
      )
    expect(await sign()).toMatchObject({ status: 403, body: { code: 'CUSTODY_REFUSED' } })
    // An account that never came by that project has no such policy.
    const bob = await openDevice(app, 'bob')
    const { entropy, version, half } = splitKey()
    const body = { commit: hexOf(16), owner: ownerOf(entropy).owner, version, half, factors: [] }
    const elsewhere = { project: 'other' }
    await bob.call('POST', 'wallet', bob.own('wallet', entropy, body), elsewhere)
    const asked = { epoch: 1, version, request: hexOf(32), purpose: 'sign' }
    expect((await bob.call('POST', 'release', asked, elsewhere)).status).toBe(200)
  })
})

describe('a wallet that its owner has not protected yet', () => {
  const path = '/v1/custody/recovery'

  it('T76: is opened by its own device alone, and no other device can have it by a login', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    expect((await release(phone, made)).status).toBe(200)
    const laptop = await openDevice(app, 'ann')
    const seen = (await laptop.call('GET', 'wallet')).body.wallet
    expect(seen).toMatchObject({ mode: 'user', factors: [], pairs: [{ device: phone.device }] })
    expect((await release(laptop, made)).body.code).toBe('CUSTODY_NOT_FOUND')
    expect((await laptop.call('POST', 'recovery/release', { id: hexOf(16) })).body.code).toBe(
      'CUSTODY_NOT_FOUND',
    )
    // A key of its own is not the wallet's, and the account gets no second wallet.
    const foreign = splitKey()
    const pair = { epoch: 1, version: foreign.version, half: foreign.half }
    expect((await laptop.call('POST', 'pair', laptop.own('pair', foreign.entropy, pair))).status).toBe(403)
    await expect(createWallet(laptop)).rejects.toThrow('CUSTODY_EXISTS')
    const { factor } = makeFactor(foreign.entropy)
    const added = laptop.own('recovery', foreign.entropy, { factor })
    expect((await laptop.call('POST', 'recovery', added)).status).toBe(403)
    expect((await phone.call('GET', 'wallet')).body.wallet.factors).toEqual([])
  })

  it('S3: gets its first factor on the device that has the key, after a fresh proof; then another device recovers', async () => {
    const app = await open()
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    const { own, factor } = makeFactor(made.entropy)
    const change = { path, subject: factor.id }
    const add = () => phone.call('POST', 'recovery', phone.own('recovery', made.entropy, { factor }))
    const session = { accountId: 'ann', provedBy: 'email' } as const
    app.login.sessions.set(phone.token, { ...session, sessionAge: 301_000 })
    expect((await releaseFor(phone, made, change)).body.code).toBe('CUSTODY_STEP_UP')
    expect((await add()).body.code).toBe('CUSTODY_STEP_UP')
    app.login.sessions.set(phone.token, { ...session, sessionAge: 1_000 })
    expect((await add()).body.code).toBe('CUSTODY_REFUSED')
    expect((await releaseFor(phone, made, change)).status).toBe(200)
    expect((await add()).status).toBe(200)
    const laptop = await openDevice(app, 'ann')
    const { body } = await laptop.call('POST', 'recovery/release', { id: factor.id })
    expect(xor(own, Buffer.from(body.half, 'hex'))).toEqual(made.entropy)
  })
})

describe('S5: a device that recovered the key', () => {
  it.each([
    ['user', 'code', undefined],
    ['operator', 'operator', 'CUSTODY_STEP_UP'],
  ] as const)(
    'in the mode %s: its key is a proof where it took a secret of the owner',
    async (mode, kind, code) => {
      const app = await open({ CUSTODY_MODE: mode })
      const phone = await openDevice(app, 'ann')
      const { entropy } = await createWallet(phone, [makeFactor(randomBytes(32), kind)])
      const laptop = await openDevice(app, 'ann', { sessionAge: 30 * 86_400_000, provedBy: 'social' })
      const split = splitKey(entropy)
      const change = { path: '/v1/custody/recovery', subject: hexOf(16) }
      const ask = async () => (await releaseFor(laptop, split, change)).body.code
      const body = { epoch: 1, version: split.version, half: split.half }
      // Another key proves nothing, nor does it count as paired.
      const foreign = laptop.own('pair', randomBytes(32), body)
      expect((await laptop.call('POST', 'pair', foreign)).status).toBe(403)
      expect(await ask()).toBe('CUSTODY_STEP_UP')
      expect((await laptop.call('POST', 'pair', laptop.own('pair', entropy, body))).status).toBe(200)
      expect(await ask()).toBe(code)
      // It does not show the key: that takes a passkey or the day's wait (T80).
      expect((await release(laptop, split, {}, 'export')).body.code).toBe('CUSTODY_STEP_UP')
    },
  )
})

describe('T82: a send above a limit of the policy', () => {
  const token = `0x${'11'.repeat(20)}` as const
  const policies = {
    shop: {
      networks: {
        'eip155:1': {
          mostValue: '1000',
          passkeyAbove: '100',
          tokens: { [token]: '1000' },
          passkeyTokensAbove: { [token]: '50' },
        },
      },
    },
  }
  const friend = `0x${'22'.repeat(20)}` as const
  const native = (value: bigint) => ({ to: friend, value })
  const ofToken = (amount: bigint) => ({
    to: token,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [friend, amount] }),
  })

  it('wants a passkey used within a minute, where the account has one', async () => {
    const app = await open({ CUSTODY_POLICIES: JSON.stringify(policies) })
    const phone = await openDevice(app, 'ann')
    const made = await createWallet(phone)
    const sign = async (
      transaction: { readonly to: Hex; readonly value?: bigint; readonly data?: Hex },
      session: Partial<NonNullable<Parameters<typeof openDevice>[2]>>,
    ) => {
      app.login.sessions.set(phone.token, {
        accountId: 'ann',
        sessionAge: 0,
        provedBy: 'email',
        isKeyed: true,
        ...session,
      })
      const written = serializeTransaction({
        type: 'eip1559',
        chainId: 1,
        nonce: 0,
        gas: 21_000n,
        maxFeePerGas: 2n,
        maxPriorityFeePerGas: 1n,
        ...transaction,
      })
      const bytes = written.slice(2)
      const request = createHash('sha256').update(Buffer.from(bytes, 'hex')).digest('hex')
      const signed = { is: 'transaction', bytes }
      const body = { epoch: 1, version: made.version, request, purpose: 'sign', signed }
      const answer = await phone.call('POST', 'release', body)
      return answer.body.code ?? 'signed'
    }
    expect(await sign(native(100n), { sessionAge: 9_000_000 })).toBe('signed')
    expect(await sign(ofToken(50n), { sessionAge: 9_000_000 })).toBe('signed')
    for (const large of [native(101n), ofToken(51n)]) {
      expect(await sign(large, {})).toBe('CUSTODY_STEP_UP')
      expect(await sign(large, { provedBy: 'newPasskey' })).toBe('CUSTODY_STEP_UP')
      expect(await sign(large, { provedBy: 'passkey', sessionAge: 60_001 })).toBe('CUSTODY_STEP_UP')
      expect(await sign(large, { provedBy: 'passkey', sessionAge: 60_000 })).toBe('signed')
      expect(await sign(large, { isKeyed: false })).toBe('signed')
    }
    // What the policy refuses, no passkey allows.
    expect(await sign(native(1_001n), { provedBy: 'passkey' })).toBe('CUSTODY_REFUSED')
  })
})

it('T82: recovery changes only within five minutes of a proof', async () => {
  const app = await open()
  const phone = await openDevice(app, 'ann')
  const own = makeFactor(randomBytes(32))
  const made = await createWallet(phone, [own])
  const { entropy } = made
  const body = { factor: makeFactor(entropy).factor }
  const add = () => phone.call('POST', 'recovery', phone.own('recovery', entropy, body))
  const { id } = own.factor
  const remove = () => phone.call('POST', 'recovery/delete', phone.own('recovery/delete', entropy, { id }))
  const ask = (path: string, subject: string) =>
    releaseFor(phone, made, { path: `/v1/custody/${path}`, subject })
  const age = (sessionAge: number) =>
    app.login.sessions.set(phone.token, { accountId: 'ann', sessionAge, provedBy: 'email' })
  age(300_001)
  for (const change of [add, remove])
    expect(await change()).toMatchObject({ status: 403, body: { code: 'CUSTODY_STEP_UP' } })
  age(300_000)
  await ask('recovery', body.factor.id)
  expect((await add()).status).toBe(200)
  await ask('recovery/delete', id)
  expect((await remove()).body).toEqual({ deleted: true })
})

it('T104: releases nothing that the store cannot record', async () => {
  const app = await open()
  const phone = await openDevice(app, 'ann')
  const made = await createWallet(phone)
  expect((await release(phone, made)).status).toBe(200)
  await app.store.close()
  expect((await release(phone, made)).status).toBe(503)
})

it('reports the custody mode', async () => {
  for (const [mode, operatorCanSpend] of [
    ['user', false],
    ['operator', true],
  ] as const) {
    const app = await open({ CUSTODY_MODE: mode })
    const response = await app.request('/v1/custody/config?projectId=shop', { headers: { origin: wallet } })
    expect(await response.json()).toEqual({ mode, operatorCanSpend })
  }
})

it('an owner without possession of the key is refused', async () => {
  const app = await open()
  const phone = await openDevice(app, 'ann')
  const { version, half, entropy } = splitKey()
  const body = { commit: hexOf(16), owner: ownerOf(randomBytes(32)).owner, version, half, factors: [] }
  const answer = await phone.call('POST', 'wallet', phone.own('wallet', entropy, body))
  expect(answer.body.code).toBe('CUSTODY_REFUSED')
})
