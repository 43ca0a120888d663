import type { Permission } from 'latchkey/services'
import { expect, test } from 'vitest'
import type { ApprovalProgress, ApprovalRequest } from '../provider/approval.ts'
import { composeApproval } from './composeApproval.ts'

const holder = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const shop = '0x00000000000000000000000000000000000B0b00'
const expiry = Date.UTC(2026, 11, 1, 12) / 1_000
const spend: Permission = { is: 'allowance', amount: '0xde0b6b3a7640000', expiry }
const progress: ApprovalProgress = { at: 'known', tokens: {}, known: [], sent: 0 }

function viewOf(permission: Permission, change: object = {}) {
  const request = {
    host: 'https://shop.example',
    chainId: 'eip155:1',
    account: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    is: 'permission',
    permission,
    to: holder,
    ...change,
  } as ApprovalRequest
  return composeApproval(request, progress)
}

test('says who may spend how much until when, that it is unaudited, and asks twice', () => {
  const view = viewOf(spend)
  expect(view.title).toBe('Let a key spend for you')
  expect(view.effects).toMatchObject([
    { label: 'Key', address: holder },
    { label: 'May spend, at most', value: '1 ETH' },
    { label: 'Pays', value: 'any address that the key chooses' },
    { label: 'Until', value: '2026-12-01 12:00 UTC' },
  ])
  expect(view.warnings[0]).toMatchObject({
    tone: 'danger',
    text: expect.stringContaining('isn’t audited'),
  })
  expect(view.asksTwice).toHaveLength(1)
})

test('says each part of a period, a stream and a payee', () => {
  const periodic = viewOf({
    is: 'periodic',
    amount: '0xde0b6b3a7640000',
    seconds: 604_800,
    start: expiry - 86_400,
    payee: shop,
    expiry,
  })
  expect(periodic.effects).toContainEqual({ label: 'Again every', value: '7 days' })
  expect(periodic.effects).toContainEqual({ label: 'Pays only', address: shop })
  const stream: Permission = {
    is: 'stream',
    initial: '0x0',
    most: '0x64',
    perSecond: '0x1',
    start: expiry - 9,
    expiry,
  }
  expect(viewOf(stream).effects.map(({ label }) => label)).toContain('More each second')
  // What no list names is counted in base units, under its address.
  const token = viewOf({ ...spend, token: shop })
  expect(token.effects).toContainEqual({ label: 'Token', address: shop })
  expect(token.effects[1]?.value).toContain('base units')
})

test('names a contract and its functions, which it cannot explain', () => {
  const view = viewOf({ is: 'calls', target: shop, selectors: ['0xa9059cbb'], limit: 2, expiry })
  expect(view.effects).toMatchObject([
    { label: 'Key' },
    { label: 'May call', address: shop },
    { label: 'Functions', value: '0xa9059cbb' },
    { label: 'How often', value: '2 times at most' },
    { label: 'Until' },
  ])
  expect(view.asksTwice).toHaveLength(2)
})

test('a withdrawal promises nothing before the network has it', () => {
  const view = viewOf(spend, { withdraws: `0x${'ab'.repeat(32)}` })
  expect(view).toMatchObject({ title: 'Revoke a permission', action: 'Revoke', asksTwice: [] })
  expect(view.warnings).toMatchObject([{ text: expect.stringContaining('can use the permission') }])
})
