import { getCustodyWallet } from 'latchkey/services'
import { expect, it } from 'vitest'
import { CustodyRefusal } from './custodyClient.ts'
import { account, openWallet } from './device.fixture.ts'
import type { KeysContext } from './keysContext.ts'
import { readShares, writeShares } from './storedShares.ts'
import { withKey } from './withKey.ts'

const use = (ctx: KeysContext) =>
  withKey(ctx, { account, request: '11'.repeat(32), purpose: 'sign' }, async () => 'signed')

it('T77: uses no key whose commitment the services have otherwise, though the shares join', async () => {
  const { ctx } = await openWallet((_path, usual) => ({ ...usual, commit: '00'.repeat(16) }))
  await expect(use(ctx)).rejects.toMatchObject({ code: 'mismatch' })
})

it.each([
  ['another visitor is logged in meanwhile', { account: 'bob', wallet: null }],
  ['the services still count its share', 'counts'],
] as const)('F41: deletes no share where %s', async (_when, known) => {
  const { ctx } = await openWallet(path => {
    if (path !== getCustodyWallet.path) throw new CustodyRefusal('CUSTODY_NOT_FOUND')
    const pairs = [{ device: ctx.device.device, epoch: 1, version: '22'.repeat(16) }]
    return known === 'counts' ? { account, wallet: { pairs } } : known
  })
  await expect(use(ctx)).rejects.toMatchObject({ code: 'SIGN_IN_INVALID' })
  expect(await readShares(ctx.database, account)).toBeDefined()
})

it('T82: deletes its share once the services have none for it', async () => {
  const { ctx } = await openWallet(path => {
    if (path !== getCustodyWallet.path) throw new CustodyRefusal('CUSTODY_NOT_FOUND')
    return { account, wallet: { pairs: [] } }
  })
  await expect(use(ctx)).rejects.toMatchObject({ code: 'recover' })
  expect(await readShares(ctx.database, account)).toBeUndefined()
})

it('completes a record from before there were smart accounts, the first time that it has the key', async () => {
  const { ctx, addresses } = await openWallet()
  const record = await readShares(ctx.database, account)
  if (!record) throw new Error('No record')
  const { eip155, solana } = addresses
  await writeShares(ctx.database, { ...record, addresses: { eip155, solana } })
  expect((await readShares(ctx.database, account))?.addresses).toEqual({ eip155, solana })
  const given = await withKey(
    ctx,
    { account, request: '11'.repeat(32), purpose: 'sign' },
    async (_entropy, all) => all,
  )
  expect(given).toEqual(addresses)
  expect(await readShares(ctx.database, account)).toEqual(record)
})
