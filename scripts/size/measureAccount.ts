import type { Browser } from 'playwright'
import type { BuiltApp } from './buildApp.ts'
import { closure, readChunks } from './chunks.ts'
import { injectWallet, walletAddress, walletName } from './injectedWallet.ts'
import { stepMs } from './stepMs.ts'

/** The parts of a connected account, and the modules that each of them is fetched by. */
export const accountParts = {
  tabs: ['AccountTabs.js'],
  tokens: ['TokensPanel.js', 'createTokens.js'],
  nfts: ['NftsPanel.js', 'createNfts.js'],
  nft: ['WalletNftView.js'],
  token: ['WalletTokenView.js'],
  tokenActivity: ['TokenActivity.js'],
  transaction: ['WalletTransactionView.js'],
  activity: ['activity.js'],
  fund: ['FundWalletView.js'],
  receive: ['WalletReceiveView.js'],
  wallets: ['ProfileWalletsView.js'],
  // The second and third check whether a sign-in is owed, shown or not.
  signIn: ['SIWXSignMessageView.js', 'createSignIn.js', 'followSignIn.js', 'enterSignIn.js'],
  sendForm: ['sending.js'],
  sendPicker: ['choices.js'],
  sendJournal: ['journal.js'],
  sendReview: ['review.js'],
  send: ['sending.js', 'choices.js', 'review.js', 'journal.js', 'evmsending.js'],
  swapEngine: ['createSwaps.js'],
  swapForm: ['swapForm.js'],
  swapPicker: ['SwapSelectTokenView.js'],
  swapReview: ['SwapPreviewView.js', 'enterSwapPreview.js'],
  // The chain's side comes with the first quote, with what a press needs of it; both legs are read with the result.
  swap: [
    'swapForm.js',
    'SwapSelectTokenView.js',
    'SwapPreviewView.js',
    'enterSwapPreview.js',
    'createSwaps.js',
    'journal.js',
    'createEvmSwapping.js',
    'evmsending.js',
    'sendCall.js',
    'walletCalls.js',
    'swapLegs.js',
  ],
  // How vendors' calls are read, with the first of theirs.
  swapVendors: ['readSwapCall.js'],
  buyForm: ['OnRampProvidersView.js', 'enterRamp.js'],
  buyToken: ['OnRampTokenSelectView.js'],
  buyFiat: ['OnRampFiatSelectView.js'],
  buyOrder: ['OnRampOrderView.js'],
  buyEngine: ['createRampFlow.js', 'createOrders.js'],
  exchangeSelect: ['ExchangeSelectView.js', 'enterExchange.js'],
  exchangeOrder: ['ExchangeOrderView.js'],
  exchangeEngine: ['createExchangeFlow.js', 'createFunding.js', 'createOrders.js'],
  pay: ['PayView.js', 'enterPay.js'],
  payReview: ['PayReviewView.js', 'enterPayReview.js'],
  payReceipt: ['PayReceipt.js'],
  payEngine: ['createPayFlow.js'],
  payRequest: ['PayForRequestView.js', 'showRequest.js', 'createPaidRequests.js'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type AccountPart = keyof typeof accountParts

/** Scripts of each part, as paths from the built folder, beyond what the page has once a wallet is connected. */
export type MeasuredAccount = Readonly<Record<AccountPart | 'swapEarly' | 'moneyEarly', string[]>>

/** What nothing but swapping has. */
const swapOnly = [
  'swapForm.js',
  'SwapSelectTokenView.js',
  'SwapPreviewView.js',
  'createSwaps.js',
  'createEvmSwapping.js',
]

/** What nothing but buying, depositing and paying has. */
const moneyOnly = [
  'OnRampProvidersView.js',
  'createRampFlow.js',
  'ExchangeSelectView.js',
  'createExchangeFlow.js',
  'PayView.js',
  'createPayFlow.js',
  'PayForRequestView.js',
  'createPaidRequests.js',
  'createOrders.js',
]

/** Without a doubt all that connecting asks for (ms). */
const quietMs = 1_500

/** Connects in the built host page, whose configuration is given services, and looks what the account adds to that. */
export async function measureAccount(
  browser: Browser,
  origin: string,
  app: BuiltApp,
): Promise<MeasuredAccount> {
  const chunks = readChunks(app.folder)
  const connected = await connect(browser, origin)
  const more = (part: AccountPart, listed: ReadonlySet<string>) => {
    return [...new Set(accountParts[part].flatMap(name => [...closure(chunks, name, listed, false)]))]
  }
  const tabs = more('tabs', connected)
  const tokens = more('tokens', new Set([...connected, ...tabs]))
  // The account opens on its tokens: what the other tabs share with them is there by then.
  const opened = new Set([...connected, ...tabs, ...tokens])
  const form = more('sendForm', opened)
  // Facts under review, fields and what is held are sending's as well.
  const shared = new Set([...opened, ...form])
  const and = (...parts: AccountPart[]) => new Set([...shared, ...parts.flatMap(part => more(part, shared))])
  const early = (names: readonly string[]) =>
    names.flatMap(name => {
      const [own] = closure(chunks, name, new Set(), false)
      return own !== undefined && connected.has(own) ? own : []
    })
  return {
    tabs,
    tokens,
    nfts: more('nfts', opened),
    nft: more('nft', opened),
    token: more('token', opened),
    tokenActivity: more('tokenActivity', new Set([...opened, ...more('activity', opened)])),
    transaction: more('transaction', new Set([...opened, ...more('activity', opened)])),
    activity: more('activity', opened),
    fund: more('fund', connected),
    receive: more('receive', connected),
    wallets: more('wallets', connected),
    signIn: more('signIn', connected),
    sendForm: form,
    sendPicker: more('sendPicker', new Set([...opened, ...form])),
    // The form fetches the journal, which is the Activity tab's as well.
    sendJournal: more('sendJournal', opened),
    sendReview: more('sendReview', new Set([...opened, ...form, ...more('sendJournal', opened)])),
    send: more('send', connected),
    swapEngine: more('swapEngine', opened),
    swapForm: more('swapForm', opened),
    swapPicker: more('swapPicker', new Set([...opened, ...more('swapForm', opened)])),
    swapReview: more('swapReview', new Set([...opened, ...more('swapForm', opened)])),
    swap: more('swap', connected),
    swapVendors: more('swapVendors', new Set([...connected, ...more('swap', connected)])),
    swapEarly: early(swapOnly),
    buyForm: more('buyForm', shared),
    buyToken: more('buyToken', and('buyForm')),
    buyFiat: more('buyFiat', and('buyForm')),
    buyOrder: more('buyOrder', shared),
    buyEngine: more('buyEngine', shared),
    exchangeSelect: more('exchangeSelect', shared),
    exchangeOrder: more('exchangeOrder', shared),
    exchangeEngine: more('exchangeEngine', shared),
    pay: more('pay', shared),
    payReview: more('payReview', and('pay')),
    payReceipt: more('payReceipt', and('pay', 'payReview')),
    payEngine: more('payEngine', shared),
    payRequest: more('payRequest', shared),
    moneyEarly: early(moneyOnly),
  }
}

async function connect(browser: Browser, origin: string): Promise<ReadonlySet<string>> {
  const context = await browser.newContext()
  context.setDefaultTimeout(stepMs)
  const page = await context.newPage()
  const scripts = new Set<string>()
  await page.route('**/services/**', route => route.fulfill({ status: 404, json: {} }))
  await page.route('**/*.js', async route => {
    const path = new URL(route.request().url()).pathname.slice(1)
    scripts.add(path)
    if (!path.startsWith('assets/index-')) return route.continue()
    const response = await route.fetch()
    const body = await response.text()
    // The same bundle as for the other numbers; only its configuration names services.
    const told = body.replace(
      /(projectId:(.)latchkey-dev\2)/,
      `$1,endpoints:{api:${JSON.stringify(`${origin}/services`)}},features:{activity:true,swaps:true,onramp:true,payWithExchange:true,payments:true}`,
    )
    if (told === body) throw new Error('the built page has no configuration that could be given services')
    return route.fulfill({ response, body: told })
  })
  await page.addInitScript(injectWallet, { name: walletName, address: walletAddress })
  await page.goto(origin)
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: walletName }).click()
  await page
    .locator('button', { hasText: walletAddress.slice(-4) })
    .first()
    .waitFor()
  await page.waitForTimeout(quietMs)
  await context.close()
  return scripts
}
