/** The type of account that a wallet was made with, as every browser of its visitor learns it (SPEC §6, decision 118). */
import { expect, it } from 'vitest'
import { createWallet, deviceOf } from '../custody/wallet.fixture.ts'
import { type Browser, type LoginApp, openBrowser } from './login.fixture.ts'
import { openLogins } from './openLogins.fixture.ts'

const open = openLogins()
const ann = 'ann@mail.example'
const network = 'eip155:7121'
/** Services that carry operations on one network, whether or not its nodes answer now. */
const carrying = {
  RPC_UPSTREAMS: JSON.stringify({ [network]: ['https://node.example'] }),
  BUNDLER_URLS: JSON.stringify({ [network]: ['https://bundler.example'] }),
}

async function make(app: LoginApp, browser: Browser, more?: object) {
  const { token, user } = await browser.logIn(ann)
  expect(user).not.toHaveProperty('accountType')
  await createWallet(deviceOf(app, browser.key, { account: user.account, token }), [], more)
  return token
}

it('SPEC §6: a wallet made with the smart account says so in every answer to its visitor, in every browser', async () => {
  const app = await open(carrying)
  const phone = await openBrowser(app)
  const token = await make(app, phone, { accountType: 'smartAccount' })
  const smart = { user: { accountType: 'smartAccount' } }
  expect((await phone.get('user', token)).body).toMatchObject(smart)
  const laptop = await openBrowser(app)
  const session = await laptop.logIn(ann)
  expect(session).toMatchObject({ need: 'recover', ...smart })
  expect((await laptop.post('refresh', { refresh: session.refresh })).body).toMatchObject(smart)
  app.restart()
  expect(await (await openBrowser(app)).logIn(ann)).toMatchObject(smart)
})

it.each([
  ['without a type, as earlier releases of the frame make it', carrying, {}],
  ['with the plain account', carrying, { accountType: 'eoa' }],
  ['under services without bundlers', {}, { accountType: 'smartAccount' }],
] as const)('a wallet made %s says none', async (_name, variables, more) => {
  const app = await open(variables)
  const phone = await openBrowser(app)
  const token = await make(app, phone, more)
  // Bundlers that come later move no account.
  app.restart(carrying)
  for (const { user } of [(await phone.get('user', token)).body, await (await openBrowser(app)).logIn(ann)])
    expect(user).not.toHaveProperty('accountType')
})

it('a wallet from before there were types says none', async () => {
  const app = await open(carrying)
  const phone = await openBrowser(app)
  const token = await make(app, phone, { accountType: 'smartAccount' })
  const { compose, write } = app.store
  // As the schema's step leaves the rows that it finds.
  await write([compose.updateTable('custody_wallets').set({ account_type: null }).compile()])
  expect((await phone.get('user', token)).body.user).not.toHaveProperty('accountType')
})

it.each(['payment', '', null, 1])('T146: a wallet is not made with the type %j', async accountType => {
  const app = await open(carrying)
  const phone = await openBrowser(app)
  await expect(make(app, phone, { accountType })).rejects.toThrow()
  expect(await app.store.db.selectFrom('custody_wallets').selectAll().execute()).toEqual([])
})

it('T146: the type is stored once: no later call changes it', async () => {
  const app = await open(carrying)
  const phone = await openBrowser(app)
  const token = await make(app, phone, { accountType: 'smartAccount' })
  const { user } = (await phone.get('user', token)).body
  const device = deviceOf(app, phone.key, { account: user.account, token })
  await expect(createWallet(device, [], { accountType: 'eoa' })).rejects.toThrow('CUSTODY_EXISTS')
  expect((await phone.get('user', token)).body.user.accountType).toBe('smartAccount')
})
