import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { eachStore } from '../../core/store/eachStore.fixture.ts'
import { aboutShare, createDeviceShares } from './createDeviceShares.ts'
import { createEnvelopes } from './createEnvelopes.ts'
import { rewrapKeys } from './rotateKeys.ts'
import { createListedVault } from './vault/createListedVault.ts'
import { keyPurposes } from './vault/vault.ts'
import { hexOf } from './wallet.fixture.ts'

const count = 10_000

eachStore('§2.9: rotating the keys of 10,000 halves', open => {
  it('§2.9: is done while devices sign, and every key share is the same afterwards', {
    timeout: 120_000,
  }, async () => {
    const store = await open()
    const keys = [
      { id: 'old', key: randomBytes(32) },
      { id: 'new', key: randomBytes(32) },
    ]
    const vaultOf = (some: typeof keys) =>
      createListedVault(new Map(keyPurposes.map(purpose => [purpose, some])))
    const before = createEnvelopes({ vault: vaultOf(keys.slice(0, 1)) })
    const devices = Array.from({ length: count }, (_, i) => ({
      account: `a${i}`,
      device: 'd'.repeat(43),
      epoch: 1,
      version: hexOf(16),
      half: randomBytes(32),
    }))
    for (let start = 0; start < count; start += 500) {
      const rows = await Promise.all(
        devices.slice(start, start + 500).flatMap(({ account, device, epoch, version, half }) => [
          Promise.resolve(
            store.compose
              .insertInto('custody_wallets')
              .values({
                account_id: account,
                commit_mac: '',
                owner: '',
                created_at: 1,
                deleted_at: null,
                export_at: null,
                released_1: 0,
                released_2: 0,
                released_3: 0,
                released_4: 0,
                released_5: 0,
              })
              .compile(),
          ),
          before.close('device', half, aboutShare({ account, device }, { epoch, version })).then(closed =>
            store.compose
              .insertInto('custody_pairs')
              .values({
                account_id: account,
                device,
                epoch,
                version,
                ...closed,
                next_version: null,
                next_kek: null,
                next_dek: null,
                next_box: null,
                created_at: 1,
                used_at: null,
              })
              .compile(),
          ),
        ]),
      )
      await store.write(rows)
    }
    const vault = vaultOf(keys)
    const shares = createDeviceShares({ store, envelopes: createEnvelopes({ vault }), now: Date.now })
    let isRotating = true
    const signing = (async () => {
      let released = 0
      for (let i = 0; isRotating; i++, released++) {
        const each = devices[(i * 37) % count]
        if (each === undefined) throw new Error('no device')
        const answer = await shares.release(each, each, { proofId: hexOf(16), detail: '' })
        expect(answer).toMatchObject({ half: each.half })
      }
      return released
    })()
    expect(await rewrapKeys({ store, vault })).toBe(count)
    isRotating = false
    expect(await signing).toBeGreaterThan(0)
    const after = createEnvelopes({ vault: vaultOf(keys.slice(1)) })
    const rows = await store.db.selectFrom('custody_pairs').selectAll().execute()
    const byAccount = new Map(devices.map(each => [each.account, each]))
    for (const row of rows) {
      const half = await after.open(
        'device',
        row,
        aboutShare({ account: row.account_id, device: row.device }, row),
      )
      expect(Buffer.from(half).equals(byAccount.get(row.account_id)?.half ?? Buffer.alloc(0))).toBe(true)
    }
  })
})
