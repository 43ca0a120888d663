import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type PackedPackage, packPackages } from '../build/packPackages.ts'
import { readBudget } from '../gates/budgets.ts'
import { adapters, type SizedAdapter } from './adapters.ts'
import { type BuiltApp, buildApp } from './buildApp.ts'
import { measureApp } from './measureApp.ts'
import { measureBridge } from './measureBridge.ts'
import { measureEvery } from './measureEvery.ts'
import { measureFrame } from './measureFrame.ts'
import { measureInstall } from './measureInstall.ts'

/** One number with the limit it is held to. */
interface Row {
  name: string
  about: string
  value: number
  budget: number
  unit: 'kB' | 'MB' | ''
}

/** Bytes of scripts after compression, with the share of each; React and the bundler's helper are left out. */
interface Stage {
  gzip: number
  brotli: number
  files: Record<string, number>
}

function sizeOf(app: BuiltApp, scripts: readonly string[]): Stage {
  const stage: Stage = { gzip: 0, brotli: 0, files: {} }
  for (const script of scripts.filter(path => !app.isHosts(path))) {
    const text = readFileSync(join(app.folder, script))
    const gzip = gzipSync(text, { level: 9 }).length
    stage.gzip += gzip
    stage.brotli += brotliCompressSync(text).length
    stage.files[script.replace(/^assets\//, '')] = gzip
  }
  return stage
}

/** Bytes that a page loads at once for one adapter, gzip, beyond the same page without any. */
async function sizeOfDescriptor(
  packed: readonly PackedPackage[],
  bare: BuiltApp,
  adapter: SizedAdapter,
): Promise<number> {
  const app = await buildApp(packed, [adapter])
  return sizeOf(app, [...app.eager]).gzip - sizeOf(bare, [...bare.eager]).gzip
}

interface Report {
  rows: Row[]
  stages: Record<string, Stage>
  foreignRequests: string[]
  app: BuiltApp
}

/** Prints the current step, beside the report: a silent gate is ended after a while. */
function announce(step: string): void {
  console.error(`${step}…`)
}

async function measure(): Promise<Report> {
  announce('Packing')
  const packed = await packPackages()
  const latchkey = packed.find(({ name }) => name === 'latchkey')
  if (latchkey === undefined) throw new Error('the package "latchkey" was not packed')
  announce('Building the host page')
  const app = await buildApp(packed)
  announce('Visiting it')
  const measured = await measureApp(app)
  announce('Building it without an adapter, and with each and all of them')
  const bare = await buildApp(packed, [])
  const every = await buildApp(packed, adapters)
  const everyLoads = await measureEvery(every)
  const descriptors: number[] = []
  // One after another: they are built in folders of their own, but on shared cores.
  for (const adapter of adapters) descriptors.push(await sizeOfDescriptor(packed, bare, adapter))
  announce('Installing what was packed')
  const installed = await measureInstall(latchkey)
  announce('Building the bridge to wagmi')
  const bridge = await measureBridge(latchkey)
  announce('Building the wallet frame')
  const frame = await measureFrame()
  const paths = { evm: everyLoads.connected, ...everyLoads.paths }
  const connected = Object.fromEntries(
    Object.entries(paths).map(([name, scripts]) => [name, sizeOf(every, scripts)]),
  )
  const stages = {
    everyButton: sizeOf(every, everyLoads.button),
    everyConnect: sizeOf(every, everyLoads.connect),
    ...Object.fromEntries(Object.entries(connected).map(([name, stage]) => [`${name}Connected`, stage])),
    solanaSending: sizeOf(every, everyLoads.solanaSending),
    button: sizeOf(app, measured.button),
    connect: sizeOf(app, measured.connect),
    connected: sizeOf(app, measured.connected),
    pairing: sizeOf(app, measured.pairing.uri),
    pairingCurves: sizeOf(app, measured.pairing.curves),
    pairingAll: sizeOf(app, measured.pairing.all),
    tabs: sizeOf(app, measured.account.tabs),
    tokens: sizeOf(app, measured.account.tokens),
    nfts: sizeOf(app, measured.account.nfts),
    nft: sizeOf(app, measured.account.nft),
    token: sizeOf(app, measured.account.token),
    tokenActivity: sizeOf(app, measured.account.tokenActivity),
    transaction: sizeOf(app, measured.account.transaction),
    activity: sizeOf(app, measured.account.activity),
    fund: sizeOf(app, measured.account.fund),
    receive: sizeOf(app, measured.account.receive),
    wallets: sizeOf(app, measured.account.wallets),
    signIn: sizeOf(app, measured.account.signIn),
    sendForm: sizeOf(app, measured.account.sendForm),
    sendPicker: sizeOf(app, measured.account.sendPicker),
    sendReview: sizeOf(app, measured.account.sendReview),
    send: sizeOf(app, measured.account.send),
    swapEngine: sizeOf(app, measured.account.swapEngine),
    swapForm: sizeOf(app, measured.account.swapForm),
    swapPicker: sizeOf(app, measured.account.swapPicker),
    swapReview: sizeOf(app, measured.account.swapReview),
    swap: sizeOf(app, measured.account.swap),
    swapVendors: sizeOf(app, measured.account.swapVendors),
    swapEarly: sizeOf(app, measured.account.swapEarly),
    buyForm: sizeOf(app, measured.account.buyForm),
    buyToken: sizeOf(app, measured.account.buyToken),
    buyFiat: sizeOf(app, measured.account.buyFiat),
    buyOrder: sizeOf(app, measured.account.buyOrder),
    buyEngine: sizeOf(app, measured.account.buyEngine),
    exchangeSelect: sizeOf(app, measured.account.exchangeSelect),
    exchangeOrder: sizeOf(app, measured.account.exchangeOrder),
    exchangeEngine: sizeOf(app, measured.account.exchangeEngine),
    pay: sizeOf(app, measured.account.pay),
    payReview: sizeOf(app, measured.account.payReview),
    payReceipt: sizeOf(app, measured.account.payReceipt),
    payEngine: sizeOf(app, measured.account.payEngine),
    payRequest: sizeOf(app, measured.account.payRequest),
    moneyEarly: sizeOf(app, measured.account.moneyEarly),
    frame: { gzip: frame.gzip, brotli: 0, files: frame.files },
  }
  const row = (name: string, about: string, value: number, unit: Row['unit']): Row => ({
    name,
    about,
    value,
    budget: readBudget('size', name),
    unit,
  })
  const onEvery = 'on a page with every adapter, gzip'
  const rows = [
    row('buttonGzip', 'loaded before the button is usable, gzip', stages.button.gzip, 'kB'),
    row('connectGzip', 'loaded until the wallets are shown, gzip', stages.connect.gzip, 'kB'),
    row('connectBrotli', 'loaded until the wallets are shown, brotli', stages.connect.brotli, 'kB'),
    row('connectedGzip', 'loaded until a wallet is connected, gzip', stages.connected.gzip, 'kB'),
    ...adapters.map(({ entry }, at) =>
      row(
        'adapterGzip',
        `the descriptor of ${entry} beyond a page without it, gzip`,
        descriptors[at] ?? Number.NaN,
        'kB',
      ),
    ),
    row('everyButtonGzip', `loaded before the button is usable ${onEvery}`, stages.everyButton.gzip, 'kB'),
    row('everyConnectGzip', `loaded until the wallets are shown ${onEvery}`, stages.everyConnect.gzip, 'kB'),
    ...Object.entries(connected).map(([name, { gzip }]) =>
      row(`${name}ConnectedGzip`, `loaded until a wallet of ${name} is connected ${onEvery}`, gzip, 'kB'),
    ),
    row(
      'solanaSendingGzip',
      'what solana adds to sending beyond the shared views, gzip',
      stages.solanaSending.gzip,
      'kB',
    ),
    row(
      'pairingGzip',
      'pairing loaded beyond the list until a code is shown, gzip',
      stages.pairing.gzip,
      'kB',
    ),
    row(
      'pairingCurvesGzip',
      'more where the browser lacks the curves, gzip',
      stages.pairingCurves.gzip,
      'kB',
    ),
    row('pairingAllGzip', 'all of pairing, whenever it loads, gzip', stages.pairingAll.gzip, 'kB'),
    row('tabsGzip', 'the frame of the tabs beyond connected, gzip', stages.tabs.gzip, 'kB'),
    row('tokensGzip', 'the Tokens tab beyond the tabs, gzip', stages.tokens.gzip, 'kB'),
    row('nftsGzip', 'the NFTs tab beyond tokens, gzip', stages.nfts.gzip, 'kB'),
    row('nftGzip', 'one NFT beyond tokens, gzip', stages.nft.gzip, 'kB'),
    row('tokenGzip', 'one token beyond tokens, gzip', stages.token.gzip, 'kB'),
    row('tokenActivityGzip', 'its activity beyond the Activity tab, gzip', stages.tokenActivity.gzip, 'kB'),
    row('transactionGzip', 'one transaction beyond the Activity tab, gzip', stages.transaction.gzip, 'kB'),
    row('activityGzip', 'the Activity tab beyond tokens, gzip', stages.activity.gzip, 'kB'),
    row('fundGzip', 'Fund beyond connected, gzip', stages.fund.gzip, 'kB'),
    row('receiveGzip', 'Receive beyond connected, gzip', stages.receive.gzip, 'kB'),
    row('walletsGzip', 'several wallets beyond connected, gzip', stages.wallets.gzip, 'kB'),
    row('signInGzip', 'signing in beyond connected, gzip', stages.signIn.gzip, 'kB'),
    row('sendFormGzip', 'the form of sending beyond tokens, gzip', stages.sendForm.gzip, 'kB'),
    row('sendPickerGzip', 'the token picker beyond the form, gzip', stages.sendPicker.gzip, 'kB'),
    row('sendReviewGzip', 'the review beyond the form, gzip', stages.sendReview.gzip, 'kB'),
    row('sendGzip', 'all of sending on eip155 beyond connected, gzip', stages.send.gzip, 'kB'),
    row('swapFormGzip', 'the form of swapping beyond tokens, gzip', stages.swapForm.gzip, 'kB'),
    row('swapPickerGzip', 'its token picker beyond the form, gzip', stages.swapPicker.gzip, 'kB'),
    row('swapReviewGzip', 'its review beyond the form, gzip', stages.swapReview.gzip, 'kB'),
    row('swapGzip', 'Swap, all of it on eip155, beyond connected, gzip', stages.swap.gzip, 'kB'),
    row('swapVendorsGzip', 'more for the swaps of vendors, gzip', stages.swapVendors.gzip, 'kB'),
    row(
      'swapEarlyGzip',
      'of swapping once a wallet is connected, where it is offered, gzip',
      stages.swapEarly.gzip,
      'kB',
    ),
    row('buyFormGzip', 'the form of buying beyond what sending shares, gzip', stages.buyForm.gzip, 'kB'),
    row('buyTokenGzip', 'its token picker beyond the form, gzip', stages.buyToken.gzip, 'kB'),
    row('buyFiatGzip', 'its currencies and countries beyond the form, gzip', stages.buyFiat.gzip, 'kB'),
    row('buyOrderGzip', 'an order beyond what sending shares, gzip', stages.buyOrder.gzip, 'kB'),
    row(
      'exchangeSelectGzip',
      'choosing an exchange beyond what sending shares, gzip',
      stages.exchangeSelect.gzip,
      'kB',
    ),
    row(
      'exchangeOrderGzip',
      'an order there beyond what sending shares, gzip',
      stages.exchangeOrder.gzip,
      'kB',
    ),
    row('payGzip', 'Pay beyond what sending shares, gzip', stages.pay.gzip, 'kB'),
    row('payReviewGzip', 'its review beyond it, gzip', stages.payReview.gzip, 'kB'),
    row('payReceiptGzip', 'its receipt beyond the review, gzip', stages.payReceipt.gzip, 'kB'),
    row(
      'payRequestGzip',
      'a paid request, view and engine, beyond what sending shares, gzip',
      stages.payRequest.gzip,
      'kB',
    ),
    row(
      'moneyEarlyGzip',
      'of buying, depositing and paying once a wallet is connected, where they are offered, gzip',
      stages.moneyEarly.gzip,
      'kB',
    ),
    row('wagmiGzip', 'the bridge to wagmi beyond a wagmi app, gzip', bridge, 'kB'),
    row('frameGzip', 'loaded by the wallet frame before it answers, gzip', frame.gzip, 'kB'),
    row(
      'smartAccountGzip',
      'the smart account in the wallet frame, loaded later, gzip',
      frame.smartAccount,
      'kB',
    ),
    row('listHeap', 'heap with the list open', measured.listHeap, 'MB'),
    row(
      'verifiersGzip',
      'what a server checks signatures of all namespaces with, gzip',
      installed.verifiers,
      'kB',
    ),
    row('installedPackages', 'packages installed by a host', installed.packages, ''),
    row('installedChainSdks', 'SDKs of chains among them', installed.chainSdks, ''),
    row('installedBytes', 'bytes installed by a host', installed.bytes, 'MB'),
  ]
  const foreignRequests = [...measured.foreignRequests, ...everyLoads.foreignRequests]
  return { rows, stages, foreignRequests, app }
}

function format(value: number, unit: Row['unit']): string {
  if (unit === '') return String(value)
  return `${(value / (unit === 'kB' ? 1e3 : 1e6)).toFixed(2)} ${unit}`
}

function formatShares({ files }: Stage): string {
  const shares = Object.entries(files).sort((a, b) => b[1] - a[1])
  return shares.map(([file, bytes]) => `${file} ${bytes}`).join(', ')
}

/** Prints what each script is made of, largest source first: where to look when a budget is exceeded. */
function explain(stages: Record<string, Stage>, app: BuiltApp): void {
  const scripts = new Set(Object.values(stages).flatMap(({ files }) => Object.keys(files)))
  for (const script of scripts) {
    console.log(`  ${script}, characters before it is minified:`)
    const shares = Object.entries(app.modules.get(`assets/${script}`) ?? {}).sort((a, b) => b[1] - a[1])
    for (const [file, characters] of shares.slice(0, 25)) {
      console.log(`    ${String(characters).padStart(7)}  ${file.replace(/^.*node_modules\//, '')}`)
    }
  }
}

async function main(args: readonly string[]): Promise<void> {
  const { rows, stages, foreignRequests, app } = await measure()
  const failed =
    rows.filter(({ value, budget }) => !(value <= budget)).length + (foreignRequests.length > 0 ? 1 : 0)
  if (failed > 0) process.exitCode = 1
  if (args.includes('--json')) {
    console.log(JSON.stringify({ rows, stages, foreignRequests, failed }, null, 2))
    return
  }
  for (const { about, value, budget, unit } of rows) {
    console.log(`${value <= budget ? '✓' : '✗'} ${about}: ${format(value, unit)} of ${format(budget, unit)}`)
  }
  console.log(
    `${foreignRequests.length === 0 ? '✓' : '✗'} requests elsewhere before the first click: ${foreignRequests.length}`,
  )
  for (const url of foreignRequests) console.log(`    ${url}`)
  for (const [name, stage] of Object.entries(stages)) {
    console.log(`  ${name}: ${formatShares(stage)}`)
  }
  const hosts = sizeOf({ ...app, isHosts: path => !app.isHosts(path) }, [...app.modules.keys()])
  console.log(`  not counted: ${formatShares(hosts)}`)
  if (args.includes('--explain')) explain(stages, app)
  console.log(`${rows.length + 1 - failed} passed, ${failed} failed`)
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
}
