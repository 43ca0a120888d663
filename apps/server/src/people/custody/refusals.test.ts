import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mostDevices, mostFactors } from 'latchkey/services'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import { createCustody } from './createCustody.ts'
import { sweepCustody } from './sweepCustody.ts'
import { createFileVault } from './vault/createFileVault.ts'
import { createKeyRecord } from './vault/createKeyRecord.ts'
import { createOwnVault } from './vault/createListedVault.ts'
import { checkVault } from './vault/openVault.ts'
import type { KeyVault } from './vault/vault.ts'
import { hexOf, makeFactor, splitKey } from './wallet.fixture.ts'

const at = { now: Date.UTC(2026, 10, 21, 9) }
const now = () => at.now
const place = { account: 'ann', device: 'd'.repeat(43) }

const custodyOf = (store: Store, vault: KeyVault) =>
  createCustody({
    store,
    vault,
    mode: 'user',
    mailer: { send: async () => undefined, close: () => undefined },
    addresses: { addressesOf: async () => [] },
    log: createLog({ level: 'silent' }),
    now,
  })

async function createWallet({ wallets }: ReturnType<typeof custodyOf>, factors: readonly object[] = []) {
  const split = splitKey()
  const { version, half } = split
  const body = { commit: hexOf(16), owner: hexOf(32), version, half, factors, possession: hexOf(64) }
  expect(await wallets.create(place, body as never)).toBe(true)
  return { ...split, epoch: 1 }
}

const auditOf = (store: Store) =>
  store.db.selectFrom('custody_audit').select(['action', 'detail', 'count']).execute()

eachStore('refused calls', open => {
  it('S9: a hundred releases of a wrong epoch write one row, and each further day one more', async () => {
    const store = await open()
    const { shares, wallets } = custodyOf(store, createOwnVault())
    expect(wallets).toBeDefined()
    const made = await createWallet(custodyOf(store, createOwnVault()))
    const wrong = { epoch: 7, version: made.version }
    const ask = () => shares.release(place, wrong, { proofId: hexOf(16), detail: 'sign' })
    await Promise.all(Array.from({ length: 100 }, ask))
    const rows = await auditOf(store)
    expect(rows.filter(({ action }) => action !== 'create')).toEqual([
      { action: 'refused', detail: 'release epoch', count: 100 },
    ])
    at.now += 86_400_000
    await ask()
    expect(await auditOf(store)).toHaveLength(3)
  })

  it('S9: no refused call of any kind writes a row of its own', async () => {
    const store = await open()
    const room = custodyOf(store, createOwnVault())
    const { shares, factors, passwords } = room
    const known = makeFactor(randomBytes(32)).factor
    const made = await createWallet(room, [known])
    const wrong = { epoch: 9, version: made.version }
    const blinded = Buffer.from('e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76', 'hex')
    for (let tries = 0; tries < 10; tries++) await passwords.evaluate('ann', place.device, blinded)
    for (let tries = 0; tries < 5; tries++) await factors.claim('ann', place.device, known.id)
    const proof = { proofId: 'one', detail: 'sign' }
    expect(await shares.release(place, made, proof)).toHaveProperty('half')
    const before = (await auditOf(store)).length
    const next = { version: hexOf(16), pad: randomBytes(32) }
    const outcomes = [
      await shares.release(place, made, proof),
      await shares.put(place, { epoch: 1, version: hexOf(16) }, randomBytes(32)),
      await shares.refresh(place, wrong, next),
      await shares.acknowledge(place, wrong),
      await shares.revoke({ account: 'ann', device: 'none' }, 'test'),
      await factors.delete('ann', place.device, hexOf(16)),
      await factors.add('ann', place.device, known as never),
      await factors.claim('ann', place.device, known.id),
      await passwords.evaluate('ann', place.device, blinded),
    ]
    expect(outcomes).toEqual([
      'replayed',
      'epoch',
      'epoch',
      'epoch',
      false,
      false,
      'exists',
      { wait: 86_400_000 },
      'locked',
    ])
    const rows = await auditOf(store)
    expect(rows).toHaveLength(before + 1)
    expect(rows.find(({ action }) => action === 'refused')?.count).toBe(outcomes.length)
    // What did happen has its row each.
    expect(rows.filter(({ action }) => action === 'password')).toHaveLength(10)
    expect(rows.filter(({ action }) => action === 'recover')).toHaveLength(5)
  })

  it('S9: an acknowledgement that is repeated writes one row', async () => {
    const store = await open()
    const room = custodyOf(store, createOwnVault())
    const made = await createWallet(room)
    const next = { version: hexOf(16), pad: randomBytes(32) }
    expect(await room.shares.refresh(place, made, next)).toBe(2)
    for (let times = 0; times < 3; times++)
      expect(await room.shares.acknowledge(place, { epoch: 2, version: next.version })).toBeUndefined()
    expect((await auditOf(store)).map(({ action }) => action).sort()).toEqual([
      'create',
      'refresh',
      'refreshed',
    ])
  })

  it('S9: the size of the audit is counted when old rows were deleted', async () => {
    const store = await open()
    await createWallet(custodyOf(store, createOwnVault()))
    const { promise, resolve } = Promise.withResolvers<number>()
    const life = new AbortController()
    const swept = sweepCustody(
      { store, days: 400, now, onCount: resolve },
      { signal: life.signal, fence: [] },
    )
    expect(await promise).toBe(1)
    life.abort()
    await swept
  })
})

eachStore('limits of an account', open => {
  it('S11 b: as many factors as an account may have, however many are added at once in two processes', async () => {
    const store = await open()
    const vault = createOwnVault()
    const rooms = [custodyOf(store, vault), custodyOf(await open.beside(), vault)] as const
    await createWallet(rooms[0])
    const added = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        rooms[i % 2 === 0 ? 0 : 1].factors.add(
          'ann',
          place.device,
          makeFactor(randomBytes(32)).factor as never,
        ),
      ),
    )
    expect(added.filter(outcome => outcome === 'added')).toHaveLength(mostFactors)
    expect(added.filter(outcome => outcome === 'full')).toHaveLength(30 - mostFactors)
    expect(await rooms[0].factors.list('ann')).toHaveLength(mostFactors)
  })

  it('S11 b: as many devices as an account may have, however many come at once in two processes', async () => {
    const store = await open()
    const vault = createOwnVault()
    const rooms = [custodyOf(store, vault), custodyOf(await open.beside(), vault)] as const
    await createWallet(rooms[0])
    const devices = Array.from({ length: 50 }, (_, i) => ({
      account: 'ann',
      device: `n${i}`.padEnd(43, '_'),
    }))
    const refused = await Promise.all(
      devices.map((device, i) =>
        rooms[i % 2 === 0 ? 0 : 1].shares.put(device, { epoch: 1, version: hexOf(16) }, randomBytes(32)),
      ),
    )
    expect(refused).toEqual(devices.map(() => undefined))
    expect(await rooms[0].wallets.listShares('ann')).toHaveLength(mostDevices)
    // Each device that lost its place has its row.
    const rows = await auditOf(store)
    expect(rows.filter(({ detail }) => detail === 'no room')).toHaveLength(51 - mostDevices)
  })
})

eachStore('the vault in a folder', open => {
  it('S11 i: makes no key where there was one: neither at start, nor while it runs, nor by a rotation', async () => {
    const store = await open()
    const parent = await mkdtemp(join(tmpdir(), 'latchkey-keks-'))
    onTestFinished(() => rm(parent, { recursive: true, force: true }))
    const folder = join(parent, 'mounted')
    const openVault = () =>
      createFileVault({ folder, record: createKeyRecord({ store, now }), now, clock: now })
    const vault = openVault()
    await createWallet(custodyOf(store, vault))
    await checkVault(store, vault)
    await store.write([store.compose.deleteFrom('custody_wallets').compile()])
    // The disk is not mounted any more; nothing in the database is closed under its keys.
    await rm(folder, { recursive: true })
    at.now += 60_000
    const gone = `The vault's folder ${folder} has no key for device, and had one`
    for (const each of [vault, openVault()]) {
      await expect(each.wrap('device', randomBytes(32))).rejects.toThrow(gone)
      await expect(each.add('device')).rejects.toThrow(gone)
      await expect(checkVault(store, each)).rejects.toThrow(gone)
    }
    // A purpose that never had one gets its first.
    expect(await vault.newest('password')).toMatch(/^\d{14}-/)
  })

  it('S11 i: notes the keys of a folder that was there before the note', async () => {
    const store = await open()
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-keks-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await createFileVault({ folder, now, clock: now }).wrap('device', randomBytes(32))
    const record = createKeyRecord({ store, now })
    expect(await record.had('device')).toBe(false)
    await createFileVault({ folder, record, now, clock: now }).newest('device')
    expect(await record.had('device')).toBe(true)
  })
})
