/** MetaMask's page for tests of wallets, as it is published, with the embedded wallet. */
import { devContracts } from '@latchkey/devstack'
import type { Page } from '@playwright/test'
import { type Address, erc20Abi, getAddress, type Hex, parseEther, verifyMessage } from 'viem'
import { AnnouncedPage } from '../setup/AnnouncedPage.ts'
import { approve, framed, frameOf, logInByEmail, pressInFrame } from '../setup/embeddedWallet.ts'
import { publicClient } from '../setup/publicClient.ts'
import { needSmartAccounts } from '../setup/smartAccount.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'

test.use(framed)

/** What the page reaches for elsewhere is not there, and is not asked for. */
async function keepHere(page: Page): Promise<void> {
  const isElsewhere = ({ hostname }: URL) => hostname !== 'localhost' && !hostname.endsWith('.localhost')
  await page.route(isElsewhere, route => route.fulfill({ json: {} }))
  await page.routeWebSocket(isElsewhere, () => undefined)
}

async function payDollars(faucet: string, address: Address): Promise<void> {
  const body = JSON.stringify({ chainId: 31337, address, tokens: ['USDC'] })
  const answer = await fetch(faucet, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error(`The faucet did not pay: ${await answer.text()}`)
}

function read(functionName: 'balanceOf', args: readonly [Address]): Promise<bigint>
function read(functionName: 'allowance', args: readonly [Address, Address]): Promise<bigint>
function read(functionName: string, args: readonly Address[]): Promise<bigint> {
  const call = { address: devContracts.usdc, abi: erc20Abi, functionName, args }
  return publicClient(31337).readContract(call as never) as Promise<bigint>
}

test('MetaMask’s test dapp connects, signs, sends, moves tokens, and hears what the wallet does not do', async ({
  page,
  stack,
  faults,
}) => {
  const app = new AnnouncedPage(page)
  const node = publicClient(31337)
  const by = (id: string) => page.locator(`#${id}`)
  await keepHere(page)
  await needSmartAccounts()
  await app.goto('testdapp', { contract: devContracts.usdc, decimals: '6' })
  await logInByEmail(app, `${freshAccount().address.toLowerCase()}@mail.example`)

  await page.getByRole('button', { name: 'Use Latchkey' }).click()
  await expect(by('activeProviderName')).toHaveText('Latchkey')
  await expect(by('accounts')).toHaveText(/^0x[\da-f]{40}$/i)
  const account = (await by('accounts').innerText()) as Address
  await expect(by('chainId')).toHaveText('0x7a69')
  await fund(account, 10n ** 18n)
  await payDollars(stack.faucet, account)
  const before = await read('balanceOf', [account])

  await test.step('personal_sign, which its own check takes', async () => {
    await by('personalSign').click()
    await approve(app)
    await expect(by('personalSignResult')).toHaveText(/^0x/)
    const signature = (await by('personalSignResult').innerText()) as Hex
    const message = 'Example `personal_sign` message'
    expect(await verifyMessage({ address: account, message, signature })).toBe(true)
  })

  await test.step('eth_signTypedData_v4, which its own check takes', async () => {
    await by('signTypedDataV4').click()
    await approve(app, { twice: true })
    await expect(by('signTypedDataV4Result')).toHaveText(/^0x/)
    await by('signTypedDataV4Verify').click()
    await expect(by('signTypedDataV4VerifyResult')).toHaveText(account.toLowerCase())
  })

  await test.step('a sign-in at another site is refused, whatever the visitor does (T37)', async () => {
    await by('siweBadDomain').click()
    await app.expectView('ApproveTransaction')
    await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Close', exact: true }))
    await expect(by('siweResult')).toHaveText('Error: The message would sign in at another site.')
    await expect(app.dialog).toBeHidden()
  })

  await test.step('a transaction as it writes them', async () => {
    await by('sendButton').click()
    await approve(app)
    await expect.poll(() => node.getTransactionCount({ address: account })).toBe(1)
  })

  await test.step('tokens: a transfer and an allowance, by ethers', async () => {
    await by('tokenDecimals').fill('6')
    await by('transferTokens').click()
    await approve(app)
    await expect.poll(() => read('balanceOf', [account])).toBe(before - 1_500_000n)
    const spender = (await by('approveTo').inputValue()) as Address
    await by('approveTokens').click()
    await approve(app)
    await expect.poll(() => read('allowance', [account, spender])).toBe(7_000_000n)
  })

  await test.step('several calls as one would delegate the account, and the visitor says no (EIP-5792, EIP-7702)', async () => {
    await by('eip5792GetCapabilitiesButton').click()
    await expect(by('eip5792GetCapabilitiesResult')).toContainText('"status": "ready"')
    await by('eip5792SendCallsButton').click()
    await app.expectView('ApproveTransaction')
    await expect(frameOf(page).locator('.approve')).toContainText('Simple7702Account')
    await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Reject', exact: true }))
    await expect(by('eip5792SendCallsError')).toHaveText('Error: User rejected the request.')
    expect(await node.getCode({ address: account })).toBeUndefined()
  })

  // The page logs what it was refused.
  expect(faults.splice(0)).toEqual([
    expect.stringContaining('The message would sign in at another site.'),
    expect.stringContaining('User rejected the request'),
  ])
})

test('the test dapp with a smart account: what it recovers a key from names another account, and its calls are one', async ({
  page,
  faults,
}) => {
  const app = new AnnouncedPage(page)
  const node = publicClient(31337)
  const by = (id: string) => page.locator(`#${id}`)
  const message = 'Example `personal_sign` message'
  await keepHere(page)
  await needSmartAccounts()
  await app.goto('testdapp', { contract: devContracts.usdc, decimals: '6', smart: 'on' })
  await logInByEmail(app, `${freshAccount().address.toLowerCase()}@mail.example`)
  await page.getByRole('button', { name: 'Use Latchkey' }).click()
  await expect(by('accounts')).toHaveText(/^0x[\da-f]{40}$/i)
  const address = getAddress(await by('accounts').innerText())
  expect(await page.evaluate('window.latchkey.getState().accounts.eip155.address')).toBe(address)
  expect(await page.evaluate('window.latchkey.getState().accounts.eip155.user.accountType')).toBe(
    'smartAccount',
  )

  async function sign(): Promise<Hex> {
    await by('personalSign').click()
    await approve(app)
    await expect(by('personalSignVerify')).toBeEnabled()
    return (await by('personalSignResult').innerText()) as Hex
  }

  await test.step('before the account is deployed: signatures of 960 bytes, which its own checks refuse', async () => {
    const signature = await sign()
    expect(signature).toHaveLength(2 + 2 * 960)
    expect(await node.verifyMessage({ address, message, signature })).toBe(true)
    await by('personalSignVerify').click()
    await expect(by('personalSignVerifySigUtilResult')).toHaveText(/^Error: /)
    await by('signTypedDataV4').click()
    await approve(app, { twice: true })
    await expect(by('signTypedDataV4Result')).toHaveText(/^0x[\da-f]{1920}$/)
    await by('signTypedDataV4Verify').click()
    await expect(by('signTypedDataV4VerifyResult')).toHaveText(/^Error: /)
    // The page logs what its own checks throw.
    expect(faults.splice(0)).toHaveLength(2)
  })

  await test.step('a transaction of EIP-1559 is the operation that deploys it, and the project pays', async () => {
    await by('sendEIP1559Button').click()
    await approve(app)
    await expect.poll(async () => (await node.getCode({ address }))?.length ?? 0).toBeGreaterThan(100)
    expect(await node.getBalance({ address })).toBe(0n)
  })

  await test.step('after it: signatures of 65 bytes, which do not name the account', async () => {
    const signature = await sign()
    expect(signature).toHaveLength(2 + 2 * 65)
    expect(await node.verifyMessage({ address, message, signature })).toBe(true)
    const verdict = page.waitForEvent('console', said => said.text().includes('verif'))
    await by('personalSignVerify').click()
    expect((await verdict).text()).toMatch(/^SigUtil Failed to verify signer/)
    // Then it asks the wallet, which recovers no keys.
    await expect(by('personalSignVerifyECRecoverResult')).toHaveText(
      'Error: Requested RPC call is not allowed',
    )
    expect(faults.splice(0)).toHaveLength(1)
  })

  await test.step('calls as one: what the account can, one approval, one receipt (EIP-5792)', async () => {
    await fund(address, parseEther('1'))
    await by('eip5792GetCapabilitiesButton').click()
    await expect(by('eip5792GetCapabilitiesResult')).toContainText('0x7a69')
    expect(JSON.parse(await by('eip5792GetCapabilitiesResult').innerText())).toEqual({
      '0x7a69': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
    })
    await by('eip5792SendCallsButton').click()
    await app.expectView('ApproveTransaction')
    await expect(frameOf(page).locator('.approve')).toContainText('Paid by Latchkey Demo')
    await approve(app, { twice: true })
    await expect(by('eip5792RequestIdInput')).toHaveValue(/./)
    const status = async () => {
      await by('eip5792GetCallsStatusButton').click()
      return by('eip5792GetCallsStatusResult').innerText()
    }
    await expect.poll(status).toContain('"status": 200')
    expect(JSON.parse(await status())).toMatchObject({ atomic: true, receipts: [{ status: '0x1' }] })
    // One gwei and a half, by its own numbers; the fee is the project's.
    expect(await node.getBalance({ address })).toBe(parseEther('1') - 1_500_000_000n)
  })
})
