import { createHmac, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ristretto255_oprf } from '@noble/curves/ed25519.js'
import { afterEach, expect, it } from 'vitest'
import { createLog } from '../../core/log/createLog.ts'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import type { Store } from '../../core/store/store.ts'
import { createCustody } from './createCustody.ts'
import { rewrapKeys, rotateKeys, shredKeys } from './rotateKeys.ts'
import { dumpCustody, steal } from './stolen.fixture.ts'
import { createFileVault } from './vault/createFileVault.ts'
import { createOwnVault } from './vault/createListedVault.ts'
import { checkVault } from './vault/openVault.ts'
import type { KeyVault } from './vault/vault.ts'
import { hexOf, makeFactor, splitKey, xor } from './wallet.fixture.ts'

const at = { now: Date.UTC(2026, 10, 21, 9) }
const now = () => at.now
const oneDay = 86_400_000
const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function fileVault(): Promise<{ readonly vault: KeyVault; readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-keks-'))
  folders.push(folder)
  return { vault: createFileVault({ folder, now, clock: now }), folder }
}

const custodyOf = (store: Store, vault: KeyVault, mode: 'user' | 'operator' = 'user') =>
  createCustody({
    store,
    vault,
    mode,
    mailer: { send: async () => undefined, close: () => undefined },
    addresses: { addressesOf: async () => [] },
    log: createLog({ level: 'silent' }),
    now,
  })
type Room = ReturnType<typeof custodyOf>

const place = { account: 'ann', device: 'd'.repeat(43) }

/** A wallet with its key outside: what a device and its person have. */
async function createWallet(
  { wallets }: Room,
  factors: readonly { readonly factor: object }[] = [],
  of = place,
) {
  const split = splitKey()
  const body = {
    commit: createHmac('sha256', split.entropy).update('commit').digest('hex').slice(0, 32),
    owner: hexOf(32),
    version: split.version,
    half: split.half,
    factors: factors.map(({ factor }) => factor) as never,
    possession: hexOf(64),
  }
  expect(await wallets.create(of, body)).toBe(true)
  return { ...split, epoch: 1, commit: body.commit }
}

const releaseOf = (room: Room, point: { readonly epoch: number; readonly version: string }, of = place) =>
  room.shares.release(of, point, { proofId: hexOf(16), detail: 'test' })

const bytesOf = (rows: readonly Record<string, unknown>[]) =>
  rows.flatMap(row => Object.values(row).filter(value => value instanceof Uint8Array)) as Uint8Array[]

eachStore('halves', open => {
  it('T75: alone are noise, and each row has a wrapped key of its own', async () => {
    const store = await open()
    const room = custodyOf(store, createOwnVault())
    const made = []
    for (let i = 0; i < 60; i++) {
      const of = { account: `a${i}`, device: place.device }
      const entropy = splitKey()
      made.push(entropy, await createWallet(room, [makeFactor(entropy.entropy)], of))
    }
    const rows = await dumpCustody(store)
    const text = JSON.stringify(rows, (_name, value) =>
      value instanceof Uint8Array || value?.type === 'Buffer'
        ? Buffer.from(value.data ?? value).toString('hex')
        : value,
    )
    for (const { entropy, own, half } of made)
      for (const secret of [entropy.toString('hex'), own.toString('hex'), half])
        expect(text).not.toContain(secret)
    const devices = await store.db.selectFrom('custody_pairs').selectAll().execute()
    const factors = await store.db.selectFrom('custody_factors').selectAll().execute()
    const keys = [...devices, ...factors].map(({ dek }) => Buffer.from(dek).toString('hex'))
    expect(new Set(keys).size).toBe(120)
    // Bytes of key shares, as they lie there, are spread like random ones: chi² of 255 degrees stays below its 0.9999 bound.
    const closed = Buffer.concat([...devices, ...factors].map(({ box }) => Buffer.from(box)))
    const counts = new Array<number>(256).fill(0)
    for (const byte of closed) counts[byte] = (counts[byte] ?? 0) + 1
    const mean = closed.length / 256
    expect(counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0)).toBeLessThan(350)
  })

  it('T76: with every key of the vault there is still one key share in the visitor’s mode, and the whole in the operator’s', async () => {
    for (const mode of ['user', 'operator'] as const) {
      const store = await open()
      const vault = createOwnVault()
      const room = custodyOf(store, vault, mode)
      const { entropy, own, version, half } = splitKey()
      const factor = makeFactor(entropy, mode === 'operator' ? 'operator' : 'code')
      await room.wallets.create(place, {
        commit: createHmac('sha256', entropy).update('commit').digest('hex').slice(0, 32),
        owner: hexOf(32),
        version,
        half,
        factors: [factor.factor] as never,
        possession: hexOf(64),
      })
      // An attacker with the database, the vault and our code opens every box.
      const { secrets: found, commits } = await steal(store, vault)
      const commit = commits.get('ann')
      const isKey = (key: Uint8Array) =>
        createHmac('sha256', key).update('commit').digest('hex').slice(0, 32) === commit
      const isRecovered =
        found.some(isKey) || found.some((a, i) => found.slice(i + 1).some(b => isKey(xor(a, b))))
      expect(isRecovered, mode).toBe(mode === 'operator')
      // With what the visitor has it is the key, in either mode.
      expect(found.some(each => isKey(xor(each, own)))).toBe(true)
    }
  })

  it('T78: of two refreshes at once, in two processes, one stays and the device can sign', async () => {
    const first = await open()
    const vault = createOwnVault()
    const rooms = [custodyOf(first, vault), custodyOf(await open.beside(), vault)] as const
    const made = await createWallet(rooms[0])
    const tries = Array.from({ length: 10 }, () => ({ version: hexOf(16), pad: randomBytes(32) }))
    const begun = await Promise.all(
      tries.map((next, i) => rooms[i % 2 === 0 ? 0 : 1].shares.refresh(place, made, next)),
    )
    expect(begun).toEqual(tries.map(() => 2))
    const acks = await Promise.all(
      tries.map(({ version }, i) =>
        rooms[i % 2 === 0 ? 1 : 0].shares.acknowledge(place, { epoch: 2, version }),
      ),
    )
    expect(acks.filter(refused => refused === undefined)).toHaveLength(1)
    const won = tries[acks.indexOf(undefined)]
    if (won === undefined) throw new Error('nobody won')
    const released = await releaseOf(rooms[1], { epoch: 2, version: won.version })
    if (typeof released === 'string') throw new Error(released)
    expect(xor(released.half, xor(made.own, won.pad))).toEqual(made.entropy)
    expect(await releaseOf(rooms[0], made)).toBe('epoch')
  })

  it('one proof releases once, in whichever process', async () => {
    const store = await open()
    const vault = createOwnVault()
    const rooms = [custodyOf(store, vault), custodyOf(await open.beside(), vault)] as const
    const made = await createWallet(rooms[0])
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        rooms[i % 2 === 0 ? 0 : 1].shares.release(place, made, { proofId: 'one', detail: '' }),
      ),
    )
    expect(answers.filter(answer => typeof answer !== 'string')).toHaveLength(1)
    expect(answers.filter(answer => answer === 'replayed')).toHaveLength(29)
  })

  it('a recovery key share leaves five times in any 24 hours, however many ask at once', async () => {
    const store = await open()
    const vault = createOwnVault()
    const rooms = [custodyOf(store, vault), custodyOf(await open.beside(), vault)] as const
    const factor = makeFactor(randomBytes(32))
    await createWallet(rooms[0], [factor])
    const claim = (i: number) =>
      rooms[i % 2 === 0 ? 0 : 1].factors.claim('ann', place.device, factor.factor.id)
    const claims = await Promise.all(Array.from({ length: 20 }, (_, i) => claim(i)))
    expect(claims.flatMap(each => ('left' in each ? each.left : [])).sort()).toEqual([0, 1, 2, 3, 4])
    expect(await claim(0)).toEqual({ wait: oneDay })
    at.now += oneDay - 1
    expect(await claim(0)).toEqual({ wait: 1_000 })
    at.now += 1
    expect(await claim(0)).toEqual({ left: 4, at: at.now })
  })

  it('T85: the eleventh guess at a password is none; nothing in the database tells a right one', async () => {
    const store = await open()
    const vault = createOwnVault()
    const rooms = [custodyOf(store, vault), custodyOf(await open.beside(), vault)] as const
    const input = Buffer.from('correct horse')
    const { oprf } = ristretto255_oprf
    const guess = async (i: number) => {
      const { blind, blinded } = oprf.blind(input)
      const answer = await rooms[i % 2 === 0 ? 0 : 1].passwords.evaluate('ann', place.device, blinded)
      return typeof answer === 'string'
        ? answer
        : oprf.finalize(input, blind, Uint8Array.from(answer.evaluated))
    }
    const output = await guess(0)
    const more = await Promise.all(Array.from({ length: 24 }, (_, i) => guess(i)))
    const right = more.filter(answer => answer !== 'locked')
    expect(right).toHaveLength(9)
    // The same password is the same secret each time.
    for (const each of right) expect(each).toEqual(output)
    expect(await guess(1)).toBe('locked')
    // The key that a guess needs is stored encrypted; evaluated without decryption it gives another result.
    const [row] = await store.db.selectFrom('custody_passwords').selectAll().execute()
    if (row === undefined) throw new Error('no row')
    for (const bytes of [row.dek, row.box])
      for (let start = 0; start + 32 <= bytes.length; start++) {
        const { blind, blinded } = oprf.blind(input)
        try {
          const scalar = Uint8Array.from(bytes.subarray(start, start + 32))
          expect(oprf.finalize(input, blind, oprf.blindEvaluate(scalar, blinded))).not.toEqual(output)
        } catch {
          // No scalar at all.
        }
      }
    await rooms[0].passwords.unlock('ann')
    expect(await guess(0)).toEqual(output)
    expect(await rooms[0].passwords.evaluate('ann', place.device, new Uint8Array(32))).toBe('invalid')
    // In the row of another account it does not open.
    const { blinded } = oprf.blind(input)
    await rooms[0].passwords.evaluate('bob', place.device, blinded)
    const { kek, dek, box } = row
    await store.write([
      store.compose
        .updateTable('custody_passwords')
        .set({ kek, dek, box })
        .where('account_id', '=', 'bob')
        .compile(),
    ])
    await expect(rooms[0].passwords.evaluate('bob', place.device, blinded)).rejects.toThrow()
  })

  it('a key share moved to another row, device or epoch does not open', async () => {
    const store = await open()
    const room = custodyOf(store, createOwnVault())
    const made = await createWallet(room)
    const other = { account: 'bob', device: place.device }
    const bobs = await createWallet(room, [], other)
    const [ann] = await store.db
      .selectFrom('custody_pairs')
      .selectAll()
      .where('account_id', '=', 'ann')
      .execute()
    if (ann === undefined) throw new Error('no row')
    const { kek, dek, box } = ann
    await store.write([
      store.compose
        .updateTable('custody_pairs')
        .set({ kek, dek, box })
        .where('account_id', '=', 'bob')
        .compile(),
    ])
    await expect(releaseOf(room, bobs, other)).rejects.toThrow()
    // Nor with the number that it was made with: the account stands in it as well.
    await store.write([
      store.compose
        .updateTable('custody_pairs')
        .set({ version: made.version })
        .where('account_id', '=', 'bob')
        .compile(),
    ])
    await expect(releaseOf(room, { ...bobs, version: made.version }, other)).rejects.toThrow()
    await store.write([store.compose.updateTable('custody_pairs').set({ epoch: 2 }).compile()])
    await expect(releaseOf(room, { epoch: 2, version: made.version })).rejects.toThrow()
  })

  it('T114: restored without the vault they are unusable, and the server says so before it starts', async () => {
    const store = await open()
    const { vault, folder } = await fileVault()
    const room = custodyOf(store, vault)
    const made = await createWallet(room)
    await checkVault(store, vault)
    // No key of the vault lies in the database.
    const { readFile } = await import('node:fs/promises')
    for (const file of await readdir(folder)) {
      const key = Buffer.from(await readFile(join(folder, file), 'utf8'), 'hex')
      for (const bytes of bytesOf(await dumpCustody(store)))
        expect(Buffer.from(bytes).includes(key)).toBe(false)
    }
    const elsewhere = (await fileVault()).vault
    await expect(checkVault(store, elsewhere)).rejects.toThrow('The vault lacks keys for device')
    await expect(releaseOf(custodyOf(store, elsewhere), made)).rejects.toMatchObject({ reason: 'gone' })
    await expect(releaseOf(custodyOf(store, createOwnVault()), made)).rejects.toThrow()
  })

  it('§2.9 F43: with yesterday’s database, newer devices recover, and no device gets a key share that does not fit', async () => {
    const store = await open()
    const room = custodyOf(store, createOwnVault())
    const made = await createWallet(room)
    const yesterday = await store.db.selectFrom('custody_pairs').selectAll().execute()
    const laptop = { account: 'ann', device: 'l'.repeat(43) }
    const split = splitKey(made.entropy)
    await room.shares.put(laptop, { epoch: 1, version: split.version }, Buffer.from(split.half, 'hex'))
    const next = { version: hexOf(16), pad: randomBytes(32) }
    await room.shares.refresh(place, made, next)
    await room.shares.acknowledge(place, { epoch: 2, version: next.version })
    await store.write([
      store.compose.deleteFrom('custody_pairs').compile(),
      ...yesterday.map(row => store.compose.insertInto('custody_pairs').values(row).compile()),
    ])
    expect(await releaseOf(room, { epoch: 1, version: split.version }, laptop)).toBe('none')
    expect(await releaseOf(room, { epoch: 2, version: next.version })).toBe('epoch')
    expect(await releaseOf(room, { epoch: 2, version: made.version })).toBe('epoch')
  })

  it('§2.9: keys are rotated under way: what was begun is taken up, what changes meanwhile is kept, and old keys shred', async () => {
    const store = await open()
    const { vault } = await fileVault()
    const room = custodyOf(store, vault)
    const factor = makeFactor(randomBytes(32))
    const made = await createWallet(room, [factor])
    await room.passwords.evaluate('ann', place.device, ristretto255_oprf.oprf.blind(Buffer.from('x')).blinded)
    const next = { version: hexOf(16), pad: randomBytes(32) }
    await room.shares.refresh(place, made, next)
    const revoked = { account: 'ann', device: 'r'.repeat(43) }
    const split = splitKey(made.entropy)
    await room.shares.put(revoked, { epoch: 1, version: split.version }, Buffer.from(split.half, 'hex'))
    const backup = await store.db.selectFrom('custody_pairs').selectAll().execute()
    await room.shares.revoke(revoked, 'test')

    at.now += 31 * oneDay
    expect(await rotateKeys({ store, vault })).toBe(4)
    expect(await rewrapKeys({ store, vault })).toBe(0)
    const half = await releaseOf(room, made)
    expect(half).toMatchObject({ half: Buffer.from(made.half, 'hex') })
    expect(await releaseOf(room, { epoch: 2, version: next.version })).toHaveProperty('half')
    expect(await room.factors.open('ann', factor.factor.id)).toMatchObject({ half: factor.factor.half })

    expect(await shredKeys({ store, vault, days: 32, now })).toEqual([])
    const shredded = await shredKeys({ store, vault, days: 30, now })
    expect(shredded.map(({ purpose }) => purpose)).toEqual(['device', 'recovery', 'password'])
    expect(await releaseOf(room, made)).toHaveProperty('half')
    // The device that was revoked is in the old backup, and the key it is closed under is nowhere.
    const old = backup.find(({ device }) => device === revoked.device)
    if (old === undefined) throw new Error('no row')
    await expect(vault.unwrap('device', { kek: old.kek, wrapped: old.dek })).rejects.toMatchObject({
      reason: 'gone',
    })
    // The newest one stays, however old.
    at.now += 400 * oneDay
    expect(await shredKeys({ store, vault, days: 30, now })).toEqual([])
  })
})
