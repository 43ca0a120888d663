/** The phone wallet in every namespace: one approval over the relay, and a text that is shown and signed in each. */
import { signatureVerify } from '@polkadot/util-crypto'
import { onPhone } from '../setup/enterPhone.ts'
import { NamespacesPage } from '../setup/NamespacesPage.ts'
import { PhonePage } from '../setup/PhonePage.ts'
import { expect, test } from '../setup/test.ts'

const cases = [
  ['bip122', 'signMessage', (account: string) => ({ account, address: account, protocol: 'bip322' })],
  ['stacks', 'stx_signMessage', (address: string) => ({ address })],
  ['polkadot', 'polkadot_signMessage', (address: string) => ({ address })],
  ['sui', 'sui_signPersonalMessage', (address: string) => ({ address })],
  // There is no method for texts: a text is a document that does nothing (ADR-36).
  [
    'cosmos',
    'cosmos_signAmino',
    (address: string) => ({ signerAddress: address, signDoc: documentOf(address) }),
  ],
] as const

const text = 'Hello\nfrom the shop'

const documentOf = (signer: string) => ({
  chain_id: '',
  account_number: '0',
  sequence: '0',
  fee: { gas: '0', amount: [] },
  memo: '',
  msgs: [{ type: 'sign/MsgSignData', value: { signer, data: btoa(text) } }],
})

test('a phone approves seven namespaces at once, signs texts in five, and leaves them all', async ({
  browser,
  page,
  stack,
  forgiven,
}) => {
  // The chains do not run here: their balances are not known.
  forgiven.push(/Failed to load resource: net::ERR_(UNSAFE_PORT|CONNECTION_REFUSED)/)
  const context = await browser.newContext(onPhone)
  const phone = new PhonePage(await context.newPage())
  await phone.open()
  const site = new NamespacesPage(page, stack.shop)
  await site.goto({ relay: 'on', wallets: 'none' })
  await site.openCode()
  await phone.pair(await site.pairingUri())
  for (const name of ['Alder', 'Dogwood', 'Elm', 'Fir', 'Ginkgo', 'Hazel', 'Ironwood'])
    await expect(phone.sheet).toContainText(name)
  await phone.answer('Connect to this site?', 'Connect')
  const addresses = () =>
    page.evaluate(() => {
      const accounts = Object.entries(window.latchkey?.getState().accounts ?? {})
      return Object.fromEntries(
        accounts.flatMap(([namespace, each]) => (each?.address ? [[namespace, each.address]] : [])),
      )
    })
  await expect
    .poll(async () => Object.keys(await addresses()).sort())
    .toEqual(['bip122', 'cosmos', 'eip155', 'polkadot', 'solana', 'stacks', 'sui'])
  const shared = await addresses()

  for (const [namespace, method, paramsOf] of cases) {
    const address = shared[namespace] ?? ''
    const params = { ...paramsOf(address), message: text }
    const signing = page.evaluate(
      ([of, call]) => {
        const provider = window.latchkey?.getProvider(of as never) as {
          request(given: unknown): Promise<{ signature: unknown }>
        }
        return provider.request(call)
      },
      [namespace, { method, params }] as const,
    )
    signing.catch(() => undefined)
    await expect(phone.sheet.locator('pre')).toHaveText(text)
    await expect(phone.sheet).toContainText(address)
    await phone.answer('Sign this message?', 'Sign')
    const { signature } = await signing
    expect(JSON.stringify(signature).length).toBeGreaterThan(60)
    if (namespace === 'polkadot')
      expect(signatureVerify(`<Bytes>${text}</Bytes>`, String(signature), address).isValid).toBe(true)
  }

  // A reload asks the phone nothing.
  await page.reload()
  await expect.poll(addresses).toEqual(shared)
  await expect(phone.sheet).toBeHidden()
  await phone.disconnect('Fernweh Press')
  await expect.poll(addresses).toEqual({})
  await context.close()
})
