import { word } from 'latchkey/evmcodec'
import { canonicalJson, safeContracts, type UserOperation } from 'latchkey/services'
import { encodeErrorResult, type Hex, hexToString, parseAbiItem, recoverTypedDataAddress } from 'viem'
import { beforeEach, describe, expect, test } from 'vitest'
import { composeApproval } from '../../approve/composeApproval.ts'
import { decodeOperationCalls } from '../../smartaccount/decodeOperationCalls.ts'
import { keptOperations } from '../kept.ts'
import { NodeFault } from '../nodes.ts'
import {
  addresses,
  carrying,
  hashOf,
  type OperationWorld,
  openOperationWorld,
  ownLogs,
  safe,
  shop,
  sponsorContract,
} from './operation.fixture.ts'

const revert = parseAbiItem('error Error(string)')

let world: OperationWorld
beforeEach(() => {
  world = openOperationWorld()
})

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
const failure = (code: number, message?: string) => ({
  context: { rpc: { code, ...(message !== undefined && { message }) } },
})

/** Approves what is shown last, once all about it is known. */
async function approve(at = 0) {
  await expect.poll(() => world.shown[at]?.approval.progress().at).toBe('known')
  return world.shown[at]?.approval.approve()
}

const sentOperation = () => [...world.chain.operations.values()].at(-1) as UserOperation

/** Who signed an operation as Safe's module takes it, by viem. */
async function signerOf({ signature, ...operation }: UserOperation) {
  const validUntil = Number.parseInt(signature.slice(14, 26), 16)
  const big = (value = '0x0') => BigInt(value)
  const half = (value?: string) => big(value).toString(16).padStart(32, '0')
  const { paymaster, paymasterData = '0x' } = operation
  const signer = await recoverTypedDataAddress({
    domain: { chainId: 7121, verifyingContract: safeContracts.module },
    primaryType: 'SafeOp',
    types: {
      SafeOp: [
        ['address', 'safe'],
        ['uint256', 'nonce'],
        ['bytes', 'initCode'],
        ['bytes', 'callData'],
        ['uint128', 'verificationGasLimit'],
        ['uint128', 'callGasLimit'],
        ['uint256', 'preVerificationGas'],
        ['uint128', 'maxPriorityFeePerGas'],
        ['uint128', 'maxFeePerGas'],
        ['bytes', 'paymasterAndData'],
        ['uint48', 'validAfter'],
        ['uint48', 'validUntil'],
        ['address', 'entryPoint'],
      ].map(([type = '', name = '']) => ({ type, name })),
    },
    message: {
      safe: operation.sender,
      nonce: big(operation.nonce),
      initCode: operation.factory ? `${operation.factory}${operation.factoryData?.slice(2)}` : '0x',
      callData: operation.callData,
      verificationGasLimit: big(operation.verificationGasLimit),
      callGasLimit: big(operation.callGasLimit),
      preVerificationGas: big(operation.preVerificationGas),
      maxPriorityFeePerGas: big(operation.maxPriorityFeePerGas),
      maxFeePerGas: big(operation.maxFeePerGas),
      paymasterAndData: paymaster
        ? `${paymaster}${half(operation.paymasterVerificationGasLimit)}${half(operation.paymasterPostOpGasLimit)}${paymasterData.slice(2)}`
        : '0x',
      validAfter: 0,
      validUntil,
      entryPoint: safeContracts.entryPoint,
    },
    signature: `0x${signature.slice(26)}`,
  })
  return { signer, validUntil }
}

describe('calls of the smart account', () => {
  test('are one approval and one operation, signed by the owner alone, and answered with an id that is no hash', async () => {
    const answer = world.ask('wallet_sendCalls', [batch()])
    await approve()
    const { id } = (await answer) as { readonly id: string }
    const operation = sentOperation()
    expect(world.chain.operations.size).toBe(1)
    expect(world.shown).toHaveLength(1)
    expect(operation).toMatchObject({
      sender: safe.address,
      nonce: '0x0',
      factory: safe.factory,
      factoryData: safe.factoryData,
      callGasLimit: '0x3e8',
      maxFeePerGas: '0xc9',
    })
    expect(decodeOperationCalls(operation.callData)).toEqual([
      { to: shop, value: 1n, data: '0x' },
      { to: shop, value: 0n, data: '0xdeadbeef' },
    ])
    expect(await signerOf(operation)).toEqual({ signer: addresses.owner, validUntil: 1_000_600 })
    expect(id).not.toBe(hashOf(operation))
    const { signature, ...unsigned } = operation
    const told = canonicalJson({
      chainId: carrying,
      entryPoint: safeContracts.entryPoint,
      operation: unsigned,
    })
    const [thing] = world.signed as readonly { readonly is: string; readonly bytes: string }[]
    expect([thing?.is, hexToString(`0x${thing?.bytes}`)]).toEqual(['userOperation', told])
  })

  test('ask for the account’s own making only until it is there; a delegated plain account is none', async () => {
    for (const [code, isMade] of [
      ['0x6001', true],
      [`0xef0100${'11'.repeat(20)}`, false],
    ] as const) {
      world = openOperationWorld()
      world.chain.code = code
      const answer = world.ask('wallet_sendCalls', [batch()])
      await approve()
      await answer
      expect(sentOperation().factory).toBe(isMade ? undefined : safe.factory)
    }
  })

  test('a status has the logs of this operation alone, and is 200 or 500, never 600', async () => {
    for (const success of [true, false]) {
      world = openOperationWorld()
      const answer = world.ask('wallet_sendCalls', [batch({ id: 'my own' })])
      await approve()
      expect(await answer).toEqual({ id: 'my own' })
      expect(await world.ask('wallet_getCallsStatus', ['my own'])).toEqual({
        version: '2.0.0',
        id: 'my own',
        chainId: '0x1bd1',
        atomic: true,
        status: 100,
      })
      Object.assign(world.chain, { mined: { success }, nonce: 1n })
      const hash = hashOf(sentOperation())
      for (const isBundlerLost of [false, true]) {
        if (isBundlerLost)
          world.chain.answers.set('eth_getUserOperationReceipt', () => {
            throw new NodeFault({ code: -32_603, message: 'gone' })
          })
        expect(await world.ask('wallet_getCallsStatus', ['my own'])).toMatchObject({
          status: success ? 200 : 500,
          atomic: true,
          receipts: [{ status: success ? '0x1' : '0x0', logs: ownLogs(hash, success) }],
        })
      }
    }
  })

  test('an operation whose time is over never happens: 400, also where another has its number', async () => {
    for (const change of [{ time: 1_000_601 }, { nonce: 1n, time: 1_000_601 }]) {
      world = openOperationWorld()
      const answer = world.ask('wallet_sendCalls', [batch({ id: 'a' })])
      await approve()
      await answer
      Object.assign(world.chain, change)
      expect(await world.ask('wallet_getCallsStatus', ['a'])).toMatchObject({ status: 400 })
    }
  })

  test('T73: a number that is used, without the event of a node that may be behind, says nothing yet: 100', async () => {
    const answer = world.ask('wallet_sendCalls', [batch({ id: 'a' })])
    await approve()
    await answer
    world.chain.nonce = 1n
    expect(await world.ask('wallet_getCallsStatus', ['a'])).toMatchObject({ status: 100 })
  })

  test('T73, T142: a second batch of the same id is none, and an operation goes to the bundler once', async () => {
    const answer = world.ask('wallet_sendCalls', [batch({ id: 'a' })])
    await Promise.all([approve(), approve()])
    await answer
    await expect(world.ask('wallet_sendCalls', [batch({ id: 'a' })])).rejects.toMatchObject(failure(5720))
    expect(world.chain.asked('eth_sendUserOperation')).toHaveLength(1)
  })

  test('the next one waits until the one before is in a block', async () => {
    const first = world.ask('wallet_sendCalls', [batch()])
    await approve()
    await first
    const looks: number[] = []
    world.chain.answers.set('eth_getUserOperationReceipt', () => {
      looks.push(world.chain.operations.size)
      if (looks.length < 3) return null
      world.chain.answers.delete('eth_getUserOperationReceipt')
      world.chain.mined = { success: true }
      world.chain.nonce = 1n
      return null
    })
    const second = world.ask('wallet_sendCalls', [batch()])
    await approve(1)
    await second
    expect(looks).toEqual([1, 1, 1])
    expect(sentOperation().nonce).toBe('0x1')
  })

  test('and is refused where that does not become known', async () => {
    const first = world.ask('wallet_sendCalls', [batch()])
    await approve()
    await first
    const second = world.ask('wallet_sendCalls', [batch()])
    second.catch(() => {})
    await expect(approve(1)).rejects.toMatchObject(failure(-32_003))
    await expect(second).rejects.toMatchObject({ code: 'SEND_FAILED' })
    expect(world.chain.operations.size).toBe(1)
  })
})

describe('a single transaction', () => {
  test('answers the hash of the transaction that has it, after the screen is through', async () => {
    const answer = world.ask('eth_sendTransaction', [{ to: shop, value: '0x1', from: safe.address }])
    expect(await approve()).toBe(true)
    world.chain.mined = { success: true }
    expect(await answer).toBe(`0x${'7e'.repeat(32)}`)
    expect(decodeOperationCalls(sentOperation().callData)).toEqual([{ to: shop, value: 1n, data: '0x' }])
  })

  test('that failed in its bundle is a failure with that hash', async () => {
    world.chain.mined = { success: false }
    const answer = world.ask('eth_sendTransaction', [{ to: shop, value: '0x1' }])
    await approve()
    await expect(answer).rejects.toMatchObject({
      code: 'SEND_FAILED',
      context: { rpc: { data: { hash: `0x${'7e'.repeat(32)}` } } },
    })
  })

  test('whose outcome stays unknown is unknown, and kept', async () => {
    const answer = world.ask('eth_sendTransaction', [{ to: shop, value: '0x1' }])
    await approve()
    await expect(answer).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    expect(await world.store.read(keptOperations)).toMatchObject([{ isOver: false }])
  })
})

describe('what the bundler says', () => {
  const fault =
    (code: number, message = 'no') =>
    () => {
      throw new NodeFault({ code, message })
    }
  test.each([
    ['that it is asked too often', fault(-32_005, 'Rate Limited'), 'Rate Limited'],
    [
      'that it surely did not take it',
      fault(-32_500, 'AA21 didn’t pay prefund'),
      'The account cannot pay the fee.',
    ],
    ['a raw revert', fault(-32_521, `reverted 0x08c379a0${'00'.repeat(64)}`), 'reverted …'],
    [
      'that the paymaster does not pay',
      fault(-32_501, 'AA34 signature'),
      'The sponsor does not pay for it any more.',
    ],
  ])('%s: it failed, in words, and nothing is kept', async (_name, answer, message) => {
    world.chain.answers.set('eth_sendUserOperation', answer)
    const asked = world.ask('wallet_sendCalls', [batch({ id: 'a' })])
    asked.catch(() => {})
    await expect(approve()).rejects.toMatchObject({ code: 'SEND_FAILED', ...failure(-32_003, message) })
    expect(await world.store.read(keptOperations)).toEqual([])
  })

  test.each([
    ['no answer that makes sense', fault(-32_603)],
    ['another hash', () => `0x${'00'.repeat(32)}`],
  ])('%s: the outcome is unknown, it is not sent again, and its batch is there', async (_name, answer) => {
    world.chain.answers.set('eth_sendUserOperation', answer)
    const asked = world.ask('wallet_sendCalls', [batch({ id: 'a' })])
    asked.catch(() => {})
    await expect(approve()).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    await expect(asked).rejects.toMatchObject({ code: 'SEND_UNKNOWN' })
    expect(world.chain.asked('eth_sendUserOperation')).toHaveLength(1)
    expect(await world.ask('wallet_getCallsStatus', ['a'])).toMatchObject({ status: 100 })
  })

  test('nothing, but it has it: it was sent', async () => {
    world.chain.answers.set('eth_sendUserOperation', ([operation]) => {
      world.chain.operations.set(hashOf(operation as UserOperation), operation as UserOperation)
      throw new NodeFault({ code: -32_603, message: 'late' })
    })
    const answer = world.ask('wallet_sendCalls', [batch({ id: 'a' })])
    await approve()
    expect(await answer).toEqual({ id: 'a' })
  })
})

describe('calls that fail where the network tries them', () => {
  const said = 'The network says this would fail'
  const reverted = (reason: string) =>
    `UserOperation reverted during simulation with reason: ${encodeErrorResult({ abi: [revert], errorName: 'Error', args: [reason] })}`
  const fails = (message: string, data?: Hex) => () => {
    throw new NodeFault({ code: -32_521, message, ...(data && { data }) })
  }
  const traced = () => [
    {
      calls: [
        { status: '0x1', logs: [], returnData: '0x' },
        {
          status: '0x0',
          returnData: encodeErrorResult({ abi: [revert], errorName: 'Error', args: ['too late'] }),
        },
      ],
    },
  ]

  test.each<readonly [string, string, Hex | undefined, boolean, string | undefined]>([
    ['with the contract’s reason', reverted('not enough'), undefined, false, 'not enough'],
    [
      'with the reason beside the words',
      'reverted',
      encodeErrorResult({ abi: [revert], errorName: 'Error', args: ['paused'] }),
      false,
      'paused',
    ],
    [
      'with a panic of Solidity',
      `reason: 0x4e487b71${word(17n)}`,
      undefined,
      false,
      'arithmetic overflow or underflow',
    ],
    [
      'with the entry point’s word',
      'AA21 didn’t pay prefund',
      undefined,
      false,
      'The account cannot pay the fee.',
    ],
    ['without a reason', 'reason: 0xacfdb444', undefined, false, undefined],
    ['without one, where nodes that trace have it', 'reason: 0xacfdb444', undefined, true, 'too late'],
  ])(
    '%s: the visitor reads it before agreeing, and nothing is sent',
    async (_name, message, data, isTraced, reason) => {
      world.chain.answers.set('eth_estimateUserOperationGas', fails(message, data))
      if (isTraced) world.chain.answers.set('eth_simulateV1', traced)
      const answer = world.ask('wallet_sendCalls', [batch({ id: 'a' })])
      answer.catch(() => {})
      await expect.poll(() => world.shown[0]?.approval.progress().at).toBe('known')
      const { approval } = world.shown[0] as OperationWorld['shown'][number]
      expect(approval.progress().simulation).toEqual({ at: 'fails', ...(reason !== undefined && { reason }) })
      const words = reason === undefined ? said : `${said}: ${reason}`
      const view = composeApproval(approval.request, approval.progress())
      expect(view.warnings).toContainEqual({ tone: 'danger', text: words })
      expect(view.asksTwice).toContain(words)
      expect(JSON.stringify(view.warnings)).not.toMatch(/couldn’t (?:find out|check)/)
      // Agreed to nevertheless: the page reads the same reason.
      const refused = { code: 'SEND_FAILED', ...failure(-32_003, reason === undefined ? `${said}.` : words) }
      await expect(approval.approve()).rejects.toMatchObject(refused)
      await expect(answer).rejects.toMatchObject(refused)
      expect([world.signed, world.chain.asked('eth_sendUserOperation')]).toEqual([[], []])
      // Its id is free again.
      await expect(world.ask('wallet_getCallsStatus', ['a'])).rejects.toMatchObject(failure(5730))
    },
  )

  test('a bundler that cannot be asked says nothing of them: that is unknown', async () => {
    world.chain.answers.set('eth_estimateUserOperationGas', () => {
      throw new NodeFault({ code: -32_603, message: 'AA21, reverted' })
    })
    world.ask('wallet_sendCalls', [batch()]).catch(() => {})
    await expect(approve()).rejects.toMatchObject(
      failure(-32_002, 'The network does not say what it takes for it.'),
    )
    expect(world.shown[0]?.approval.progress().simulation).toEqual({ at: 'unknown' })
    expect(world.signed).toEqual([])
  })
})

describe('a sponsor', () => {
  const fields = { paymaster: sponsorContract, paymasterData: '0x11' }
  const stub = { ...fields, paymasterVerificationGasLimit: '0x64', paymasterPostOpGasLimit: '0x1' }

  function openSponsored(answers: { readonly stub?: unknown; readonly last?: unknown }, host = false) {
    const asked: { readonly method: string; readonly params: readonly unknown[]; readonly host?: unknown }[] =
      []
    world = openOperationWorld({
      smartNetworks: async () => [
        { chainId: carrying, safe: true, delegation: false, ...(!host && { sponsor: { name: 'Shop' } }) },
      ],
      paymasters: async each => {
        asked.push(structuredClone(each))
        const answer = each.method === 'pm_getPaymasterStubData' ? answers.stub : answers.last
        if (answer === undefined) throw new NodeFault({ code: -32_001, message: 'budget' })
        return answer
      },
    })
    return asked
  }
  const factOf = (label: string) => {
    const { approval } = world.shown[0] as OperationWorld['shown'][number]
    return composeApproval(approval.request, approval.progress()).facts.find(each => each.label === label)
  }

  test('T142: is asked for a stub, the estimate is made with it, and nothing changes after its last word', async () => {
    const asked = openSponsored({
      stub: { ...stub, sponsor: { name: 'Shop' } },
      last: {
        paymaster: sponsorContract,
        paymasterData: '0x2222',
        callData: '0xdead',
        callGasLimit: '0xffff',
      },
    })
    const answer = world.ask('wallet_sendCalls', [batch()])
    await approve()
    await answer
    expect(asked.map(({ method, params: [each] }) => [method, Object(each).callGasLimit])).toEqual([
      ['pm_getPaymasterStubData', '0x0'],
      // With what it comes to, so that a budget has its say before anything is shown.
      ['pm_getPaymasterStubData', '0x3e8'],
      ['pm_getPaymasterData', '0x3e8'],
    ])
    const [estimated] = world.chain.asked('eth_estimateUserOperationGas')[0] as [UserOperation]
    expect(estimated).toMatchObject(stub)
    const { signature, ...sent } = sentOperation()
    expect(sent).toEqual({
      ...Object(asked.at(-1)?.params[0]),
      paymaster: sponsorContract,
      paymasterData: '0x2222',
    })
    expect((await signerOf(sentOperation())).signer).toBe(addresses.owner)
    expect(factOf('Network fee')).toEqual({ label: 'Network fee', value: 'Paid by Shop' })
    expect(factOf('Network fee, at most')).toBeUndefined()
    // Nothing is added to what is sent.
    expect([factOf('Total')?.isTotal, factOf('Total, at most')]).toEqual([true, undefined])
  })

  test('that does not pay leaves it to the account, which the screen says', async () => {
    openSponsored({})
    const answer = world.ask('wallet_sendCalls', [batch()])
    await approve()
    await answer
    expect(sentOperation().paymaster).toBeUndefined()
    const { approval } = world.shown[0] as OperationWorld['shown'][number]
    const { warnings } = composeApproval(approval.request, approval.progress())
    expect(warnings.map(({ text }) => text)).toContain('The sponsor won’t pay the fee. Your account pays it.')
    // (1,000 + 2,200 + 100) gas at 201 wei
    expect(approval.progress().fee).toEqual({ value: 663_300n, decimals: 18 })
  })

  test('that does not pay for so much leaves it to the account as well', async () => {
    world = openOperationWorld({
      smartNetworks: async () => [
        { chainId: carrying, safe: true, delegation: false, sponsor: { name: 'Shop' } },
      ],
      paymasters: async ({ params: [operation] }) => {
        if (Object(operation).callGasLimit === '0x0') return stub
        throw new NodeFault({ code: -32_001, message: 'budget' })
      },
    })
    const answer = world.ask('wallet_sendCalls', [batch()])
    await approve()
    await answer
    expect(sentOperation().paymaster).toBeUndefined()
    expect(world.shown[0]?.approval.progress().operation?.isUnsponsored).toBe(true)
  })

  test.each([false, true])(
    'that the operation cannot be estimated with leaves it to the account: of the page %s',
    async host => {
      openSponsored({ stub, last: fields }, host)
      world.chain.answers.set('eth_estimateUserOperationGas', ([operation]) => {
        if (Object(operation).paymaster) throw new NodeFault({ code: -32_501, message: 'AA31' })
        return { callGasLimit: '0x3e8', verificationGasLimit: '0x7d0', preVerificationGas: '0x64' }
      })
      const paymasterService = { url: 'https://pay.example/x' }
      const answer = world.ask('wallet_sendCalls', [
        batch(host ? { capabilities: { paymasterService } } : {}),
      ])
      await approve()
      await answer
      expect(sentOperation().paymaster).toBeUndefined()
      expect(world.shown[0]?.approval.progress().operation?.isUnsponsored).toBe(true)
    },
  )

  test.each([
    ['nothing any more', undefined],
    ['of another paymaster', { ...fields, paymaster: shop }],
    ['what makes no sense', { paymaster: 'me' }],
  ])('whose last word is %s: nothing is signed', async (_name, last) => {
    openSponsored({ stub, last })
    const answer = world.ask('wallet_sendCalls', [batch()])
    answer.catch(() => {})
    await expect(approve()).rejects.toMatchObject(
      failure(-32_003, 'The sponsor does not pay for it any more.'),
    )
    expect([world.signed, world.chain.operations.size]).toEqual([[], 0])
  })

  test('that the page names is asked by the services, with its context, and says itself who it is', async () => {
    const asked = openSponsored({ stub: { ...stub, sponsor: { name: 'Payer' } }, last: fields }, true)
    const paymasterService = { url: 'https://pay.example/x', context: { plan: 'a' } }
    const answer = world.ask('wallet_sendCalls', [batch({ capabilities: { paymasterService } })])
    await approve()
    await answer
    expect(asked.map(({ host }) => host)).toEqual([paymasterService, paymasterService])
    expect(asked[0]?.params[3]).toEqual({ plan: 'a' })
    expect(factOf('Network fee')).toMatchObject({
      value: 'Paid by Payer',
      claim: 'According to the paymaster this page named.',
    })
  })
})

test('the approval is simulated from the smart account and names it', async () => {
  const answer = world.ask('wallet_sendCalls', [batch()])
  await approve()
  await answer
  const [request] = world.chain.asked('eth_simulateV1')[0] as [
    { blockStateCalls: [{ calls: { from: string }[] }] },
  ]
  expect(request.blockStateCalls[0].calls.map(({ from }) => from)).toEqual([safe.address, safe.address])
  const { approval } = world.shown[0] as OperationWorld['shown'][number]
  const view = composeApproval(approval.request, approval.progress())
  expect(view).toMatchObject({ title: 'Approve 2 transactions as one', action: 'Send as one' })
  expect(view.facts).toContainEqual({ label: 'Smart account', value: safe.address, address: true })
  expect(view.warnings.map(({ text }) => text).join()).not.toContain('one by one')
})
