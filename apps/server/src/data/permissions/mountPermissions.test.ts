import {
  type Permission,
  type PermissionSession,
  permissionContracts,
  revocationDomain,
  revocationTypes,
  safeContracts,
} from 'latchkey/services'
import { decodeFunctionData, type Hex, hashTypedData, parseAbi, slice, toHex, zeroHash } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, expect, it } from 'vitest'
import { openApp } from '../../app.fixture.ts'
import { answerWith, startNode } from '../rpc/fakeNode.fixture.ts'
import { delegationHash, delegationOf } from './delegationOf.ts'

const page = 'https://shop.example'
const other = 'https://other.example'
const wallet = 'https://keys.example'
const network = 'eip155:31337'
const start = Date.UTC(2026, 10, 29, 12)
const seconds = Math.floor(start / 1_000)
const owner = privateKeyToAccount(`0x${'51'.repeat(32)}`)
const stranger = privateKeyToAccount(`0x${'52'.repeat(32)}`)
/** A Safe that `owner` speaks for, and another one. */
const safe = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const secondSafe = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const delegate = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
const salt: Hex = `0x${'ab'.repeat(32)}`
const spend: Permission = { is: 'allowance', amount: '0xde0b6b3a7640000', expiry: seconds + 86_400 }

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

interface Wire {
  readonly status: number
  readonly body: PermissionSession & {
    readonly code?: string
    readonly reasons?: readonly { readonly name: string }[]
    readonly sessions: readonly PermissionSession[]
    readonly session: PermissionSession
    readonly disable?: { readonly to: string; readonly data: Hex }
  }
}

/** What `owner` signed: account, hash and signature, without 0x. */
const signed = new Set<string>()

async function signFor(account: Hex, hash: Hex, signer: typeof owner): Promise<Hex> {
  const signature = await signer.sign({ hash })
  if (signer === owner) signed.add([account.toLowerCase(), hash, signature].map(each => each.slice(2)).join())
  return signature
}

/** A chain on which `safe` and `secondSafe` take what `owner` signs, and the manager refuses what is in `disabled`. */
async function openPermissions(variables: Readonly<Record<string, string>> = {}) {
  const disabled = new Set<string>()
  const state = { isOut: false, now: start }
  const node = await startNode(
    answerWith(({ method, params }) => {
      if (state.isOut) return { error: { code: -32_603, message: 'out' } }
      const [call] = params as [{ to?: string; data: Hex }]
      if (method !== 'eth_call') return { result: '0x' }
      if (call.to !== undefined)
        return { result: toHex(disabled.has(slice(call.data, 4)) ? 1n : 0n, { size: 32 }) }
      // The validator's arguments: an address, a hash, and 65 bytes.
      const args = call.data.slice(-448)
      const [address, hash, signature] = [args.slice(24, 64), args.slice(64, 128), args.slice(256, 386)]
      return { result: signed.has([address, hash, signature].join()) ? '0x01' : '0x00' }
    }),
  )
  open.push(node.close)
  const app = await openApp(
    {
      LATCHKEY_DEV: '1',
      FRAME_ORIGIN: wallet,
      RPC_UPSTREAMS: JSON.stringify({ [network]: [node.url] }),
      PERMISSIONS_UNAUDITED_PROJECTS: 'shop,second',
      ...variables,
    },
    { now: () => state.now },
  )
  open.push(app.close)
  for (const id of ['shop', 'second']) await app.addProject(id, [page])
  await app.addProject('closed', [other])

  async function ask(
    method: string,
    path: string,
    { body, project = 'shop', origin = page }: { body?: object; project?: string; origin?: string } = {},
  ): Promise<Wire> {
    const response = await app.request(`/v1/sessions/${path}?projectId=${project}`, {
      method,
      headers: { origin, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Wire['body'] }
  }
  return { app, ask, disabled, state }
}

const idOf = (account: string) => `${network}:${account}`

async function grant(options: {
  readonly permission?: object
  readonly account?: Hex
  readonly signer?: typeof owner
  readonly to?: string
  readonly chainId?: number
}) {
  const { account = safe, signer = owner, to = delegate, chainId = 31_337 } = options
  const permission = (options.permission ?? spend) as Permission
  const { digest, pci } = delegationHash(delegationOf({ account, to: to as Hex, permission, salt }), chainId)
  return { pci, body: { to, permission, salt, signature: await signFor(account, digest, signer) } }
}

function revocation(pci: Hex, account: Hex = safe, signer = owner) {
  const hash = hashTypedData({
    domain: revocationDomain(31_337, account),
    types: revocationTypes,
    primaryType: 'RevokePermission',
    message: { pci, chainId: 31_337n },
  })
  return signFor(account, hash, signer)
}

it('lists a permission that the account signed, by the hash of its delegation', async () => {
  const { ask } = await openPermissions()
  const { pci, body } = await grant({})
  const made = await ask('POST', idOf(safe), { body })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    pci,
    account: idOf(safe),
    to: delegate,
    permission: spend,
    state: 'active',
  })
  expect(await ask('POST', idOf(safe.toLowerCase()), { body })).toEqual(made)
  expect((await ask('GET', idOf(safe))).body.sessions).toEqual([made.body])
  expect((await ask('GET', idOf(safe), { origin: wallet })).body.sessions).toEqual([made.body])
  // Neither another project nor another account has it.
  expect((await ask('GET', idOf(safe), { project: 'second' })).body.sessions).toEqual([])
  expect((await ask('GET', idOf(secondSafe))).body.sessions).toEqual([])
})

it('T113: refuses what the account did not sign with 401, and stores nothing of it', async () => {
  const { ask, app } = await openPermissions()
  const { body } = await grant({})
  const { signature: _, ...unsigned } = body
  const refused = [
    unsigned,
    { ...body, signature: `0x${'11'.repeat(65)}` },
    (await grant({ signer: stranger })).body,
    (await grant({ account: secondSafe })).body,
    (await grant({ chainId: 1 })).body,
    { ...body, to: stranger.address },
    { ...body, salt: zeroHash },
    { ...body, permission: { ...spend, amount: '0xde0b6b3a7640001' } },
    { ...body, permission: { ...spend, expiry: spend.expiry + 1 } },
  ]
  for (const each of refused)
    expect(await ask('POST', idOf(safe), { body: each })).toMatchObject({
      status: 401,
      body: { code: 'SESSION_SIGNATURE_INVALID' },
    })
  expect(await app.store.db.selectFrom('permission_sessions').selectAll().execute()).toEqual([])
})

it('T113: has no column for a key, and its rows hold what the chain will see anyway', async () => {
  const { ask, app } = await openPermissions()
  const { body } = await grant({})
  await ask('POST', idOf(safe), { body })
  const [row] = await app.store.db.selectFrom('permission_sessions').selectAll().execute()
  expect(Object.keys(row ?? {}).toSorted()).toEqual(
    [
      ...['account', 'context', 'created_at', 'delegate', 'delegator', 'expires_at', 'network', 'pci'],
      ...['permission', 'project_id', 'state'],
    ].toSorted(),
  )
})

it('refuses permissions without an end or a target, of unknown kinds, or for everyone', async () => {
  const { ask } = await openPermissions()
  const { expiry: _, ...endless } = spend
  const calls = { is: 'calls', target: delegate, selectors: ['0xa9059cbb'], expiry: spend.expiry }
  const { target: __, ...aimless } = calls
  const bad: readonly { permission?: object; to?: string }[] = [
    { permission: endless },
    { permission: { ...spend, expiry: seconds } },
    { permission: { ...spend, expiry: seconds + 2_592_001 } },
    { permission: aimless },
    { permission: { ...calls, selectors: [] } },
    { permission: { ...calls, target: safe } },
    { permission: { ...calls, target: permissionContracts.manager } },
    { permission: { ...calls, target: safeContracts.module.toLowerCase() } },
    { permission: { ...spend, token: safeContracts.entryPoint } },
    { permission: { ...spend, policy: 'gas-limit' } },
    { permission: { ...spend, is: 'anything' } },
    { permission: { ...spend, amount: '0x0' } },
    { to: '0x0000000000000000000000000000000000000a11' },
    { to: `0x${'0'.repeat(40)}` },
    { to: safe },
  ]
  const { body } = await grant({})
  for (const each of bad)
    expect(await ask('POST', idOf(safe), { body: { ...body, ...each } }), JSON.stringify(each)).toMatchObject(
      { status: 400, body: { code: 'REQUEST_INVALID' } },
    )
})

it('withdraws a permission once the account signs for it, and says so until the chain refuses it', async () => {
  const { ask, disabled } = await openPermissions()
  const { pci, body } = await grant({})
  const { body: made } = await ask('POST', idOf(safe), { body })
  const path = `${idOf(safe)}/revoke`
  for (const signature of [
    undefined,
    await revocation(pci, safe, stranger),
    await revocation(pci, secondSafe),
    await revocation(zeroHash),
    body.signature,
  ])
    expect(await ask('POST', path, { body: { pci, signature } })).toMatchObject({
      status: 401,
      body: { code: 'SESSION_SIGNATURE_INVALID' },
    })
  expect((await ask('GET', idOf(safe))).body.sessions).toMatchObject([{ state: 'active' }])

  const asked = { body: { pci, signature: await revocation(pci) } }
  const first = await ask('POST', path, asked)
  expect(first).toMatchObject({ status: 200, body: { session: { pci, state: 'revoking' } } })
  expect(first.body.disable?.to).toBe(made.delegator)
  const abi = parseAbi([
    'struct Caveat { address enforcer; bytes terms; bytes args; }',
    'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
    'function disable(Delegation delegation)',
  ])
  const { args } = decodeFunctionData({ abi, data: first.body.disable?.data ?? '0x' })
  expect(args[0]).toMatchObject({ delegate, delegator: made.delegator, salt: BigInt(salt) })
  // The same again, and creating it again, change nothing.
  expect(await ask('POST', path, asked)).toEqual(first)
  expect((await ask('POST', idOf(safe), { body })).body.state).toBe('revoking')

  disabled.add(pci)
  expect((await ask('GET', idOf(safe))).body.sessions).toMatchObject([{ state: 'revoked' }])
  disabled.clear()
  const last = await ask('POST', path, asked)
  expect(last).toMatchObject({ status: 200, body: { session: { state: 'revoked' } } })
  expect(last.body.disable).toBeUndefined()
})

it('answers 404 for a permission that is not listed, and 503 while the chain does not answer', async () => {
  const { ask, state } = await openPermissions()
  const { pci, body } = await grant({})
  const asked = { body: { pci, signature: await revocation(pci) } }
  expect((await ask('POST', `${idOf(safe)}/revoke`, asked)).status).toBe(404)
  state.isOut = true
  expect((await ask('POST', idOf(safe), { body })).status).toBe(503)
  state.isOut = false
  expect((await ask('POST', idOf(safe), { body })).status).toBe(201)
  state.isOut = true
  // What cannot be seen stays as it is known.
  expect((await ask('GET', idOf(safe))).body.sessions).toMatchObject([{ state: 'active' }])
})

it('is off for every project that the operator does not name, and for other networks', async () => {
  const { ask } = await openPermissions()
  const { body } = await grant({})
  const closed = { project: 'closed', origin: other }
  for (const answer of [
    await ask('GET', idOf(safe), closed),
    await ask('POST', idOf(safe), { ...closed, body }),
    await ask('GET', `eip155:1:${safe}`),
    await ask('GET', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'),
  ])
    expect(answer).toMatchObject({ status: 400, body: { code: 'REQUEST_INVALID' } })
  const plain = await openPermissions({ PERMISSIONS_UNAUDITED_PROJECTS: '' })
  expect(await plain.ask('POST', idOf(safe), { body })).toMatchObject({
    status: 400,
    body: { reasons: [{ name: 'projectId' }] },
  })
})
