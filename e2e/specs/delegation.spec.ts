/** The plain account as one that sends calls as one (EIP-7702, decision 115): its visitor turns that on and off, and no page does. */
import { devAccounts, devContracts } from '@latchkey/devstack'
import type { Locator, Page } from '@playwright/test'
import { delegatedContracts } from 'latchkey/services'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  parseSignature,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashAuthorization } from 'viem/utils'
import { chain } from '../setup/chain.ts'
import {
  approve,
  askWallet,
  framed,
  frameOf,
  logInByEmail,
  openAskingAccount,
  pressInFrame,
} from '../setup/embeddedWallet.ts'
import { findBarriers } from '../setup/findBarriers.ts'
import { publicClient } from '../setup/publicClient.ts'
import type { Shop } from '../setup/Shop.ts'
import { needSmartAccounts } from '../setup/smartAccount.ts'
import { tabTo } from '../setup/tabTo.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'

test.use(framed)

const chainId = 31337
const { usdc } = devContracts
const ownCode = `0xef0100${delegatedContracts.account.slice(2).toLowerCase()}`
const node = () => publicClient(chainId)
const code = (address: Address) => node().getCode({ address })
const held = (address: Address) => chain(chainId).getBalance(address)

const allow = (spender: Address) => ({
  to: usdc,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 5n] }),
})
const allowance = (owner: Address, spender: Address) =>
  node().readContract({ address: usdc, abi: erc20Abi, functionName: 'allowance', args: [owner, spender] })

/** Logs in by email, with a plain account that holds nothing and was never anywhere. */
async function logIn(shop: Shop, email: string): Promise<Address> {
  await needSmartAccounts()
  await shop.goto({ login: 'on' })
  await logInByEmail(shop, `${email.toLowerCase()}@mail.example`)
  return (await shop.state(({ accounts }) => accounts.eip155?.address)) as Address
}

const atomicOf = async (page: Page, address: Address) => {
  const { answer } = await (await askWallet(page, 'wallet_getCapabilities', [address]))()
  return (answer as Readonly<Record<string, { readonly atomic: unknown }>>)['0x7a69']?.atomic
}

const batch = (from: Address, calls: readonly object[]) => [
  { version: '2.0.0', from, chainId: '0x7a69', atomicRequired: true, calls },
]

/** The end of a batch, by its id. */
async function endOf(page: Page, id: string): Promise<unknown> {
  let last: { readonly status: number } | undefined
  await expect
    .poll(async () => {
      const { answer } = await (await askWallet(page, 'wallet_getCallsStatus', [id]))()
      last = answer as typeof last
      return last?.status
    })
    .not.toBe(100)
  return last
}

/** The page of the settings, as a visitor sees it. */
function settingsOf(shop: Shop) {
  const frame = frameOf(shop.page)
  const button = (name: string | RegExp): Locator => frame.getByRole('button', { name })
  return {
    frame,
    button,
    press: (target: Locator) => pressInFrame(shop.page, target),
    /** The first chain, in that state. */
    alder: (state: 'Off' | 'On') => button(new RegExp(`^Alder.*${state}$`, 's')),
    titled: (name: string) => expect(frame.getByRole('heading', { name, exact: true })).toBeVisible(),
    fact: (label: string, words: string | RegExp) =>
      expect(
        frame
          .locator('.login-facts > div')
          .filter({ has: frame.locator('dt', { hasText: label }) })
          .locator('dd'),
      ).toHaveText(words),
    said: (words: string | RegExp) =>
      expect(frame.getByText(words).filter({ visible: true }).first()).toBeVisible(),
    /** From the page to its networks. */
    async open(options: { readonly isAsked?: boolean } = {}) {
      if (options.isAsked) await openAskingAccount(shop)
      else await shop.openAccount()
      await shop.pressMenu('settings')
      await shop.expectView('WalletSettings')
      await pressInFrame(shop.page, button('Batch transactions'))
      await expect(frame.getByRole('heading', { name: 'Batch transactions' })).toBeVisible()
    },
    async close() {
      await shop.button('Close').click()
      await expect(shop.dialog).toBeHidden()
    },
  }
}

test('a visitor turns it on at the project’s cost, sends two calls as one at the same address, and turns it off at their own', async ({
  page,
  shop,
  account: { address: name },
}) => {
  const address = await logIn(shop, `${name}.delegates`)
  const settings = settingsOf(shop)
  const { button, titled, said, fact } = settings
  expect(await atomicOf(page, address)).toEqual({ status: 'ready' })

  await test.step('it says what acts for the account and who pays; leaving changes nothing', async () => {
    await settings.open()
    await settings.press(settings.alder('Off'))
    await titled('Turn it on for Alder?')
    await fact('Contract', delegatedContracts.account)
    await fact('Network fee', 'Paid by Latchkey Demo')
    await expect(button('Turn on')).toBeEnabled()
    await settings.press(button('Back'))
    await expect(settings.alder('Off')).toBeVisible()
    expect(await code(address)).toBeUndefined()
  })

  await test.step('turned on, as the chain says', async () => {
    await settings.press(settings.alder('Off'))
    await settings.press(button('Turn on'))
    await expect(settings.alder('On')).toBeVisible()
    expect(await code(address)).toBe(ownCode)
    expect(await held(address)).toBe(0n)
    await settings.close()
    expect(await atomicOf(page, address)).toEqual({ status: 'supported' })
    // It is the plain account still, to the page as well.
    expect(await shop.state(({ accounts }) => accounts.eip155)).toMatchObject({
      address,
      smartAccountDeployed: false,
      user: { accountType: 'eoa' },
    })
  })

  await test.step('two calls under one approval, in one operation, by the same address', async () => {
    const [first, second] = [freshAccount().address, freshAccount().address]
    const sent = await askWallet(page, 'wallet_sendCalls', batch(address, [allow(first), allow(second)]))
    await shop.expectView('ApproveTransaction')
    const screen = frameOf(page).locator('.approve')
    await expect(screen).toContainText('Approve 2 transactions as one')
    await expect(screen).toContainText('Paid by Latchkey Demo')
    // It is set up already.
    await expect(screen).not.toContainText('Simple7702Account')
    await approve(shop)
    const { answer, error } = await sent()
    expect(error).toBeUndefined()
    const { id } = answer as { readonly id: string }
    const end = (await endOf(page, id)) as { readonly receipts: readonly unknown[] }
    expect(end).toMatchObject({ status: 200, atomic: true })
    expect(end.receipts).toHaveLength(1)
    expect([await allowance(address, first), await allowance(address, second)]).toEqual([5n, 5n])
    expect(await held(address)).toBe(0n)
  })

  await test.step('turning it off needs money of its own, which it says; nothing else changes', async () => {
    await settings.open()
    await settings.press(settings.alder('On'))
    await titled('Turn it off for Alder?')
    await said(/doesn’t hold that much there/)
    await expect(button('Turn off')).toHaveCount(0)
    await settings.close()
    expect(await code(address)).toBe(ownCode)
  })

  await test.step('with money it is turned off, as the chain says', async () => {
    await fund(address, parseEther('1'))
    await settings.open({ isAsked: true })
    await settings.press(settings.alder('On'))
    await fact('Network fee', /^At most 0\.0+\d{1,4} ETH$/)
    await settings.press(button('Turn off'))
    await expect(settings.alder('Off')).toBeVisible()
    expect(await code(address)).toBeUndefined()
    const left = await held(address)
    expect([left > parseEther('0.9'), left < parseEther('1')]).toEqual([true, true])
    await settings.close()
    expect(await atomicOf(page, address)).toEqual({ status: 'ready' })
  })
})

test('the first calls as one set it up under the same approval, which says so; the visitor’s no changes nothing', async ({
  page,
  shop,
  account: { address: name },
}) => {
  const address = await logIn(shop, `${name}.batches`)
  const [first, second] = [freshAccount().address, freshAccount().address]
  const ask = async () => {
    const sent = await askWallet(page, 'wallet_sendCalls', batch(address, [allow(first), allow(second)]))
    await shop.expectView('ApproveTransaction')
    await expect(frameOf(page).locator('.approve')).toContainText(
      /the contract Simple7702Account will act for your account/,
    )
    return sent
  }
  const refused = await ask()
  await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Reject', exact: true }))
  expect((await refused()).error?.code).toBe(4001)
  expect(await code(address)).toBeUndefined()
  expect(await node().getTransactionCount({ address })).toBe(0)

  const sent = await ask()
  await approve(shop)
  const { id } = (await sent()).answer as { readonly id: string }
  expect(await endOf(page, id)).toMatchObject({ status: 200, atomic: true })
  expect(await code(address)).toBe(ownCode)
  expect([await allowance(address, first), await allowance(address, second)]).toEqual([5n, 5n])
  expect(await held(address)).toBe(0n)
  expect(await atomicOf(page, address)).toEqual({ status: 'supported' })
})

test('T60, T144: no request of a page delegates the account, and no text that it gets signed is an authorization', async ({
  page,
  shop,
  account: { address: name },
}) => {
  const address = await logIn(shop, `${name}.page`)
  const thief = freshAccount().address
  const asked = { chainId: '0x7a69', address: thief, nonce: '0x0', yParity: '0x0', r: '0x1', s: '0x1' }
  const call = { to: thief, value: '0x0' }
  const own = { ...asked, address: delegatedContracts.account }
  const tries: readonly (readonly [string, unknown, number])[] = [
    ['eth_sendTransaction', [{ from: address, ...call, type: '0x4', authorizationList: [asked] }], -32602],
    ['eth_sendTransaction', [{ from: address, ...call, authorizationList: [own] }], -32602],
    ['eth_sendTransaction', [{ from: address, ...call, type: '0x4' }], -32602],
    ['wallet_sendCalls', batch(address, [{ ...call, eip7702Auth: asked }]), -32602],
    ['wallet_sendCalls', batch(address, [{ ...call, authorization: own }]), -32602],
    ['wallet_sendCalls', [{ ...batch(address, [call])[0], authorizationList: [asked] }], -32602],
    [
      'eth_sendUserOperation',
      [{ sender: address, callData: '0x', eip7702Auth: asked }, delegatedContracts.entryPoint],
      4200,
    ],
    ['wallet_signAuthorization', [{ address: thief, chainId: 0 }], 4200],
    ['eth_signAuthorization', [address, asked], 4200],
    ['eth_sign', [address, hashAuthorization({ address: thief, chainId: 0, nonce: 0 })], 4200],
  ]
  for (const [method, params, number] of tries) {
    const { error } = await (await askWallet(page, method, params))()
    expect([method, error?.code]).toEqual([method, number])
  }
  await expect(shop.dialog).toBeHidden()

  await test.step('the bytes of one, signed as a message, count for nothing on the chain', async () => {
    const stranger = createWalletClient({
      account: privateKeyToAccount(devAccounts[1]?.privateKey as Hex),
      transport: http(chain(chainId).rpcUrl),
    })
    const authorization = { address: delegatedContracts.account, chainId, nonce: 0 }
    const signed = await askWallet(page, 'personal_sign', [hashAuthorization(authorization), address])
    await approve(shop, { twice: true })
    const { r, s, yParity } = parseSignature((await signed()).answer as Hex)
    const hash = await stranger.sendTransaction({
      chain: null,
      to: thief,
      gas: 200_000n,
      authorizationList: [{ ...authorization, r, s, yParity }],
    })
    expect((await node().waitForTransactionReceipt({ checkReplacement: false, hash })).type).toBe('eip7702')
    expect(await code(address)).toBeUndefined()
    expect(await node().getTransactionCount({ address })).toBe(0)
  })
})

test('390×844, by the keyboard alone, and with services that are cut off', async ({
  page,
  shop,
  forgiven,
  account: { address: name },
}) => {
  forgiven.push(/Failed to load resource/)
  await page.setViewportSize({ width: 390, height: 844 })
  const address = await logIn(shop, `${name}.phone`)
  const settings = settingsOf(shop)
  const { frame, button, said } = settings
  const enter = async (element: Locator) => {
    await expect(element).toBeEnabled()
    await tabTo(page, element)
    await page.keyboard.press('Enter')
  }
  const cut = () => page.route(/\/v1(?:\?|\/paymaster)/, route => route.abort('connectionreset'))

  await tabTo(page, shop.accountButton)
  await page.keyboard.press('Enter')
  await shop.expectView('Account')
  await enter(shop.button('More'))
  const item = shop.menuItem('settings')
  // Arrows go round: it comes, wherever it stands.
  await expect(async () => {
    await page.keyboard.press('ArrowDown')
    await expect(item).toBeFocused({ timeout: 200 })
  }).toPass()
  await page.keyboard.press('Enter')
  await enter(button('Batch transactions'))
  await expect(settings.alder('Off')).toBeVisible()
  expect(await findBarriers(page, '[data-latchkey]')).toEqual([])
  // Nothing of it is wider than the screen.
  expect(
    await frame.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBe(0)

  await test.step('cut off before it is known who pays: it says so, and offers nothing', async () => {
    await cut()
    await enter(settings.alder('Off'))
    await said('The network fee isn’t known right now. Try again later.')
    await expect(button('Turn on')).toHaveCount(0)
    await page.unrouteAll()
    await enter(button('Back'))
  })

  await test.step('the answer is lost on its way: it is found, and done once', async () => {
    let times = 0
    await page.route(/\/v1\?/, async (route, request) => {
      if (!request.postData()?.includes('"eth_sendUserOperation"')) return route.continue()
      times++
      await route.fetch()
      await route.abort('connectionreset')
    })
    await enter(settings.alder('Off'))
    await enter(button('Turn on'))
    await expect(settings.alder('On')).toBeVisible()
    expect([times, await code(address)]).toEqual([1, ownCode])
    await page.unrouteAll()
  })

  await test.step('it never arrives: not known, and the account is as it was', async () => {
    await fund(address, parseEther('1'))
    await enter(settings.alder('On'))
    await page.route(/\/v1\?/, (route, request) =>
      request.postData()?.includes('"eth_sendRawTransaction"')
        ? route.abort('connectionreset')
        : route.continue(),
    )
    await enter(button('Turn off'))
    await said(/We don’t know yet if it worked/)
    await expect(settings.alder('On')).toBeVisible()
    expect(await code(address)).toBe(ownCode)
    await page.unrouteAll()
  })

  await test.step('and again, with the way back', async () => {
    await enter(settings.alder('On'))
    await enter(button('Turn off'))
    await expect(settings.alder('Off')).toBeVisible()
    expect(await code(address)).toBeUndefined()
    await page.keyboard.press('Escape')
    await expect(button('Batch transactions')).toBeVisible()
    await page.keyboard.press('Escape')
    await shop.expectView('Account')
  })
})
