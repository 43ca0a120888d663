/** The embedded wallet in third-party software, which finds it by its announcement (EIP-6963). */
import { AnnouncedPage } from '../setup/AnnouncedPage.ts'
import { chain } from '../setup/chain.ts'
import {
  approve,
  framed,
  frameOf,
  logInByEmail,
  openAskingAccount,
  pressInFrame,
} from '../setup/embeddedWallet.ts'
import { needSmartAccounts } from '../setup/smartAccount.ts'
import { expect, freshAccount, fund, test } from '../setup/test.ts'

test.use(framed)

/** The wallet's origin, read backwards. */
const rdns = 'localhost.keys'

test('viem and wagmi find the embedded wallet by its announcement, and use it as any other', async ({
  page,
}) => {
  const app = new AnnouncedPage(page)
  const { address: friend } = freshAccount()
  await needSmartAccounts()
  await app.goto('announced')
  expect(await app.run(lab => lab.announced())).toEqual([])
  await logInByEmail(app, `${friend.toLowerCase()}@mail.example`)
  await expect.poll(() => app.run(lab => lab.announced())).toEqual([rdns])
  await expect.poll(() => app.run(lab => lab.wagmi.connectors())).toEqual([rdns])
  expect(await app.run(lab => lab.listed())).not.toContain('Latchkey')
  const { address, chainId } = await app.run(lab => lab.wagmi.connect('localhost.keys'))
  expect(chainId).toBe(31337)
  expect(await app.run(lab => lab.viem.address('localhost.keys'))).toBe(address)
  await fund(address, 10n ** 18n)
  await fund(address, 10n ** 18n, 31338)

  await test.step('viem: signatures that its own checks take', async () => {
    const signed = await app.begin(lab => lab.viem.signMessage('localhost.keys', 'Hello from viem'))
    await approve(app)
    expect(await signed()).toMatchObject({ isGood: true })
    const typed = await app.begin(lab => lab.viem.signTypedData('localhost.keys'))
    await approve(app, { twice: true })
    expect(await typed()).toMatchObject({ isGood: true })
  })

  await test.step('viem: a transaction and its receipt', async () => {
    const sent = await app.begin(lab => lab.viem.send('localhost.keys', `0x${'a1'.repeat(20)}`, '0.01'))
    await approve(app)
    const { hash, status } = await sent()
    expect(status).toBe('success')
    expect(await chain(31337).getTransaction(hash)).toMatchObject({ value: 10n ** 16n })
  })

  await test.step('viem: several calls under one approval (EIP-5792)', async () => {
    expect(await app.run(lab => lab.viem.capabilities('localhost.keys'))).toMatchObject({
      31337: { atomic: { status: 'ready' } },
      31338: { atomic: { status: 'unsupported' } },
    })
    const asOne = await app.begin(lab => lab.viem.atomic('localhost.keys', `0x${'a1'.repeat(20)}`))
    await app.expectView('ApproveTransaction')
    await pressInFrame(page, frameOf(page).getByRole('button', { name: 'Reject', exact: true }))
    expect(await asOne()).toBe('UserRejectedRequestError')
    const sent = await app.begin(lab =>
      lab.viem.sendCalls('localhost.keys', [`0x${'a2'.repeat(20)}`, `0x${'a3'.repeat(20)}`], '0.02'),
    )
    await approve(app)
    const { status, hashes } = await sent()
    expect([status, hashes.length]).toEqual(['success', 2])
    for (const hash of hashes)
      expect(await chain(31337).getTransaction(hash)).toMatchObject({ value: 2n * 10n ** 16n })
  })

  await test.step('wagmi: its own connector signs, changes the network and sends there', async () => {
    const signed = await app.begin(lab => lab.wagmi.signMessage('Hello from wagmi'))
    await approve(app)
    expect(await signed()).toBe(true)
    expect(await app.run(lab => lab.wagmi.switchChain(31338))).toBe(31338)
    const sent = await app.begin(lab => lab.wagmi.sendTransaction(`0x${'a4'.repeat(20)}`, '0.03'))
    await approve(app)
    expect(await chain(31338).getTransaction(await sent())).toMatchObject({ value: 3n * 10n ** 16n })
    await expect.poll(() => page.evaluate('window.latchkey.getState().network.id')).toBe(31338)
  })

  await test.step('logged out, it is no longer announced, and wagmi hears so', async () => {
    await openAskingAccount(app)
    await app.pressMenu('disconnect')
    await expect(app.connectButton).toBeVisible()
    await expect.poll(() => app.run(lab => lab.wagmi.status())).toBe('disconnected')
  })
})
