import fc from 'fast-check'
import { canonicalJson, delegatedContracts, type UserOperation } from 'latchkey/services'
import {
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  hexToString,
  parseAbi,
  recoverAddress,
  toHex,
} from 'viem'
import { recoverAuthorizationAddress } from 'viem/utils'
import { beforeEach, describe, expect, test } from 'vitest'
import { composeApproval } from '../approve/composeApproval.ts'
import { fromHex } from '../keys/bytes.ts'
import type { LoggedIn } from '../provider/loggedIn.ts'
import {
  addresses,
  carrying,
  entropy,
  hashOf,
  type OperationWorld,
  openOperationWorld,
  shop,
  sponsorContract,
} from '../provider/operation/operation.fixture.ts'
import { encodeDelegatedCalls } from './encodeDelegatedCalls.ts'
import { noContract, signAuthorization } from './signAuthorization.ts'

const abi = parseAbi([
  'function execute(address target, uint256 value, bytes data)',
  'struct Call { address target; uint256 value; bytes data; }',
  'function executeBatch(Call[] calls)',
])
const own = addresses.eip155
const ownCode: Hex = `0xef0100${delegatedContracts.account.slice(2).toLowerCase()}`
const foreignCode: Hex = `0xef0100${'11'.repeat(20)}`
const calls = [
  { to: shop, value: '0x1' },
  { to: shop, data: '0xdeadbeef' },
]
const batch = (more: object = {}) => ({
  version: '2.0.0',
  chainId: '0x1bd1',
  atomicRequired: true,
  calls,
  ...more,
})

let world: OperationWorld
beforeEach(() => {
  world = openWorld()
})

/** The plain account on a network that carries delegation alone. */
function openWorld(change: Parameters<typeof openOperationWorld>[0] = {}): OperationWorld {
  const opened = openOperationWorld({
    smartNetworks: async () => [{ chainId: carrying, safe: false, delegation: true }],
    ...change,
  })
  opened.chain.answers.set('eth_getTransactionCount', () => '0x5')
  return opened
}

async function approve(at = 0) {
  await expect.poll(() => world.shown[at]?.approval.progress().at).toBe('known')
  return world.shown[at]?.approval.approve()
}

const sentOperation = () => [...world.chain.operations.values()].at(-1) as UserOperation

const signerOf = (operation: UserOperation) =>
  recoverAddress({
    hash: hashOf(operation, delegatedContracts.entryPoint),
    signature: operation.signature,
  })

describe('calls of the plain account as one', () => {
  test('delegate it with the first operation: one approval that says so, signed for this network alone', async () => {
    const answer = world.ask('wallet_sendCalls', [batch()])
    await approve()
    const view = composeApproval(
      world.shown[0]?.approval.request as never,
      world.shown[0]?.approval.progress() as never,
    )
    expect(view.warnings.map(({ text }) => text).join(' ')).toContain('Simple7702Account')
    expect(view.facts).toContainEqual({ label: 'Account', value: own, address: true })
    expect(view.title).toContain('as one')
    const { id } = (await answer) as { readonly id: string }
    const operation = sentOperation()
    expect([world.chain.operations.size, world.shown.length]).toEqual([1, 1])
    expect(operation).toMatchObject({ sender: own, factory: '0x7702', factoryData: '0x' })
    const authorization = operation.eip7702Auth
    expect(authorization).toMatchObject({
      chainId: '0x1bd1',
      address: delegatedContracts.account,
      nonce: '0x5',
    })
    const signedAs = {
      authorization: {
        chainId: 7121,
        address: delegatedContracts.account,
        nonce: 5,
        r: authorization?.r as Hex,
        s: authorization?.s as Hex,
        yParity: Number(authorization?.yParity),
      },
    }
    expect(await recoverAuthorizationAddress(signedAs)).toBe(own)
    expect(await signerOf(operation)).toBe(own)
    expect(decodeFunctionData({ abi, data: operation.callData })).toEqual({
      functionName: 'executeBatch',
      args: [
        [
          { target: shop, value: 1n, data: '0x' },
          { target: shop, value: 0n, data: '0xdeadbeef' },
        ],
      ],
    })
    expect(id).not.toBe(hashOf(operation, delegatedContracts.entryPoint))
    world.chain.mined = { success: true }
    expect(await world.ask('wallet_getCallsStatus', [id])).toMatchObject({ status: 200, atomic: true })
  })

  test('tell a policy of the authorization apart from the operation', async () => {
    const answer = world.ask('wallet_sendCalls', [batch()])
    await approve()
    await answer
    const said = (world.signed as readonly { readonly is: string; readonly bytes: string }[]).map(
      ({ is, bytes }) => [is, hexToString(`0x${bytes}`)],
    )
    const { signature, eip7702Auth, ...operation } = sentOperation()
    expect(said).toEqual([
      [
        'authorization',
        canonicalJson({ chainId: carrying, address: delegatedContracts.account, nonce: '0x5' }),
      ],
      [
        'userOperation',
        canonicalJson({ chainId: carrying, entryPoint: delegatedContracts.entryPoint, operation }),
      ],
    ])
  })

  test('are an operation without an authorization once it is delegated, wanted as one or not', async () => {
    world.chain.code = ownCode
    for (const [at, atomicRequired] of [true, false].entries()) {
      const answer = world.ask('wallet_sendCalls', [batch({ atomicRequired })])
      await approve(at)
      await answer
      world.chain.mined = { success: true }
      expect(sentOperation()).not.toHaveProperty('eip7702Auth')
      expect(sentOperation()).not.toHaveProperty('factory')
      expect(await signerOf(sentOperation())).toBe(own)
    }
    const { approval } = world.shown[0] ?? {}
    const view = composeApproval(approval?.request as never, approval?.progress() as never)
    expect(view.warnings.map(({ text }) => text).join(' ')).not.toContain('Simple7702Account')
  })

  test('are paid for by the project’s paymaster, which sees the operation as it is signed', async () => {
    const asked: unknown[] = []
    world = openWorld({
      smartNetworks: async () => [
        { chainId: carrying, safe: false, delegation: true, sponsor: { name: 'Shop' } },
      ],
      paymasters: async ({ method, params }) => {
        asked.push([method, params])
        return { paymaster: sponsorContract, paymasterData: '0x01', sponsor: { name: 'Shop' } }
      },
    })
    const answer = world.ask('wallet_sendCalls', [batch()])
    await approve()
    await answer
    const { signature, paymasterData, paymaster, ...shown } = sentOperation()
    expect(asked.at(-1)).toEqual([
      'pm_getPaymasterData',
      [shown, delegatedContracts.entryPoint, '0x1bd1', {}],
    ])
    expect(paymaster).toBe(sponsorContract)
  })

  test.each([
    ['delegated to another wallet’s contract', foreignCode],
    ['that has other code', '0x6001'],
    ['whose code is cut off', ownCode.slice(0, -2)],
  ])('are refused for an account %s, which is never used', async (_name, code) => {
    world.chain.code = code as Hex
    await expect(world.ask('wallet_sendCalls', [batch()])).rejects.toMatchObject({
      context: { rpc: { code: 5760 } },
    })
    expect(world.shown).toEqual([])
  })

  test('are not sent where it was delegated elsewhere, or undone, between approval and signature', async () => {
    for (const [before, after] of [
      ['0x', foreignCode],
      [ownCode, '0x'],
      [ownCode, foreignCode],
    ] as const) {
      world = openWorld()
      world.chain.code = before
      const answer = world.ask('wallet_sendCalls', [batch()])
      answer.catch(() => {})
      await expect.poll(() => world.shown[0]?.approval.progress().at).toBe('known')
      world.chain.code = after
      await expect(world.shown[0]?.approval.approve()).rejects.toThrow()
      await expect(answer).rejects.toThrow()
      expect([world.chain.operations.size, world.signed.length]).toEqual([0, 0])
    }
  })

  test('take the number of one that the network has not taken, which has no end of its own', async () => {
    world.chain.code = ownCode
    for (const [at, value] of ['0x1', '0x2'].entries()) {
      const answer = world.ask('wallet_sendCalls', [batch({ calls: [{ to: shop, value }] })])
      await approve(at)
      const { id } = (await answer) as { readonly id: string }
      expect(await world.ask('wallet_getCallsStatus', [id])).toMatchObject({ status: 100 })
    }
    const sent = [...world.chain.operations.values()]
    expect(sent.map(({ nonce }) => nonce)).toEqual(['0x0', '0x0'])
    expect(sent[0]?.callData).not.toBe(sent[1]?.callData)
  })

  test('are not sent while a transaction of the account waits: the authorization would have its number', async () => {
    world.chain.answers.set('eth_getTransactionCount', ([, block]) => (block === 'latest' ? '0x5' : '0x6'))
    const answer = world.ask('wallet_sendCalls', [batch()])
    answer.catch(() => {})
    await expect(approve()).rejects.toThrow()
    await expect(answer).rejects.toThrow()
    expect(world.signed).toEqual([])
  })

  test('go out one by one where that is enough and it is not delegated, or where one makes a contract', async () => {
    for (const [code, asked] of [
      ['0x', batch({ atomicRequired: false })],
      [ownCode, batch({ atomicRequired: false, calls: [{ data: '0x6001' }] })],
    ] as const) {
      world = openWorld()
      world.chain.code = code
      world.ask('wallet_sendCalls', [asked]).catch(() => {})
      await expect.poll(() => world.shown.length).toBe(1)
      expect(world.shown[0]?.approval.request).not.toHaveProperty('operation')
    }
  })
})

test('EIP-5792: `ready` before it is delegated, `supported` after, nothing of it for another wallet’s contract', async () => {
  const inOrder = { supported: true }
  for (const [code, abilities] of [
    ['0x', { atomic: { status: 'ready' }, inOrder }],
    [ownCode, { atomic: { status: 'supported' }, paymasterService: { supported: true } }],
    [foreignCode, { atomic: { status: 'unsupported' }, inOrder }],
    ['0xzz', { atomic: { status: 'unsupported' }, inOrder }],
  ] as const) {
    world.chain.code = code
    expect(await world.ask('wallet_getCapabilities', [own])).toMatchObject({ '0x1bd1': abilities })
  }
})

test('T60, T144: a page’s own authorization is refused in every request, whatever else it has', async () => {
  const authorization = { chainId: '0x0', address: shop, nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' }
  const member = fc.constantFrom(
    ['authorizationList', [authorization]],
    ['authorizationList', []],
    ['authorizations', [authorization]],
    ['authorization', authorization],
    ['eip7702Auth', authorization],
    ['type', '0x4'],
  )
  const place = fc.constantFrom('transaction', 'batch', 'call')
  world.chain.code = '0x'
  await fc.assert(
    fc.asyncProperty(member, place, fc.boolean(), async ([name, value], where, atomicRequired) => {
      const more = { [name as string]: value }
      const asked =
        where === 'transaction'
          ? world.ask('eth_sendTransaction', [{ to: shop, value: '0x1', ...more }])
          : world.ask('wallet_sendCalls', [
              where === 'batch'
                ? batch({ atomicRequired, ...more })
                : batch({ atomicRequired, calls: [{ to: shop, value: '0x1', ...more }] }),
            ])
      await expect(asked).rejects.toMatchObject({ context: { rpc: { code: -32_602 } } })
    }),
  )
  expect([world.shown.length, world.signed.length]).toEqual([0, 0])
})

describe('an authorization', () => {
  const login = {
    addresses,
    withKey: async (_request, use) => use(entropy.slice(), addresses),
  } as LoggedIn

  test('is of one network and one contract, or it is not signed', async () => {
    const asked = { chainId: 7121, address: delegatedContracts.account as Hex, nonce: 0n }
    for (const wrong of [{ chainId: 0 }, { chainId: -1 }, { chainId: 0.5 }, { address: shop as Hex }])
      await expect(signAuthorization(login, { ...asked, ...wrong })).rejects.toThrow(TypeError)
    await expect(signAuthorization(login, asked)).resolves.toMatchObject({ nonce: '0x0' })
  })

  test('recovers to the account, by viem, for every network and number', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 2 ** 40 }),
        fc.bigInt({ min: 0n, max: 2n ** 40n }),
        fc.boolean(),
        async (chainId, nonce, isUndone) => {
          const address = isUndone ? noContract : delegatedContracts.account
          const { r, s, yParity } = await signAuthorization(login, { chainId, address, nonce })
          const authorization = { chainId, address, nonce: Number(nonce), r, s, yParity: Number(yParity) }
          expect(await recoverAuthorizationAddress({ authorization })).toBe(own)
        },
      ),
      { numRuns: 10 },
    )
  })
})

test('call data is viem’s, for any calls', () => {
  const call = fc.record({
    to: fc.uint8Array({ minLength: 20, maxLength: 20 }).map(bytes => toHex(bytes)),
    value: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    data: fc.uint8Array({ maxLength: 100 }).map(bytes => toHex(bytes)),
  })
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 6 }), all => {
      const [{ to, value, data }] = all as [(typeof all)[number]]
      const theirs =
        all.length === 1
          ? encodeFunctionData({ abi, functionName: 'execute', args: [to, value, data] })
          : encodeFunctionData({
              abi,
              functionName: 'executeBatch',
              args: [all.map(({ to: target, ...rest }) => ({ target, ...rest }))],
            })
      expect(encodeDelegatedCalls(all)).toBe(theirs)
      expect(fromHex(theirs.slice(2)).length % 32).toBe(4)
    }),
  )
  expect(() => encodeDelegatedCalls([])).toThrow(TypeError)
})
