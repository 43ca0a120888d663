// `npm run bench`: how fast the widget is beside pages written by hand, in interleaved runs with a slowed-down CPU, and
// what the services carry beside a bare handler. `npm run bench -- widget`, `-- account`, `-- pairing`, `-- services`, `-- convert`, `-- money`, `-- relay`, `-- signin`, `-- custody` or `-- login` runs one of them;
// `-- services --soak=3600` soaks for an hour.
import { join, resolve } from 'node:path'
import { chromium } from 'playwright'
import { packPackages } from '../../scripts/build/packPackages.ts'
import { chromiumArgs, ensureSystemShell } from '../../scripts/chromium/chromium.ts'
import { readBudget } from '../../scripts/gates/budgets.ts'
import { serveFolder } from '../../scripts/size/serveFolder.ts'
import { benchAccount } from './account/benchAccount.ts'
import { summariseAccount } from './account/summariseAccount.ts'
import { buildPages, type PageName, pageNames } from './buildPages.ts'
import { benchConvert } from './convert/benchConvert.ts'
import { summariseConvert } from './convert/summariseConvert.ts'
import { benchCustody } from './custody/benchCustody.ts'
import { summariseCustody } from './custody/summariseCustody.ts'
import type { BenchReport } from './judge.ts'
import { benchLogin } from './login/benchLogin.ts'
import { benchWallet } from './login/benchWallet.ts'
import { summariseLogin } from './login/summariseLogin.ts'
import { type Approach, approaches, measureApproach } from './measureApproach.ts'
import { measurePage, type Visit } from './measurePage.ts'
import { benchOrders } from './money/benchOrders.ts'
import { benchPayments } from './money/benchPayments.ts'
import { summariseOrders } from './money/summariseOrders.ts'
import { summarisePayments } from './money/summarisePayments.ts'
import { benchPairing } from './pairing/benchPairing.ts'
import { summarisePairing } from './pairing/summarisePairing.ts'
import { benchServices } from './services/benchServices.ts'
import { benchRelay } from './services/relay/benchRelay.ts'
import { summariseRelay } from './services/relay/summariseRelay.ts'
import { summariseServices } from './services/summariseServices.ts'
import { benchSignIn } from './signin/benchSignIn.ts'
import { summariseSignIn } from './signin/summariseSignIn.ts'
import { type ApproachedPage, approached, summarise } from './summarise.ts'

const root = resolve(import.meta.dirname, '../..')
const isJson = process.argv.includes('--json')
const log = (line: string) => isJson || console.log(line)

type Start = 'warm' | 'cold'
async function runWidget(): Promise<BenchReport> {
  const visits = new Map<string, Visit[]>()
  const keep = (name: PageName, start: Start, visit: Visit) => {
    const key = `${name} ${start}`
    visits.set(key, [...(visits.get(key) ?? []), visit])
  }
  const clicks = new Map<string, number[]>()
  const keepClick = (page: ApproachedPage, approach: Approach, value: number) => {
    const key = `${page} ${approach}`
    clicks.set(key, [...(clicks.get(key) ?? []), value])
  }
  const runs = readBudget('bench', 'runs')
  const slowdown = readBudget('bench', 'cpuSlowdown')
  log('Packing and building the pages…')
  const packed = (await packPackages()).filter(({ name }) => name === 'latchkey')
  const folder = await buildPages({
    pages: join(root, 'bench/pages'),
    work: join(root, '.cache/bench'),
    packed,
  })
  // As hosts serve it: over a slow network the size of the code is what counts.
  const server = await serveFolder(folder, { compresses: true })
  const browser = await chromium.launch({
    executablePath: await ensureSystemShell(),
    args: [...chromiumArgs],
  })
  try {
    for (let round = 0; round <= runs; round++) {
      log(round === 0 ? 'Warming up…' : `Round ${round} of ${runs}`)
      // Interleaved, so that whatever else the machine does falls on all pages alike; round 0 does not count.
      for (const name of pageNames) {
        for (const start of ['warm', 'cold'] as const) {
          const url = `${server.origin}/${name}/index.html`
          const wallet = name === 'standard' || name === 'solana' ? 'standard' : 'announced'
          const visit = await measurePage(browser, { url, start, slowdown, hasList: name !== 'bare', wallet })
          if (round > 0) keep(name, start, visit)
        }
      }
      for (const approach of approaches) {
        for (const [name, path] of Object.entries(approached) as [ApproachedPage, string][]) {
          const taken = await measureApproach(browser, {
            url: `${server.origin}/${path}`,
            approach,
            slowdown,
          })
          if (round > 0) keepClick(name, approach, taken)
        }
      }
    }
  } finally {
    await browser.close()
    await server.close()
  }
  return summarise({
    of: (name, what, start) => valuesOf(visits, name, what, start),
    approachedBy: (page, approach) => clicks.get(`${page} ${approach}`) ?? [],
    budget: name => readBudget('bench', name),
    runs,
    slowdown,
  })
}

async function runServices(): Promise<BenchReport> {
  const budget = (name: string) => readBudget('services', name)
  const soak = process.argv.find(word => word.startsWith('--soak='))?.slice('--soak='.length)
  const numbers = await benchServices({
    seconds: budget('seconds'),
    soakSeconds: soak === undefined ? budget('soakSeconds') : Number(soak),
    log,
  })
  return summariseServices(numbers, budget)
}

async function runConvert(): Promise<BenchReport> {
  const numbers = await benchConvert({ seconds: readBudget('convert', 'seconds'), log })
  return summariseConvert(numbers, name => readBudget('convert', name))
}

async function runMoney(): Promise<BenchReport> {
  const budget = (name: string) => readBudget('money', name)
  const options = { seconds: budget('seconds'), log }
  const payments = summarisePayments(await benchPayments(options), budget)
  const orders = summariseOrders(await benchOrders(options), budget)
  return {
    rows: [...payments.rows, ...orders.rows],
    failed: payments.failed + orders.failed,
    text: `${payments.text}\n\n${orders.text}`,
  }
}

async function runRelay(): Promise<BenchReport> {
  const budget = (name: string) => readBudget('relay', name)
  const numbers = await benchRelay({
    seconds: budget('seconds'),
    sockets: budget('sockets'),
    log,
  })
  return summariseRelay(numbers, budget)
}

async function runAccount(): Promise<BenchReport> {
  const budget = (name: string) => readBudget('account', name)
  const slowdown = readBudget('bench', 'cpuSlowdown')
  const { visits, byHand } = await benchAccount({ root, runs: budget('runs'), slowdown, log })
  return summariseAccount(visits, byHand, budget, slowdown)
}

async function runPairing(): Promise<BenchReport> {
  const numbers = await benchPairing({
    runs: readBudget('pairing', 'runs'),
    slowdown: readBudget('pairing', 'cpuSlowdown'),
    log,
  })
  return summarisePairing(numbers, name => readBudget('pairing', name))
}

async function runSignIn(): Promise<BenchReport> {
  const numbers = await benchSignIn({ seconds: readBudget('signin', 'seconds'), log })
  return summariseSignIn(numbers, name => readBudget('signin', name))
}

async function runCustody(): Promise<BenchReport> {
  const numbers = await benchCustody({ releases: readBudget('custody', 'releases'), log })
  return summariseCustody(numbers, name => readBudget('custody', name))
}

async function runLogin(): Promise<BenchReport> {
  const budget = (name: string) => readBudget('login', name)
  const numbers = await benchLogin({ logins: budget('logins'), log })
  const wallet = await benchWallet({
    visitors: budget('visitors'),
    approvals: budget('approvals'),
    slowdown: readBudget('bench', 'cpuSlowdown'),
    log,
  })
  return summariseLogin({ ...numbers, ...wallet }, budget)
}

async function run(): Promise<number> {
  const asked = process.argv.slice(2).filter(word => !word.startsWith('--'))
  const wants = (section: string) => asked.length === 0 || asked.includes(section)
  const reports = {
    ...(wants('widget') && { widget: await runWidget() }),
    ...(wants('account') && { account: await runAccount() }),
    ...(wants('pairing') && { pairing: await runPairing() }),
    ...(wants('services') && { services: await runServices() }),
    ...(wants('convert') && { convert: await runConvert() }),
    ...(wants('money') && { money: await runMoney() }),
    ...(wants('relay') && { relay: await runRelay() }),
    ...(wants('signin') && { signin: await runSignIn() }),
    ...(wants('custody') && { custody: await runCustody() }),
    ...(wants('login') && { login: await runLogin() }),
  }
  const all = Object.values(reports)
  console.log(isJson ? JSON.stringify(reports, null, 2) : all.map(({ text }) => text).join('\n\n'))
  return all.every(({ failed }) => failed === 0) ? 0 : 1
}

/** One number of a page in each round; both starts where the start makes no difference. */
function valuesOf(
  visits: ReadonlyMap<string, readonly Visit[]>,
  name: PageName,
  what: keyof Visit,
  start?: Start,
): readonly number[] {
  const starts: readonly Start[] = start ? [start] : ['warm', 'cold']
  const values = starts.flatMap(each => (visits.get(`${name} ${each}`) ?? []).map(visit => visit[what]))
  return values.filter(value => value !== undefined)
}

process.exit(await run())
