/** The phone wallet on solana: what a site asks over the relay is shown, signed by a real key, and sent on the local cluster. */
import {
  address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase58Decoder,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  getPublicKeyFromAddress,
  type Instruction,
  lamports,
  pipe,
  type Signature,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signatureBytes,
  verifySignature,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import type { PairedSession } from 'latchkey/pairingclient'
import { onPhone } from '../setup/enterPhone.ts'
import { PhonePage } from '../setup/PhonePage.ts'
import { bothNamespaces } from '../setup/solanaTest.ts'
import { readStack } from '../setup/stack.ts'
import { ask, type ConnectOptions, type Dapp, startDapp } from '../setup/startDapp.ts'
import { test as base, expect } from '../setup/test.ts'

const test = base.extend<{ readonly dapp: Dapp; readonly phone: PhonePage }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the names of what a fixture needs
  dapp: async ({}, use) => {
    const dapp = await startDapp()
    await use(dapp)
    expect(dapp.alerts).toEqual([])
    dapp.stop()
  },
  phone: async ({ page }, use) => {
    await page.setViewportSize(onPhone.viewport)
    await use(new PhonePage(page))
  },
})

const cluster = () => readStack().solana.network
const rpc = () => createSolanaRpc(cluster().rpcUrls.default.http[0] ?? '')

async function pair(dapp: Dapp, phone: PhonePage, options: ConnectOptions): Promise<PairedSession> {
  await phone.open()
  const attempt = await dapp.connect(options)
  await phone.pair(attempt.uri)
  await expect(phone.sheet).toContainText('Dogwood')
  await phone.answer('Connect to this site?', 'Connect')
  return (await attempt.approval).session
}

async function solanaAddress(phone: PhonePage): Promise<string> {
  return (await phone.page.getByTestId('solana-address').innerText()).replace(/\s/g, '')
}

function memoOf(text: string): Instruction {
  const programAddress = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
  return { programAddress, data: new TextEncoder().encode(text) }
}

/** A transaction as a site hands it over, with an empty place for the signature. */
async function transactionOf(payer: string, instructions: readonly Instruction[]): Promise<string> {
  const { value: lifetime } = await rpc().getLatestBlockhash().send()
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    each => setTransactionMessageFeePayer(address(payer), each),
    each => setTransactionMessageLifetimeUsingBlockhash(lifetime, each),
    each => appendTransactionMessageInstructions(instructions, each),
  )
  return getBase64EncodedWireTransaction(compileTransaction(message))
}

test('one approval connects both ecosystems, each with its own account', async ({ dapp, phone }) => {
  const session = await pair(dapp, phone, { solana: true })
  const { caipNetworkId } = cluster()
  expect(session.namespaces.solana?.accounts).toEqual([`${caipNetworkId}:${await solanaAddress(phone)}`])
  expect(session.namespaces.eip155?.accounts).toContain(`eip155:31337:${await phone.address()}`)
  await phone.disconnect('Corner Shop')
  await expect.poll(() => dapp.ended).toEqual(['wallet'])
})

test('a site of solana alone connects, and a message is readable and signed', async ({ dapp, phone }) => {
  const session = await pair(dapp, phone, { chainIds: [], solana: true })
  expect(Object.keys(session.namespaces)).toEqual(['solana'])
  const account = await solanaAddress(phone)
  const text = new TextEncoder().encode('Hello\nthere')
  const params = { message: getBase58Decoder().decode(text), pubkey: account }
  const answer = ask(dapp, session, 'solana_signMessage', params, cluster().caipNetworkId)
  await expect(phone.sheet.locator('pre')).toHaveText('Hello\nthere')
  await expect(phone.sheet).toContainText(account)
  await phone.answer('Sign this message?', 'Sign')
  const { signature } = (await answer) as { readonly signature: string }
  const bytes = signatureBytes(Uint8Array.from(getBase58Encoder().encode(signature)))
  expect(await verifySignature(await getPublicKeyFromAddress(address(account)), bytes, text)).toBe(true)
})

test('money is really sent on the local cluster, after its steps are shown', async ({ dapp, phone }) => {
  const session = await pair(dapp, phone, { solana: true })
  const { caipNetworkId } = cluster()
  const from = await solanaAddress(phone)
  const { address: to } = await generateKeyPairSigner()
  await rpc().requestAirdrop(address(from), lamports(2_000_000_000n)).send()
  await expect
    .poll(async () => (await rpc().getBalance(address(from)).send()).value)
    .toBeGreaterThan(1_000_000_000n)
  const transaction = await transactionOf(from, [
    getTransferSolInstruction({
      source: { address: address(from) } as never,
      destination: to,
      amount: lamports(1_250_000_000n),
    }),
    memoOf('for corners'),
  ])
  const order = { transaction, pubkey: from }
  const answer = ask(dapp, session, 'solana_signAndSendTransaction', order, caipNetworkId)
  await expect(phone.sheet.getByRole('heading', { name: 'Send 1.25 SOL' })).toBeVisible()
  await expect(phone.sheet).toContainText(to)
  await expect(phone.sheet).toContainText('for corners')
  await phone.answer('Send this transaction?', 'Send')
  const { signature } = (await answer) as { readonly signature: Signature }
  await expect
    .poll(async () => (await rpc().getSignatureStatuses([signature]).send()).value[0]?.err)
    .toBeNull()
  await expect.poll(async () => (await rpc().getBalance(to).send()).value).toBe(1_250_000_000n)
})

test('a transaction that is declined is signed by no key, and what cannot be read is refused unasked', async ({
  dapp,
  phone,
}) => {
  const session = await pair(dapp, phone, { solana: true })
  const { caipNetworkId } = cluster()
  const from = await solanaAddress(phone)
  const transaction = await transactionOf(from, [memoOf('no')])
  const declined = ask(dapp, session, 'solana_signTransaction', { transaction }, caipNetworkId)
  await phone.answer('Sign this transaction?', 'Reject')
  await expect(declined).rejects.toMatchObject({ code: 5000 })
  const garbled = ask(dapp, session, 'solana_signTransaction', { transaction: 'AAAA' }, caipNetworkId)
  await expect(garbled).rejects.toMatchObject({ code: -32602 })
  await expect(phone.sheet).toBeHidden()
})

test('the shop is connected in both ecosystems by one approval, moves between them, and ends in both', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext(onPhone)
  const phone = new PhonePage(await context.newPage())
  await phone.open()
  await shop.goto({ ...bothNamespaces, relay: 'on' })
  await shop.openCode()
  await phone.pair(await shop.pairingUri())
  await phone.answer('Connect to this site?', 'Connect')
  await expect(shop.accountButton).toBeVisible()

  const [evm, solana] = [await phone.address(), await solanaAddress(phone)]
  const accounts = () =>
    shop.state(state => [
      state.activeNamespace,
      state.accounts.eip155?.address,
      state.accounts.solana?.address,
      state.connections.length,
    ])
  expect(await accounts()).toEqual(['eip155', evm, solana, 1])

  // One session: moving to the other ecosystem asks the phone nothing.
  const { caipNetworkId } = cluster()
  await shop.page.evaluate(id => window.latchkey?.switchNetwork(id), caipNetworkId)
  await expect(shop.networkButton).toHaveAccessibleName('Network: Dogwood')
  expect(await accounts()).toEqual(['solana', evm, solana, 1])
  await expect(phone.sheet).toBeHidden()

  const text = new TextEncoder().encode('Hello from the shop')
  const params = { message: getBase58Decoder().decode(text), pubkey: solana }
  const signing = shop.page.evaluate(given => {
    const provider = window.latchkey?.getProvider('solana') as {
      request(call: { method: string; params: unknown }): Promise<{ signature: string }>
    }
    return provider.request({ method: 'solana_signMessage', params: given })
  }, params)
  signing.catch(() => undefined)
  await expect(phone.sheet.locator('pre')).toHaveText('Hello from the shop')
  await phone.answer('Sign this message?', 'Sign')
  const { signature } = await signing
  const bytes = signatureBytes(Uint8Array.from(getBase58Encoder().encode(signature)))
  expect(await verifySignature(await getPublicKeyFromAddress(address(solana)), bytes, text)).toBe(true)

  await shop.page.reload()
  await expect.poll(() => shop.state(state => state.accounts.solana?.status)).toBe('connected')
  expect(await accounts()).toEqual(['solana', evm, solana, 1])

  await phone.disconnect('Fernweh Press')
  await expect(shop.connectButton).toBeVisible()
  expect(await shop.state(state => state.connections)).toEqual([])
  await context.close()
})

test('a host of solana alone pairs by its code', async ({ browser, shop }) => {
  const context = await browser.newContext(onPhone)
  const phone = new PhonePage(await context.newPage())
  await phone.open()
  await shop.goto({ ...bothNamespaces, adapters: 'solana', relay: 'on' })
  await shop.openCode()
  await phone.pair(await shop.pairingUri())
  await expect(phone.sheet).not.toContainText('personal_sign')
  await phone.answer('Connect to this site?', 'Connect')
  await expect(shop.accountButton).toBeVisible()
  expect(await shop.state(state => state.accounts.solana?.address)).toBe(await solanaAddress(phone))
  await context.close()
})
