import { join } from 'node:path'
import { chromium } from 'playwright'
import { packPackages } from '../../../scripts/build/packPackages.ts'
import { chromiumArgs, ensureShell } from '../../../scripts/chromium.ts'
import { serveFolder } from '../../../scripts/size/serveFolder.ts'
import { buildPages } from '../buildPages.ts'
import { type AccountVisit, measureAccount } from './measureAccount.ts'

/** Builds the account page for production and visits it a few times with a slowed-down CPU. */
export async function benchAccount(options: {
  readonly root: string
  readonly runs: number
  readonly slowdown: number
  readonly log: (line: string) => void
}): Promise<readonly AccountVisit[]> {
  const { root, runs, slowdown, log } = options
  log('Packing and building the account page…')
  const packed = (await packPackages()).filter(({ name }) => name === 'latchkey')
  const folder = await buildPages({
    pages: join(root, 'bench/pages'),
    work: join(root, '.cache/benchAccount'),
    names: ['account'],
    packed,
    log,
  })
  const server = await serveFolder(folder)
  const browser = await chromium.launch({ executablePath: await ensureShell(), args: [...chromiumArgs] })
  try {
    const visits: AccountVisit[] = []
    for (let round = 0; round < runs; round++) {
      log(`Account, visit ${round + 1} of ${runs}`)
      visits.push(await measureAccount(browser, { url: `${server.origin}/account/index.html`, slowdown }))
    }
    return visits
  } finally {
    await browser.close()
    await server.close()
  }
}
