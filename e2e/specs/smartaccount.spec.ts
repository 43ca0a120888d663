/** The smart account of the embedded wallet as a visitor has it: the real frame, services, bundler and entry point. */
import { devContracts } from '@latchkey/devstack'
import type { Page } from '@playwright/test'
import { formatSignInMessage, verifySignIn } from 'latchkey/server'
import { safeContracts } from 'latchkey/services'
import { type Address, encodeFunctionData, erc20Abi, type Hex, numberToHex, parseAbi, parseEther } from 'viem'
import { chain } from '../setup/chain.ts'
import {
  type AskedOutcome,
  approve,
  askWallet,
  framed,
  frameOf,
  pressInFrame,
} from '../setup/embeddedWallet.ts'
import { publicClient } from '../setup/publicClient.ts'
import { logInWithSmartAccount } from '../setup/smartAccount.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'

test.use(framed)

const { usdc } = devContracts
const node = () => publicClient(31337)

const allow = (spender: Address, amount = 5n) => ({
  to: usdc,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] }),
})
const allowance = (owner: Address, spender: Address) =>
  node().readContract({ address: usdc, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })

interface Status {
  readonly status: number
  readonly atomic: boolean
  readonly receipts?: readonly {
    readonly transactionHash: Hex
    readonly logs: readonly { readonly address: Address }[]
  }[]
}

/** The status of a batch once it has one. */
async function statusOf(page: Page, id: unknown): Promise<Status> {
  let last: AskedOutcome = {}
  await expect
    .poll(async () => {
      last = await (await askWallet(page, 'wallet_getCallsStatus', [id]))()
      return (last.answer as Status | undefined)?.status
    })
    .not.toBe(100)
  return last.answer as Status
}

function idOf({ answer, error }: AskedOutcome): string {
  expect(error).toBeUndefined()
  return (answer as { readonly id: string }).id
}

test('the first operation of an account that holds nothing is paid by the project and deploys it; sign-in counts before and after', async ({
  page,
  shop,
  account: { address: name },
}) => {
  const { address, plain } = await logInWithSmartAccount(shop, `${name.toLowerCase()}.first@mail.example`)
  expect(await node().getCode({ address })).toBeUndefined()
  expect(await chain(31337).getBalance(address)).toBe(0n)

  /** Signs in on our server, as far as the proof goes. */
  async function signIn(as: Address): Promise<unknown> {
    const { origin, host } = new URL(page.url())
    const nonce = 'n0nceN0nceN0nceN0nceN0nce'
    const message = formatSignInMessage({
      domain: host,
      accountAddress: as,
      uri: origin,
      version: '1',
      chainId: 'eip155:31337',
      nonce,
      issuedAt: new Date().toISOString(),
    })
    const signed = await askWallet(page, 'personal_sign', [message, address])
    await approve(shop)
    const { answer } = await signed()
    const verdict = await verifySignIn({
      message,
      signature: answer as Hex,
      expected: { origins: [origin], nonce, chains: ['eip155:31337'], now: Date.now() },
      rpc: { 'eip155:31337': chain(31337).rpcUrl },
    })
    return verdict.valid ? [verdict.address, verdict.signedBy] : 'refused'
  }
  expect(await signIn(address)).toEqual([address, 'contract'])

  await test.step('the transaction of its first operation', async () => {
    const spender = freshAccount().address
    const sent = await askWallet(page, 'eth_sendTransaction', [{ from: address, ...allow(spender) }])
    await shop.expectView('ApproveTransaction')
    await expect(frameOf(page).locator('.approve')).toContainText('Paid by Latchkey Demo')
    await approve(shop)
    const { answer, error } = await sent()
    expect(error).toBeUndefined()
    // It is mined by now: a library that waits for the transaction finds it.
    expect((await node().getTransactionReceipt({ hash: answer as Hex })).status).toBe('success')
    expect(await allowance(address, spender)).toBe(5n)
    expect((await node().getCode({ address }))?.length).toBeGreaterThan(100)
    expect(await chain(31337).getBalance(address)).toBe(0n)
    expect(await node().getCode({ address: plain })).toBeUndefined()
  })
  expect(await signIn(address)).toEqual([address, 'contract'])

  await test.step('the visitor’s no', async () => {
    const refused = await askWallet(page, 'wallet_sendCalls', [
      { version: '2.0.0', from: address, chainId: '0x7a69', atomicRequired: true, calls: [allow(plain)] },
    ])
    await shop.expectView('ApproveTransaction')
    await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Reject', exact: true }))
    expect((await refused()).error?.code).toBe(4001)
    expect(await allowance(address, plain)).toBe(0n)
  })

  await test.step('on a chain without it the plain account is in use, and the screen says so', async () => {
    await (await askWallet(page, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }]))()
    const { answer } = await (await askWallet(page, 'eth_accounts', []))()
    expect(answer).toEqual([plain])
    await expect.poll(() => shop.state(({ accounts }) => accounts.eip155?.address)).toBe(plain)
    await fund(plain, parseEther('1'), 31338)
    const sent = await askWallet(page, 'eth_sendTransaction', [{ from: plain, to: name, value: '0x1' }])
    await shop.expectView('ApproveTransaction')
    await expect(frameOf(page).locator('.approve')).toContainText(/smart account/i)
    await approve(shop)
    const { answer: hash } = await sent()
    expect(await chain(31338).getTransaction(hash as Hex)).toMatchObject({
      from: plain.toLowerCase(),
      value: 1n,
    })
  })
})

test('calls as one: one approval, logs of this operation alone; one that fails takes all along', async ({
  page,
  shop,
  account: { address: name },
}) => {
  const { address } = await logInWithSmartAccount(shop, `${name.toLowerCase()}.calls@mail.example`)
  const send = (calls: readonly object[]) =>
    askWallet(page, 'wallet_sendCalls', [
      { version: '2.0.0', from: address, chainId: '0x7a69', atomicRequired: true, calls },
    ])
  const [first, second, third] = [freshAccount().address, freshAccount().address, freshAccount().address]

  const abilities = await (await askWallet(page, 'wallet_getCapabilities', [address]))()
  expect(abilities.answer).toEqual({
    '0x7a69': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
  })

  await test.step('both are done under one approval', async () => {
    const sent = await send([allow(first), allow(second)])
    await shop.expectView('ApproveTransaction')
    await expect(frameOf(page).locator('.approve')).toContainText('Approve 2 transactions as one')
    await approve(shop)
    const status = await statusOf(page, idOf(await sent()))
    expect(status).toMatchObject({ status: 200, atomic: true })
    expect([await allowance(address, first), await allowance(address, second)]).toEqual([5n, 5n])
    const [receipt] = status.receipts ?? []
    const own = (receipt?.logs ?? []).map(log => log.address.toLowerCase())
    expect(own.filter(each => each === usdc.toLowerCase())).toHaveLength(2)
    const whole = await node().getTransactionReceipt({ hash: receipt?.transactionHash as Hex })
    const entryPoint = safeContracts.entryPoint.toLowerCase()
    const told = (logs: readonly string[]) => logs.filter(each => each === entryPoint).length
    // The entry point's own words on the bundle are not the operation's.
    expect(told(own)).toBeLessThan(told(whole.logs.map(log => log.address.toLowerCase())))
  })

  await test.step('one that fails where the network tries it: its reason before approving, and nothing is sent', async () => {
    const more = {
      to: usdc,
      data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [third, 9n] }),
    }
    const sent = await send([allow(third), more])
    await shop.expectView('ApproveTransaction')
    const said = /The network says this would fail: \S+/
    await expect(frameOf(page).locator('.approve')).toContainText(said)
    // A visitor who goes on gets the reason again, and so does the page.
    await approve(shop, { twice: true, stays: true })
    await expect(frameOf(page).getByRole('alert')).toContainText(said)
    await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Close' }))
    expect((await sent()).error).toMatchObject({ code: -32003, message: expect.stringMatching(said) })
    expect(await allowance(address, third)).toBe(0n)
  })

  await test.step('the second one fails: 500, and nothing moved', async () => {
    const client = chain(31337)
    await fund(address, parseEther('1'))
    // It works when it is shown, and no more when it is done.
    const pay = { to: third, value: numberToHex(parseEther('0.9')) }
    const sent = await send([allow(third), pay])
    await shop.expectView('ApproveTransaction')
    await expect(frameOf(page).locator('.approve')).toContainText('0.9')
    await expect(frameOf(page).locator('.approve')).toContainText('Paid by')
    await client.setBalance(address, parseEther('0.1'))
    await approve(shop)
    const status = await statusOf(page, idOf(await sent()))
    expect(status).toMatchObject({ status: 500, atomic: true })
    expect(await allowance(address, third)).toBe(0n)
    expect(await client.getBalance(third)).toBe(0n)
    expect(await client.getBalance(address)).toBe(parseEther('0.1'))
  })
})

test('what a page may not have of the account is refused without a screen, and an operation of the page is read anew', async ({
  page,
  shop,
  account: { address: name },
}) => {
  const { address } = await logInWithSmartAccount(shop, `${name.toLowerCase()}.refused@mail.example`)
  const abi = parseAbi([
    'function enableModule(address)',
    'function swapOwner(address prev, address old, address next)',
    'function addOwnerWithThreshold(address owner, uint256 threshold)',
    'function setGuard(address)',
    'function setFallbackHandler(address)',
    'function execTransactionFromModule(address to, uint256 value, bytes data, uint8 operation)',
    'function executeUserOp(address to, uint256 value, bytes data, uint8 operation)',
  ])
  const own = [
    encodeFunctionData({ abi, functionName: 'enableModule', args: [name] }),
    encodeFunctionData({ abi, functionName: 'swapOwner', args: [name, name, name] }),
    encodeFunctionData({ abi, functionName: 'addOwnerWithThreshold', args: [name, 1n] }),
    encodeFunctionData({ abi, functionName: 'setGuard', args: [name] }),
    encodeFunctionData({ abi, functionName: 'setFallbackHandler', args: [name] }),
    encodeFunctionData({ abi, functionName: 'execTransactionFromModule', args: [name, 1n, '0x', 1] }),
  ]
  const code = async (method: string, params: unknown) =>
    (await (await askWallet(page, method, params))()).error?.code
  const operation = (callData: Hex, more: object = {}) => [
    { sender: address, callData, ...more },
    safeContracts.entryPoint,
  ]
  const execute = (to: Address, data: Hex, kind = 0) =>
    encodeFunctionData({ abi, functionName: 'executeUserOp', args: [to, 0n, data, kind] })
  for (const data of own) {
    expect(await code('eth_sendTransaction', [{ from: address, to: address, data }])).toBe(4200)
    const calls = [allow(name), { to: address, data }]
    expect(
      await code('wallet_sendCalls', [
        { version: '2.0.0', from: address, chainId: '0x7a69', atomicRequired: true, calls },
      ]),
    ).toBe(4200)
    expect(await code('eth_sendUserOperation', operation(execute(address, data)))).toBe(4200)
    expect(await code('eth_sendUserOperation', operation(data))).toBe(-32602)
  }
  const good = execute(usdc, allow(name).data)
  for (const [params, number] of [
    [operation(execute(name, '0x1234', 1)), -32602],
    [operation(good, { sender: name }), 4100],
    [[operation(good)[0], name], -32602],
    [operation(good, { paymaster: name, paymasterData: '0x' }), 4200],
    [operation(good, { factory: name, factoryData: '0x' }), 4200],
  ] as const)
    expect(await code('eth_sendUserOperation', params)).toBe(number)
  await expect(shop.dialog).toBeHidden()
  expect(await node().getCode({ address })).toBeUndefined()

  await test.step('of an operation that the page built, its calls count alone', async () => {
    const sent = await askWallet(
      page,
      'eth_sendUserOperation',
      operation(good, {
        nonce: '0x7',
        signature: '0x1234',
        callGasLimit: '0x1',
        verificationGasLimit: '0x1',
        preVerificationGas: '0x1',
        maxFeePerGas: '0x1',
        maxPriorityFeePerGas: '0x1',
      }),
    )
    await shop.expectView('ApproveTransaction')
    const screen = frameOf(page).locator('.approve')
    await expect(screen).toContainText(name)
    await expect(screen).not.toContainText(good.slice(0, 40))
    await approve(shop)
    const { answer, error } = await sent()
    expect(error).toBeUndefined()
    const receipt = async () =>
      (await (await askWallet(page, 'eth_getUserOperationReceipt', [answer]))()).answer
    await expect
      .poll(receipt)
      .toMatchObject({ success: true, userOpHash: answer, nonce: expect.stringMatching(/^0x0*$/) })
    expect(await allowance(address, name)).toBe(5n)
  })
})
