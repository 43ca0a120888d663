import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  decodeFunctionData,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  parseTransaction,
  recoverTransactionAddress,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestWallet } from '../fixtures/createTestWallet.ts'
import { type AnvilNode, startAnvil } from '../fixtures/startAnvil.ts'
import type { SimulatedWallet } from './createSimulatedWallet.ts'
import { testAccounts, testMnemonic } from './testAccounts.ts'
import type { SimulatedWalletOptions } from './walletOptions.ts'

const [one, two] = testAccounts
const recipient: Address = '0x00000000000000000000000000000000000000AA'

let nodes: readonly AnvilNode[] = []
beforeAll(async () => {
  nodes = await Promise.all([startAnvil({ chainId: 31337 }), startAnvil({ chainId: 31338 })])
})
afterAll(() => Promise.all(nodes.map(node => node.stop())))

function chains() {
  return nodes.map(({ chainId, rpcUrl }) => ({ id: chainId, rpcUrl }))
}

function connected(options: Partial<SimulatedWalletOptions> = {}): SimulatedWallet {
  return createTestWallet({ chains: chains(), connected: true, ...options })
}

function reader(index = 0) {
  return createPublicClient({ transport: http(nodes[index]?.rpcUrl), pollingInterval: 50 })
}

const call = (wallet: SimulatedWallet, method: string, ...params: unknown[]) =>
  wallet.provider.request({ method, params })

describe('keys', () => {
  it('derives the accounts from the phrase', () => {
    for (const [index, { address, privateKey }] of testAccounts.entries()) {
      const account = mnemonicToAccount(testMnemonic, { addressIndex: index })
      expect(account.address).toBe(address)
      expect(`0x${Buffer.from(account.getHdKey().privateKey ?? []).toString('hex')}`).toBe(privateKey)
    }
  })

  it('accepts the developer’s own keys', async () => {
    const key: Hex = `0x${'42'.repeat(32)}`
    const wallet = connected({ accounts: [key] })
    const address = wallet.control.state.accounts[0] as Address
    const signature = (await call(wallet, 'personal_sign', 'mine', address)) as Hex
    expect(await verifyMessage({ address, message: 'mine', signature })).toBe(true)
  })
})

describe('signing', () => {
  it.each([
    ['text', 'Sign in to site.test', 'Sign in to site.test'],
    ['hexadecimal text', '0x48656c6c6f', 'Hello'],
    ['nothing', '0x', ''],
    ['what only looks like hexadecimal', '0x123', '0x123'],
    ['other scripts', 'Grüße 你好 👋', 'Grüße 你好 👋'],
  ])('personal_sign signs %s', async (_name, data, message) => {
    const address = one?.address ?? recipient
    const wallet = connected()
    const signature = (await call(wallet, 'personal_sign', data, address)) as Hex
    expect(await verifyMessage({ address, message, signature })).toBe(true)
    expect(await call(wallet, 'personal_sign', address, data)).toBe(signature)
  })

  it('prompts first, and signs only for accounts that the site may see', async () => {
    const wallet = connected({ mode: 'ask' })
    const refused = call(wallet, 'personal_sign', 'hello', one?.address)
    wallet.control.reject()
    await expect(refused).rejects.toMatchObject({ code: 4001 })
    await expect(call(wallet, 'personal_sign', 'hello', two?.address)).rejects.toMatchObject({ code: 4100 })
    await expect(call(wallet, 'personal_sign', 'hello')).rejects.toMatchObject({ code: -32602 })
    await expect(call(wallet, 'personal_sign', 7, one?.address)).rejects.toMatchObject({ code: -32602 })
    wallet.control.revoke()
    await expect(call(wallet, 'personal_sign', 'hello', one?.address)).rejects.toMatchObject({ code: 4100 })
  })

  const typedData = {
    domain: { name: 'Mail', version: '1', chainId: 31337, verifyingContract: recipient },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      Mail: [
        { name: 'to', type: 'address' },
        { name: 'amount', type: 'uint256' },
      ],
    },
    primaryType: 'Mail',
    message: { to: recipient, amount: '1000000000000000000000' },
  } as const

  it('eth_signTypedData_v4 signs objects and JSON', async () => {
    const address = one?.address ?? recipient
    const wallet = connected()
    const message = { to: recipient, amount: 1_000_000_000_000_000_000_000n }
    const domain = { ...typedData.domain, chainId: 31337n }
    for (const data of [typedData, JSON.stringify(typedData)]) {
      const signature = (await call(wallet, 'eth_signTypedData_v4', address, data)) as Hex
      expect(await verifyTypedData({ ...typedData, domain, message, address, signature })).toBe(true)
    }
  })

  it.each([
    ['T61 another chain', { ...typedData, domain: { ...typedData.domain, chainId: 1 } }],
    ['no types', { ...typedData, types: undefined }],
    ['no type of the domain', { ...typedData, types: { Mail: typedData.types.Mail } }],
    [
      'a type of the domain that is no list',
      { ...typedData, types: { ...typedData.types, EIP712Domain: {} } },
    ],
    ['no domain', { ...typedData, domain: undefined, types: { ...typedData.types, EIP712Domain: [] } }],
    ['an unknown primary type', { ...typedData, primaryType: 'Letter' }],
    ['a bad address', { ...typedData, message: { to: '0x12', amount: '1' } }],
    ['no JSON', '{'],
    ['a list', []],
    ['nothing', undefined],
  ])('eth_signTypedData_v4 refuses %s with -32602', async (_name, data) => {
    const request = call(connected(), 'eth_signTypedData_v4', one?.address, data)
    await expect(request).rejects.toMatchObject({ code: -32602 })
  })
})

describe('sending', () => {
  it('sends a transaction on the chain it is on', async () => {
    const wallet = connected()
    for (const [index, chainId] of [31337, 31338].entries()) {
      await call(wallet, 'wallet_switchEthereumChain', { chainId: `0x${chainId.toString(16)}` })
      const before = await reader(index).getBalance({ address: recipient })
      const request = { from: one?.address, to: recipient, value: '0xde0b6b3a7640000' }
      const hash = (await call(wallet, 'eth_sendTransaction', request)) as Hex
      const receipt = await reader(index).waitForTransactionReceipt({ checkReplacement: false, hash })
      expect(receipt).toMatchObject({ status: 'success', type: 'eip1559' })
      expect((await reader(index).getBalance({ address: recipient })) - before).toBe(parseEther('1'))
    }
  })

  it('gives each of many quick transactions its own nonce, across wallets with one key', async () => {
    const wallets = [connected(), connected()]
    const request = { from: one?.address, to: recipient, value: '0x1' }
    const hashes = await Promise.all(
      [0, 1, 0, 1, 0, 1].map(index =>
        call(wallets[index] as SimulatedWallet, 'eth_sendTransaction', request),
      ),
    )
    expect(new Set(hashes).size).toBe(6)
    for (const hash of hashes) {
      expect(
        await reader().waitForTransactionReceipt({ checkReplacement: false, hash: hash as Hex }),
      ).toMatchObject({
        status: 'success',
      })
    }
  })

  it('gives waiting transactions different nonces', async () => {
    const node = await startAnvil({ chainId: 31339, args: ['--no-mining'] })
    try {
      const options = { chains: [{ id: 31339, rpcUrl: node.rpcUrl }] }
      const wallets = [connected(options), connected(options)]
      const request = { from: one?.address, to: recipient, value: '0x1' }
      const hashes = await Promise.all(
        [0, 1, 0, 1].map(index => call(wallets[index] as SimulatedWallet, 'eth_sendTransaction', request)),
      )
      const client = createPublicClient({ transport: http(node.rpcUrl) })
      const waiting = await Promise.all(hashes.map(hash => client.getTransaction({ hash: hash as Hex })))
      expect(waiting.map(({ nonce }) => nonce).sort()).toEqual([0, 1, 2, 3])
    } finally {
      await node.stop()
    }
  })

  it.each([
    ['legacy', { gasPrice: '0x77359400' }],
    ['eip2930', { gasPrice: '0x77359400', accessList: [{ address: recipient, storageKeys: [] }] }],
    [
      'eip1559',
      { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1', gasLimit: '0x5208', nonce: '0x3e7' },
    ],
  ])('signs a %s transaction without sending it', async (type, fields) => {
    const request = { from: one?.address, to: recipient, value: '0x1', chainId: '0x7a69', ...fields }
    const raw = (await call(connected(), 'eth_signTransaction', request)) as Hex
    expect(parseTransaction(raw)).toMatchObject({ type, chainId: 31337, value: 1n, gas: expect.any(BigInt) })
    expect(await recoverTransactionAddress({ serializedTransaction: raw as `0x02${string}` })).toBe(
      one?.address,
    )
  })

  it.each([
    ['nothing', undefined, -32602],
    ['no sender', { to: recipient }, -32602],
    ['another sender', { from: two?.address, to: recipient }, 4100],
    ['neither recipient nor data', { from: one?.address }, -32602],
    ['a bad recipient', { from: one?.address, to: '0x12' }, -32602],
    ['a decimal value', { from: one?.address, to: recipient, value: '1' }, -32602],
    ['a number', { from: one?.address, to: recipient, value: 1 }, -32602],
    ['another chain', { from: one?.address, to: recipient, chainId: '0x1' }, -32602],
    ['two kinds of fee', { from: one?.address, to: recipient, gasPrice: '0x1', maxFeePerGas: '0x1' }, -32602],
    ['data and another input', { from: one?.address, to: recipient, data: '0x01', input: '0x02' }, -32602],
    ['odd data', { from: one?.address, to: recipient, data: '0x1' }, -32602],
    ['an authorization', { from: one?.address, to: recipient, authorizationList: [] }, -32602],
  ])('refuses %s before any prompt', async (_name, request, code) => {
    const wallet = connected({ mode: 'ask' })
    await expect(call(wallet, 'eth_sendTransaction', request)).rejects.toMatchObject({ code })
    expect(wallet.control.pending).toEqual([])
  })

  it('passes the node’s refusal on', async () => {
    const value = `0x${(10n ** 30n).toString(16)}`
    const request = { from: one?.address, to: recipient, value, gas: '0x5208' }
    await expect(call(connected(), 'eth_sendTransaction', request)).rejects.toMatchObject({
      code: -32003,
      message: expect.stringMatching(/insufficient funds/i),
    })
  })

  it('serves viem as any wallet does', async () => {
    const wallet = connected()
    const client = createWalletClient({
      transport: custom(wallet.provider),
      account: one?.address ?? recipient,
    })
    const chain = {
      id: 31337,
      name: 'One',
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [] } },
    }
    const hash = await client.sendTransaction({ chain, to: recipient, value: 5n })
    expect(await reader().waitForTransactionReceipt({ checkReplacement: false, hash })).toMatchObject({
      status: 'success',
    })
    expect(await client.getChainId()).toBe(31337)
    expect(await client.getAddresses()).toEqual([one?.address])
    expect(await client.getPermissions()).toHaveLength(1)
  })
})

describe('reading', () => {
  it('passes listed methods through to the chain', async () => {
    const wallet = connected()
    expect(await call(wallet, 'eth_getBalance', two?.address, 'latest')).toMatch(/^0x/)
    expect(await call(wallet, 'eth_blockNumber')).toMatch(/^0x/)
    await expect(call(wallet, 'eth_getBalance', 'nobody')).rejects.toMatchObject({ code: -32602 })
  })

  it('answers subscriptions by messages', async () => {
    const wallet = connected()
    const messages: {
      readonly type: string
      readonly data: { readonly subscription: unknown; readonly result: unknown }
    }[] = []
    const id = await call(wallet, 'eth_subscribe', 'newHeads')
    const heard = new Promise<void>(resolve => {
      wallet.provider.on('message', (message: (typeof messages)[number]) => {
        messages.push(message)
        resolve()
      })
    })
    await call(wallet, 'eth_sendTransaction', { from: one?.address, to: recipient, value: '0x1' })
    await heard
    expect(messages[0]).toMatchObject({
      type: 'eth_subscription',
      data: { subscription: id, result: { number: expect.stringMatching(/^0x/) } },
    })
    expect(await call(wallet, 'eth_unsubscribe', id)).toBe(true)
    expect(await call(wallet, 'eth_unsubscribe', id)).toBe(false)
    await expect(call(wallet, 'eth_subscribe', 'syncing')).rejects.toMatchObject({ code: -32602 })
    wallet.stop()
  })
})

it('a visitor types another allowance over the one that the site asks for', async () => {
  const wallet = connected({
    script: { eth_signTransaction: [{ kind: 'approve', allowance: '5' }, 'approve'] },
  })
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [recipient, 9n] })
  const request = { from: one?.address, to: recipient, data, gas: '0xffff' }
  const given = []
  for (const _ of [1, 2]) {
    const raw = (await call(wallet, 'eth_signTransaction', request)) as Hex
    given.push(decodeFunctionData({ abi: erc20Abi, data: parseTransaction(raw).data ?? '0x' }).args)
  }
  expect(given).toEqual([
    [recipient, 5n],
    [recipient, 9n],
  ])
})

describe('batches (EIP-5792)', () => {
  const batch = (fields: object = {}) => ({
    version: '2.0.0',
    from: one?.address,
    chainId: '0x7a69',
    atomicRequired: false,
    calls: [
      { to: recipient, value: '0x1' },
      { to: recipient, value: '0x2', data: '0x' },
    ],
    ...fields,
  })

  async function status(wallet: SimulatedWallet, id: unknown) {
    const client = createWalletClient({ transport: custom(wallet.provider) })
    return client.waitForCallsStatus({ id: id as string, pollingInterval: 20 })
  }

  it('lists its capabilities', async () => {
    const wallet = connected()
    expect(await call(wallet, 'wallet_getCapabilities', one?.address)).toEqual({
      '0x7a69': { atomic: { status: 'unsupported' } },
      '0x7a6a': { atomic: { status: 'unsupported' } },
    })
    expect(await call(wallet, 'wallet_getCapabilities', one?.address, ['0x7a6a', '0x1'])).toEqual({
      '0x7a6a': { atomic: { status: 'unsupported' } },
    })
    await expect(call(wallet, 'wallet_getCapabilities', two?.address)).rejects.toMatchObject({ code: 4100 })
  })

  it('sends the calls one by one and reports them confirmed', async () => {
    const wallet = connected()
    const before = await reader().getBalance({ address: recipient })
    const { id } = (await call(wallet, 'wallet_sendCalls', batch())) as { id: string }
    expect(id).toMatch(/^0x[0-9a-f]{64}$/)
    const done = await status(wallet, id)
    expect(done).toMatchObject({ statusCode: 200, atomic: false, chainId: 31337, version: '2.0.0', id })
    expect(done.receipts?.map(receipt => receipt.status)).toEqual(['success', 'success'])
    expect((await reader().getBalance({ address: recipient })) - before).toBe(3n)
    expect(await call(wallet, 'wallet_showCallsStatus', id)).toBeNull()
  })

  it.each([
    ['fails before it reaches the chain', [{ to: recipient, value: `0x${'f'.repeat(30)}` }], 400, 0],
    [
      'fails after one call',
      [
        { to: recipient, value: '0x1' },
        { to: recipient, value: `0x${'f'.repeat(30)}` },
      ],
      600,
      1,
    ],
  ])('reports a batch that %s', async (_name, calls, code, receipts) => {
    const wallet = connected()
    const { id } = (await call(wallet, 'wallet_sendCalls', batch({ calls }))) as { id: string }
    const done = await status(wallet, id)
    expect(done.statusCode).toBe(code)
    expect(done.receipts ?? []).toHaveLength(receipts)
  })

  it('accepts an id once, also when two batches with it waited for the visitor', async () => {
    const wallet = connected({ mode: 'ask' })
    const before = await reader().getBalance({ address: recipient })
    const asked = [0, 1].map(() => call(wallet, 'wallet_sendCalls', batch({ id: 'order-1' })))
    const answers = Promise.allSettled(asked)
    wallet.control.approve()
    wallet.control.approve()
    expect(await answers).toMatchObject([
      { status: 'fulfilled', value: { id: 'order-1' } },
      { status: 'rejected', reason: { code: 5720 } },
    ])
    expect(await status(wallet, 'order-1')).toMatchObject({ statusCode: 200 })
    expect((await reader().getBalance({ address: recipient })) - before).toBe(3n)
  })

  it('reports a revert on the chain', async () => {
    const wallet = connected()
    // Creation code of a contract that reverts whatever it is asked.
    const data = '0x6460006000fd6000526005601bf3'
    const hash = (await call(wallet, 'eth_sendTransaction', { from: one?.address, data })) as Hex
    const { contractAddress: to } = await reader().waitForTransactionReceipt({
      checkReplacement: false,
      hash,
    })
    const reverts = { to, data: '0x' }
    const pays = { to: recipient, value: '0x1' }
    for (const [calls, code, mined] of [
      [[reverts, pays], 500, 1],
      [[pays, reverts, pays], 600, 2],
    ] as const) {
      const { id } = (await call(wallet, 'wallet_sendCalls', batch({ calls }))) as { id: string }
      const done = await status(wallet, id)
      expect(done.statusCode).toBe(code)
      expect(done.receipts).toHaveLength(mined)
    }
    // A single transaction that would revert is refused, as estimating its gas fails.
    const single = call(wallet, 'eth_sendTransaction', { from: one?.address, ...reverts })
    await expect(single).rejects.toMatchObject({ code: 3, message: expect.stringContaining('revert') })
  })

  it.each([
    ['another version', { version: '1.0' }, -32602],
    ['no word on atomicity', { atomicRequired: undefined }, -32602],
    ['no calls', { calls: [] }, -32602],
    ['a bad call', { calls: [7] }, -32602],
    ['an unknown chain', { chainId: '0x1' }, 5710],
    ['another chain than the active', { chainId: '0x7a6a' }, -32602],
    ['somebody else’s account', { from: two?.address }, 4100],
    ['too many calls', { calls: new Array(101).fill({ to: recipient }) }, 5740],
    ['atomicity', { atomicRequired: true }, 5760],
    ['a capability it has not', { capabilities: { paymasterService: { url: 'https://pay.test' } } }, 5700],
    ['a capability of a call it has not', { calls: [{ to: recipient, capabilities: { x: {} } }] }, 5700],
    ['an empty id', { id: '' }, -32602],
  ])('refuses %s', async (_name, fields, code) => {
    await expect(call(connected(), 'wallet_sendCalls', batch(fields))).rejects.toMatchObject({ code })
  })

  it('knows a batch by its id, once', async () => {
    const wallet = connected()
    const capabilities = { paymasterService: { url: 'https://pay.test', optional: true } }
    const first = { ...batch({ id: 'mine', capabilities }) }
    expect(await call(wallet, 'wallet_sendCalls', first)).toEqual({ id: 'mine' })
    await expect(call(wallet, 'wallet_sendCalls', first)).rejects.toMatchObject({ code: 5720 })
    await expect(call(wallet, 'wallet_getCallsStatus', 'yours')).rejects.toMatchObject({ code: 5730 })
    expect((await status(wallet, 'mine')).statusCode).toBe(200)
  })

  describe.each(['supported', 'ready'] as const)('atomic (%s)', atomic => {
    it('sends the calls as one transaction, and takes payments as before', async () => {
      const wallet = connected({ atomic })
      expect(await call(wallet, 'wallet_getCapabilities', one?.address)).toMatchObject({
        '0x7a69': { atomic: { status: atomic } },
      })
      for (const atomicRequired of [true, false]) {
        const before = await reader().getBalance({ address: recipient })
        const { id } = (await call(wallet, 'wallet_sendCalls', batch({ atomicRequired }))) as { id: string }
        const done = await status(wallet, id)
        expect(done).toMatchObject({ statusCode: 200, atomic: true })
        expect(done.receipts).toHaveLength(1)
        expect((await reader().getBalance({ address: recipient })) - before).toBe(3n)
      }
      const pays = connected({ accounts: [two?.privateKey as Hex] })
      const paid = { from: two?.address, to: one?.address, value: '0x7' }
      const hash = (await call(pays, 'eth_sendTransaction', paid)) as Hex
      expect(await reader().waitForTransactionReceipt({ checkReplacement: false, hash })).toMatchObject({
        status: 'success',
      })
      // No other account gives it orders.
      const steals = { ...paid, value: '0x0', data: `0x${'0'.repeat(192)}`, gas: '0x186a0' }
      const tried = (await call(pays, 'eth_sendTransaction', steals)) as Hex
      expect(
        await reader().waitForTransactionReceipt({ checkReplacement: false, hash: tried }),
      ).toMatchObject({ status: 'reverted' })
    })

    it('undoes the calls before one that fails', async () => {
      const wallet = connected({ atomic })
      const before = await reader().getBalance({ address: recipient })
      const calls = [
        { to: recipient, value: '0x1' },
        { to: recipient, value: `0x${'f'.repeat(30)}` },
      ]
      const request = batch({ calls, atomicRequired: true })
      const { id } = (await call(wallet, 'wallet_sendCalls', request)) as { id: string }
      expect(await status(wallet, id)).toMatchObject({ statusCode: 500, atomic: true })
      expect(await reader().getBalance({ address: recipient })).toBe(before)
    })
  })

  it('can simulate a wallet without batch support', async () => {
    const wallet = connected({ batches: false })
    await expect(call(wallet, 'wallet_sendCalls', batch())).rejects.toMatchObject({ code: 4200 })
    await expect(call(wallet, 'wallet_getCapabilities', one?.address)).rejects.toMatchObject({ code: 4200 })
  })
})
