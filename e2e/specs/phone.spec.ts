import type { PairedSession } from 'latchkey/pairingclient'
import { type Hex, recoverMessageAddress, recoverTypedDataAddress, stringToHex } from 'viem'
import { chain } from '../setup/chain.ts'
import { enterPhone, onPhone } from '../setup/enterPhone.ts'
import { PhonePage } from '../setup/PhonePage.ts'
import { ask, type Dapp, type DappOptions, startDapp } from '../setup/startDapp.ts'
import { test as base, expect, fund } from '../setup/test.ts'

interface Fixtures {
  readonly dappOptions: DappOptions
  readonly dapp: Dapp
  readonly phone: PhonePage
  /** A session between the two. */
  readonly session: PairedSession
}

const test = base.extend<Fixtures>({
  dappOptions: [{}, { option: true }],
  dapp: async ({ dappOptions }, use) => {
    const dapp = await startDapp(dappOptions)
    await use(dapp)
    expect(dapp.alerts).toEqual([])
    dapp.stop()
  },
  phone: async ({ page }, use) => {
    await page.setViewportSize(onPhone.viewport)
    await use(new PhonePage(page))
  },
  session: async ({ dapp, phone }, use) => {
    await use(await pair(dapp, phone))
  },
})

/** On a phone that tests before have used. */
const together = test.extend({
  phone: async ({ browser, kept }, use) => use(await enterPhone(kept, browser)),
  page: async ({ phone }, use) => use(phone.page),
})

async function pair(dapp: Dapp, phone: PhonePage): Promise<PairedSession> {
  await phone.open()
  const attempt = await dapp.connect()
  await phone.pair(attempt.uri)
  await phone.answer('Connect to this site?', 'Connect')
  return (await attempt.approval).session
}

together(
  'a link is pasted, the site is shown and not called verified, and both sides are connected',
  async ({ dapp, phone, page }) => {
    await phone.open()
    const attempt = await dapp.connect()
    await phone.pair(attempt.uri)
    await expect(phone.sheet).toContainText('Corner Shop')
    await expect(phone.sheet).toContainText('https://corner.example')
    await expect(phone.sheet).toContainText('Not verified')
    await expect(phone.sheet).toContainText('Alder, Birch')
    await expect(phone.sheet).toContainText('personal_sign')
    await expect(phone.sheet).toContainText(/The site waits another [34]:\d\d/)
    await phone.answer('Connect to this site?', 'Connect')
    const { session } = await attempt.approval
    const address = await phone.address()
    expect(session.namespaces.eip155?.accounts).toEqual([
      `eip155:31337:${address}`,
      `eip155:31338:${address}`,
    ])
    expect(session.peer.name).toBe('Pocket')
    await expect(phone.connection('Corner Shop')).toContainText('https://corner.example · not verified')
    await expect(page.getByText('For testing only: never real funds.')).toBeVisible()
  },
)

together('a site that is rejected hears so', async ({ dapp, phone }) => {
  await phone.open()
  const attempt = await dapp.connect()
  await phone.pair(attempt.uri)
  await phone.answer('Connect to this site?', 'Reject')
  await expect(attempt.approval).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
  await expect(phone.sheet).toHaveCount(0)
  expect(dapp.pairing.sessions).toEqual([])
})

together(
  'F11 a site that asks for no network of the phone can only be rejected, and the phone says why',
  async ({ dapp, phone }) => {
    await phone.open()
    const namespaces = { eip155: { chains: ['eip155:1'] as const, methods: ['personal_sign'], events: [] } }
    const attempt = await dapp.pairing.connect({ namespaces, signal: new AbortController().signal })
    attempt.approval.catch(() => undefined)
    await phone.pair(attempt.uri)
    await expect(phone.sheet).toContainText('This site asks for no network this wallet supports.')
    await expect(phone.sheet.getByRole('button', { name: 'Connect', exact: true })).toBeDisabled()
    await phone.answer('Connect to this site?', 'Reject')
    await expect(attempt.approval).rejects.toMatchObject({ code: 'CONNECTION_REJECTED' })
  },
)

test('F06 without its relay the phone says so, and goes on by itself when it is there again', async ({
  dapp,
  phone,
  page,
}) => {
  let isDown = true
  await page.routeWebSocket(/\/relay/, socket => {
    if (isDown) void socket.close()
    else socket.connectToServer()
  })
  await phone.open()
  const attempt = await dapp.connect()
  await phone.pair(attempt.uri)
  await expect(page.getByText('No connection to the relay')).toBeVisible()
  isDown = false
  await expect(phone.sheet).toContainText('Corner Shop')
  await phone.answer('Connect to this site?', 'Connect')
  await attempt.approval
})

together(
  'one approval connects and signs in, with the message word for word on the screen',
  async ({ dapp, phone }) => {
    await phone.open()
    const signIn = {
      domain: 'corner.example',
      uri: 'https://corner.example/login',
      nonce: 'abcdef0123456789',
      chains: ['eip155:31337'] as const,
      statement: 'Welcome to the corner.',
      issuedAt: new Date().toISOString(),
    }
    const attempt = await dapp.connect({ chainIds: [31337], signIn })
    await phone.pair(attempt.uri)
    await expect(phone.sheet).toContainText('corner.example wants you to sign in with your Ethereum account:')
    await expect(phone.sheet).toContainText('Nonce: abcdef0123456789')
    const shown = await phone.sheet.locator('pre').innerText()
    await phone.answer('Connect and sign in?', 'Sign and connect')
    const { session, proofs = [] } = await attempt.approval
    const [proof] = proofs
    const address = await phone.address()
    expect(proof?.message).toBe(shown)
    expect(await recoverMessageAddress({ message: shown, signature: proof?.signature as Hex })).toBe(address)
    expect(session.namespaces.eip155?.accounts).toEqual([`eip155:31337:${address}`])
  },
)

together('T94 a sign-in to another name than the site’s own is called out', async ({ dapp, phone }) => {
  await phone.open()
  const attempt = await dapp.connect({
    chainIds: [31337],
    signIn: {
      domain: 'bank.example',
      uri: 'https://bank.example',
      nonce: 'abcdef0123456789',
      chains: ['eip155:31337'],
      issuedAt: new Date().toISOString(),
    },
  })
  await phone.pair(attempt.uri)
  await expect(phone.sheet).toContainText(
    'Does not match: it says it is at https://corner.example, and wants you to sign in to bank.example.',
  )
})

test.describe('T94 a site for which the services vouch', () => {
  test.use({
    dappOptions: { metadata: { url: 'http://localhost:5999/shop' }, origin: 'http://localhost:5999' },
  })

  together('is called verified, and stays so', async ({ dapp, phone }) => {
    await phone.open()
    const attempt = await dapp.connect()
    await phone.pair(attempt.uri)
    await expect(phone.sheet).toContainText('Verified: http://localhost:5999.')
    await phone.answer('Connect to this site?', 'Connect')
    const { session } = await attempt.approval
    await expect(phone.connection('Corner Shop')).toContainText('http://localhost:5999 · verified')
    ask(dapp, session, 'personal_sign', [stringToHex('Hi'), await phone.address()])
    await expect(phone.sheet).toContainText('Verified: http://localhost:5999.')
    await phone.answer('Sign this message?', 'Reject')
  })
})

test.describe('T94 a site that says it is another one', () => {
  test.use({ dappOptions: { origin: 'http://localhost:5999' } })

  together('is called out, and connected only all the same', async ({ dapp, phone }) => {
    await phone.open()
    const attempt = await dapp.connect()
    await phone.pair(attempt.uri)
    await expect(phone.sheet).toContainText(
      'Does not match: it says it is at https://corner.example, but its request came from http://localhost:5999.',
    )
    await phone.answer('Connect to this site?', 'Connect anyway')
    await attempt.approval
    await expect(phone.connection('Corner Shop')).toContainText('requested from http://localhost:5999')
  })
})

/** One phone and one site for all of these: what they ask goes when it is answered, and to pair takes longer than all of it. */
const paired = test.extend<{ readonly both: Omit<Fixtures, 'dappOptions'> }>({
  both: async ({ browser, kept }, use) => {
    const both = await kept.get('paired', async () => {
      const context = await browser.newContext(onPhone)
      const phone = new PhonePage(await context.newPage())
      const dapp = await startDapp()
      const end = async () => {
        dapp.stop()
        await context.close()
      }
      return { value: { phone, dapp, session: await pair(dapp, phone) }, end }
    })
    await use(both)
  },
  page: async ({ both }, use) => use(both.phone.page),
  phone: async ({ both }, use) => use(both.phone),
  session: async ({ both }, use) => use(both.session),
  dapp: async ({ both: { dapp } }, use) => {
    await use(dapp)
    expect(dapp.alerts).toEqual([])
  },
})

paired.describe('requests of a connected site', () => {
  // One after another, in one worker.
  paired.describe.configure({ mode: 'default' })

  paired('a message is readable, and signed by the account', async ({ dapp, phone, session }) => {
    const address = await phone.address()
    const answer = ask(dapp, session, 'personal_sign', [stringToHex('Hello\nthere'), address])
    await expect(phone.sheet.locator('pre')).toHaveText('Hello\nthere')
    await expect(phone.sheet).toContainText(/The site waits another [45]:\d\d/)
    await phone.answer('Sign this message?', 'Sign')
    const signature = (await answer) as Hex
    expect(await recoverMessageAddress({ message: 'Hello\nthere', signature })).toBe(address)
  })

  paired('bytes that are no text are shown as bytes', async ({ dapp, phone, session }) => {
    const answer = ask(dapp, session, 'personal_sign', ['0xdeadbeef', await phone.address()])
    await expect(phone.sheet).toContainText('These bytes aren’t text')
    await expect(phone.sheet.locator('pre')).toHaveText('0xdeadbeef')
    await phone.answer('Sign this message?', 'Reject')
    await expect(answer).rejects.toMatchObject({ code: 5000 })
  })

  paired('typed data is read field by field', async ({ dapp, phone, session }) => {
    const address = await phone.address()
    const data = {
      types: {
        Order: [
          { name: 'corners', type: 'uint256' },
          { name: 'for', type: 'string' },
        ],
      },
      primaryType: 'Order' as const,
      domain: { name: 'Corner Shop', chainId: 31337 },
      message: { corners: '4', for: 'Ada' },
    }
    const domainType = [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ]
    const sent = JSON.stringify({ ...data, types: { EIP712Domain: domainType, ...data.types } })
    const answer = ask(dapp, session, 'eth_signTypedData_v4', [address, sent])
    for (const text of ['Order', 'corners', '4', 'for', 'Ada', 'chainId']) {
      await expect(phone.sheet).toContainText(text)
    }
    await phone.answer('Sign this data?', 'Sign')
    const message = { corners: 4n, for: 'Ada' }
    const signature = (await answer) as Hex
    expect(await recoverTypedDataAddress({ ...data, message, signature })).toBe(address)
  })

  paired(
    'money is really sent on the chain that was asked for',
    async ({ dapp, phone, session, account }) => {
      const from = await phone.address()
      await fund(from, 10n ** 18n, 31338)
      const sending = { from, to: account.address, value: '0x3782dace9d90000' }
      const answer = ask(dapp, session, 'eth_sendTransaction', [sending], 31338)
      await expect(phone.sheet).toContainText(account.address)
      await expect(phone.sheet).toContainText('Birch')
      await phone.answer('Send this transaction?', 'Send 0.25 ETH')
      expect(await chain(31338).getTransaction((await answer) as Hex)).toMatchObject({
        from: from.toLowerCase(),
        to: account.address.toLowerCase(),
        value: 250_000_000_000_000_000n,
      })
      await expect(phone.notice('Sent. Transaction 0x')).toBeVisible()
    },
  )

  paired('what the chain refuses is told on both sides', async ({ dapp, phone, session, account }) => {
    const sending = { from: await phone.address(), to: account.address, value: '0x3782dace9d90000' }
    const answer = ask(dapp, session, 'eth_sendTransaction', [sending])
    await phone.answer('Send this transaction?', 'Send 0.25 ETH')
    await expect(answer).rejects.toThrow(/insufficient/i)
    await expect(phone.notice(/That didn’t work: .*insufficient/i)).toBeVisible()
  })

  paired(
    'several wait in a row, and one that is put off is not lost',
    async ({ dapp, phone, session, page }) => {
      const address = await phone.address()
      const first = ask(dapp, session, 'personal_sign', ['one', address])
      await expect(phone.sheet.locator('pre')).toHaveText('one')
      const second = ask(dapp, session, 'personal_sign', ['two', address])
      await expect(phone.sheet).toContainText('1 more request waiting.')
      await page.keyboard.press('Escape')
      await expect(phone.sheet.locator('pre')).toHaveText('two')
      await phone.answer('Sign this message?', 'Reject')
      await expect(second).rejects.toMatchObject({ code: 5000 })
      await page.getByRole('button', { name: '1 request waiting' }).click()
      await phone.answer('Sign this message?', 'Sign')
      expect(await recoverMessageAddress({ message: 'one', signature: (await first) as Hex })).toBe(address)
    },
  )

  paired('a switch of the network is asked and told', async ({ dapp, phone, session, page }) => {
    const answer = ask(dapp, session, 'wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
    await phone.answer('Switch network?', 'Switch to Birch')
    expect(await answer).toBeNull()
    await expect(page.getByLabel('Network', { exact: true })).toHaveValue('31338')
    await expect.poll(() => dapp.events).toContain('chainChanged 31338')
  })
})

test('account and network are switched on the phone, and the site hears of both', async ({
  dapp,
  phone,
  session,
  page,
}) => {
  await page.getByLabel('Network', { exact: true }).selectOption('Birch')
  await expect.poll(() => dapp.events).toContain('chainChanged 31338')
  await page.getByLabel('Account', { exact: true }).selectOption({ index: 1 })
  const address = await phone.address()
  await expect
    .poll(
      () => dapp.pairing.sessions.find(({ topic }) => topic === session.topic)?.namespaces.eip155?.accounts,
    )
    .toEqual([`eip155:31337:${address}`, `eip155:31338:${address}`])
  await expect.poll(() => dapp.events.some(event => event.startsWith('accountsChanged'))).toBe(true)
})

together('either side ends it, and the other one notices', async ({ dapp, phone, session }) => {
  await dapp.pairing.disconnect(session.topic)
  await expect(phone.notice('Corner Shop disconnected.')).toBeVisible()
  await expect(phone.connection('Corner Shop')).toHaveCount(0)
  const again = await dapp.connect()
  await phone.pair(again.uri)
  await phone.answer('Connect to this site?', 'Connect')
  await again.approval
  await phone.disconnect('Corner Shop')
  await expect.poll(() => dapp.ended).toContain('wallet')
  await expect(phone.connection('Corner Shop')).toHaveCount(0)
})

together('a reload keeps words, account and sessions', async ({ dapp, phone, session, page }) => {
  const address = await phone.address()
  await page.reload()
  await expect(phone.connection('Corner Shop')).toBeVisible()
  expect(await phone.address()).toBe(address)
  const answer = ask(dapp, session, 'personal_sign', ['still here', address])
  await phone.answer('Sign this message?', 'Sign')
  expect(await recoverMessageAddress({ message: 'still here', signature: (await answer) as Hex })).toBe(
    address,
  )
})

together(
  'T92 a deep link opens the phone with the question, and leaves no trace in the address',
  async ({ dapp, phone, page }) => {
    const attempt = await dapp.connect()
    await phone.open(`/wc?uri=${encodeURIComponent(attempt.uri)}`)
    await expect.poll(() => new URL(page.url()).search).toBe('')
    await phone.answer('Connect to this site?', 'Connect')
    await attempt.approval
  },
)

test('T92 links that are none, used up or too old are refused in words', async ({ dapp, phone, page }) => {
  await phone.open()
  await phone.pair('https://corner.example')
  await expect(page.getByRole('alert').filter({ hasText: 'This isn’t a pairing link.' })).toBeVisible()
  const field = page.getByLabel('Pairing link')
  await expect(field).toHaveAccessibleDescription(/^This isn’t a pairing link\./)
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  const { uri } = await dapp.connect()
  await phone.pair(uri.replace(/expiryTimestamp=\d+/, 'expiryTimestamp=1700000000'))
  await expect(
    page.getByRole('alert').filter({ hasText: 'The pairing URI has expired. Get a new link from the site.' }),
  ).toBeVisible()
})

test('F08 an unanswered request expires by itself', async ({ dapp, phone, page }) => {
  await page.clock.install()
  await phone.open()
  const attempt = await dapp.connect()
  await phone.pair(attempt.uri)
  await expect(phone.sheet).toContainText('Corner Shop')
  await page.clock.fastForward('05:30')
  await expect(phone.sheet).toHaveCount(0)
  await expect(phone.notice('Corner Shop stopped waiting for an answer.')).toBeVisible()
})

test('the words are shown on request, and can be replaced', async ({ phone, page }) => {
  await phone.open()
  const before = await phone.address()
  await page.getByRole('button', { name: 'Show words' }).click()
  await expect(page.getByTestId('words').getByRole('listitem')).toHaveCount(12)
  await page.getByRole('button', { name: 'Use the local stack’s accounts' }).click()
  await expect.poll(() => phone.address()).toBe('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266')
  expect(before).not.toBe(await phone.address())
})

test('test money comes from the faucet', async ({ phone, page }) => {
  await phone.open()
  await expect(page.locator('.balance')).toHaveText('0 ETH')
  await page.getByRole('button', { name: 'Get test money' }).click()
  await expect(page.locator('.balance')).toHaveText('10 ETH')
})

test.describe('a hostile site', () => {
  test.use({
    dappOptions: {
      metadata: {
        name: `<b>Bank</b>\u202e${'x'.repeat(5_000)}`,
        description: 'x'.repeat(200),
        url: 'https://evil.example/https://bank.example',
        icons: ['javascript:alert(1)', 'http://evil.example/icon.png', 'https://evil.example/icon.png'],
      },
    },
  })

  test('T93 is shown as text, cut, with its origin alone, and its picture hears nothing of the phone', async ({
    dapp,
    phone,
    page,
    forgiven,
  }) => {
    // The picture that is refused.
    forgiven.push(/ERR_FAILED/)
    const asked: string[] = []
    await page.route('https://evil.example/**', async route => {
      asked.push(`${route.request().headers().referer ?? 'no referrer'} ${route.request().url()}`)
      await route.abort()
    })
    await phone.open()
    const attempt = await dapp.connect()
    await phone.pair(attempt.uri)
    await expect(phone.sheet.locator('.peer-name')).toHaveText(/^<b>Bank<\/b> ?x+…$/)
    await expect(phone.sheet.locator('.peer-origin')).toHaveText('https://evil.example')
    await expect(phone.sheet.locator('.peer-letter')).toBeVisible()
    await expect.poll(() => asked).toEqual(['no referrer https://evil.example/icon.png'])
    const box = await phone.sheet.boundingBox()
    expect(box?.width).toBe(390)
  })
})

test('a second tab leaves the phone to the first, and takes it over when asked', async ({
  dapp,
  phone,
  page,
}) => {
  await phone.open()
  const attempt = await dapp.connect()
  const other = new PhonePage(await page.context().newPage())
  await other.page.goto(`${new URL(page.url()).origin}/wc?uri=${encodeURIComponent(attempt.uri)}`)
  await expect(other.page.getByText('The phone is open in another tab.')).toBeVisible()
  await phone.answer('Connect to this site?', 'Connect')
  const { session } = await attempt.approval
  await other.page.getByRole('button', { name: 'Use this tab instead' }).click()
  await expect(other.connection('Corner Shop')).toBeVisible()
  await expect(page.getByText('The phone is open in another tab.')).toBeVisible()
  const answer = ask(dapp, session, 'personal_sign', ['over here', await other.address()])
  await other.answer('Sign this message?', 'Sign')
  expect(await answer).toMatch(/^0x/)
  await other.page.close()
  await expect(phone.connection('Corner Shop')).toBeVisible()
})

together('two sites at once are kept apart', async ({ dapp, phone, session: _ }) => {
  const second = await startDapp({ metadata: { name: 'Round Shop', url: 'https://round.example' } })
  const attempt = await second.connect()
  await phone.pair(attempt.uri)
  await phone.answer('Connect to this site?', 'Connect')
  const { session } = await attempt.approval
  await expect(phone.connection('Corner Shop')).toBeVisible()
  const answer = ask(second, session, 'personal_sign', ['hello', await phone.address()])
  await expect(phone.sheet).toContainText('Round Shop')
  await phone.answer('Sign this message?', 'Sign')
  expect(await answer).toMatch(/^0x/)
  await phone.disconnect('Round Shop')
  await expect.poll(() => second.ended).toEqual(['wallet'])
  expect(dapp.ended).toEqual([])
  second.stop()
})
