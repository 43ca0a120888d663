/** Permissions of the smart account as a visitor meets them: asked for by a page, used by its key on the chain, withdrawn in the settings. */
import { permissionContracts } from 'latchkey/services'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  numberToHex,
  parseAbi,
  parseEther,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chain } from '../setup/chain.ts'
import { approve, askWallet, framed, frameOf, openAskingAccount } from '../setup/embeddedWallet.ts'
import { publicClient } from '../setup/publicClient.ts'
import { logInWithSmartAccount } from '../setup/smartAccount.ts'
import { expect, type FreshAccount, freshAccount, fund, shortened, test } from '../setup/test.ts'

test.use(framed)

const chainId = '0x7a69'
const node = () => publicClient(31337)
const managerAbi = parseAbi(['function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)'])
const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600

interface Granted {
  readonly from: Address
  readonly context: Hex
  readonly delegationManager: Address
}

/** An amount of ETH in all for one payee, as a page asks for it (ERC-7715). */
const allowance = (to: Address, payee: Address, change: object = {}) => ({
  chainId,
  to,
  permission: {
    type: 'native-token-allowance',
    isAdjustmentAllowed: false,
    data: { allowanceAmount: numberToHex(parseEther('0.1')) },
  },
  rules: [
    { type: 'expiry', data: { timestamp: inAnHour() } },
    { type: 'payee', data: { addresses: [payee] } },
  ],
  ...change,
})

/** Has a key without any part of the wallet use what it was given, on the chain. Throws with the chain's reason where it is refused. */
async function redeem(by: FreshAccount, { context, delegationManager }: Granted, to: Address, value: bigint) {
  const client = createWalletClient({
    account: privateKeyToAccount(by.privateKey),
    transport: http(chain(31337).rpcUrl),
  })
  const data = encodeFunctionData({
    abi: managerAbi,
    functionName: 'redeemDelegations',
    args: [[context], [zeroHash], [encodePacked(['address', 'uint256', 'bytes'], [to, value, '0x'])]],
  })
  const hash = await client.sendTransaction({ chain: null, to: delegationManager, data })
  const { status } = await node().waitForTransactionReceipt({ checkReplacement: false, hash })
  expect(status).toBe('success')
}

test('T145: a page’s key gets a permission, spends up to its limit, and nothing once the visitor has withdrawn it in the settings', async ({
  page,
  shop,
  forgiven,
  account: { address: name },
}) => {
  const { address } = await logInWithSmartAccount(shop, `${name.toLowerCase()}.permit@mail.example`)
  await fund(address, parseEther('1'))
  const [key, payee, other] = [freshAccount(), freshAccount().address, freshAccount().address]
  await fund(key.address, parseEther('1'))
  const balance = (of: Address) => chain(31337).getBalance(of)

  await test.step('what it does not know, or has no end, is refused without a screen', async () => {
    const code = async (method: string, asked: object) =>
      (await (await askWallet(page, method, [asked]))()).error?.code
    const good = allowance(key.address, payee)
    for (const change of [
      { rules: [] },
      { rules: [{ type: 'payee', data: { addresses: [payee] } }] },
      { rules: [...good.rules, { type: 'redeemer', data: { addresses: [payee] } }] },
      { permission: { ...good.permission, type: 'token-approval-revocation' } },
      { to: address },
    ])
      expect(await code('wallet_requestExecutionPermissions', { ...good, ...change })).toBe(-32602)
    const older = {
      chainId,
      expiry: inAnHour(),
      signer: { type: 'account', data: { address: key.address } },
      permissions: [{ type: 'native-token-transfer', data: { allowance: '0x1' } }],
    }
    for (const change of [
      { policies: [{ type: 'gas-limit', data: { limit: '0x1' } }] },
      { signer: { type: 'keys', data: { keys: [] } } },
    ])
      expect(await code('wallet_grantPermissions', { ...older, ...change })).toBe(-32602)
    await expect(shop.dialog).toBeHidden()
  })

  const granted =
    await test.step('the screen says who, how much, for whom, until when, and that no one audited it', async () => {
      const asked = await askWallet(page, 'wallet_requestExecutionPermissions', [
        allowance(key.address, payee),
      ])
      await shop.expectView('ApproveTransaction')
      const screen = frameOf(page).locator('.approve')
      for (const words of ['isn’t audited', key.address, '0.1 ETH', payee, 'Until', 'UTC'])
        await expect(screen).toContainText(words)
      await approve(shop, { twice: true })
      const { answer, error } = await asked()
      expect(error).toBeUndefined()
      const [session] = answer as readonly Granted[]
      expect(session).toMatchObject({
        from: address,
        to: key.address,
        delegationManager: permissionContracts.manager,
      })
      return session as Granted
    })

  await test.step('the key spends from the account without asking, up to the limit and to this payee', async () => {
    const before = await balance(address)
    await redeem(key, granted, payee, parseEther('0.06'))
    await redeem(key, granted, payee, parseEther('0.03'))
    expect(await balance(payee)).toBe(parseEther('0.09'))
    expect(before - (await balance(address))).toBe(parseEther('0.09'))
    await expect(redeem(key, granted, payee, parseEther('0.02'))).rejects.toThrow(/allowance-exceeded/)
    await expect(redeem(key, granted, other, 1n)).rejects.toThrow(/target-address-not-allowed/)
    await expect(shop.dialog).toBeHidden()
  })

  await test.step('services that are cut off withdraw nothing, and the page says so', async () => {
    forgiven.push(/Failed to load resource/)
    await openAskingAccount(shop)
    await shop.pressMenu('settings')
    const frame = frameOf(page)
    await frame.getByRole('button', { name: /^Keys that may act for you/ }).press('Enter')
    await expect(frame.getByRole('heading', { name: 'Keys that may act for you' })).toBeVisible()
    const row = frame.getByRole('button', { name: shortened(key.address) })
    await expect(row).toBeVisible()
    await page.route(/\/v1\/sessions\//, route => route.abort())
    await row.press('Enter')
    await expect(frame.getByRole('alert')).toHaveText(/^The key may still act for you/)
    await expect(row).toBeVisible()
    await page.unroute(/\/v1\/sessions\//)
    await redeem(key, granted, payee, 1n)
  })

  await test.step('the visitor withdraws it there, and the chain takes it no more', async () => {
    const frame = frameOf(page)
    await frame.getByRole('button', { name: shortened(key.address) }).press('Enter')
    await shop.expectView('ApproveTransaction')
    await expect(frame.locator('.approve')).toContainText('Revoke a permission')
    await expect(frame.locator('.approve')).toContainText(key.address)
    await approve(shop, { stays: true })
    await shop.expectView('WalletSettings')
    const listed = async () =>
      (await (await askWallet(page, 'wallet_getGrantedExecutionPermissions', []))()).answer
    await expect.poll(listed).toEqual([])
    const refusal = new RegExp(toFunctionSelector('CannotUseADisabledDelegation()'))
    await expect(redeem(key, granted, payee, 1n)).rejects.toThrow(refusal)
    expect(await balance(payee)).toBe(parseEther('0.09') + 1n)
    await shop.button('Close').click()
    await expect(shop.dialog).toBeHidden()
  })
})

test('T145: where the operator left permissions off, every method of theirs is refused without a screen', async ({
  page,
  shop,
  account: { address: name },
}) => {
  // As the services say it of every project that they were not told of.
  await page.route(/\/v1\/smart-accounts\?/, async route => {
    const response = await route.fetch()
    const { networks, ...rest } = (await response.json()) as { networks: readonly { permissions?: string }[] }
    await route.fulfill({
      response,
      json: { ...rest, networks: networks.map(({ permissions: _, ...network }) => network) },
    })
  })
  await logInWithSmartAccount(shop, `${name.toLowerCase()}.off@mail.example`)
  const key = freshAccount().address
  const older = {
    chainId,
    expiry: inAnHour(),
    signer: { type: 'account', data: { address: key } },
    permissions: [{ type: 'native-token-transfer', data: { allowance: '0x1' } }],
  }
  for (const [method, params] of [
    ['wallet_requestExecutionPermissions', [allowance(key, key)]],
    ['wallet_grantPermissions', [older]],
    ['wallet_revokeExecutionPermission', [{ permissionContext: '0x00' }]],
    ['wallet_revokePermissions', [{ permissionContext: '0x00' }]],
    ['wallet_getSupportedExecutionPermissions', []],
    ['wallet_getGrantedExecutionPermissions', []],
  ] as const)
    expect((await (await askWallet(page, method, params))()).error?.code, method).toBe(4200)
  await expect(shop.dialog).toBeHidden()
})
