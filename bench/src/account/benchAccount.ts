import { join } from 'node:path'
import { chromium } from 'playwright'
import { packPackages } from '../../../scripts/build/packPackages.ts'
import { chromiumArgs, ensureSystemShell } from '../../../scripts/chromium/chromium.ts'
import { serveFolder } from '../../../scripts/size/serveFolder.ts'
import { buildPages } from '../buildPages.ts'
import { measurePage } from '../measurePage.ts'
import { type AccountVisit, measureAccount } from './measureAccount.ts'

/** How often the page by hand is visited beside each visit of the account. */
const beside = 3

/**
 * Builds the account page for production and visits it a few times with a slowed-down CPU. `byHand`: milliseconds to the
 * first row of the page by hand, each time, in between.
 */
export async function benchAccount(options: {
  readonly root: string
  readonly runs: number
  readonly slowdown: number
  readonly log: (line: string) => void
}): Promise<{ readonly visits: readonly AccountVisit[]; readonly byHand: readonly number[] }> {
  const { root, runs, slowdown, log } = options
  log('Packing and building the account page…')
  const packed = (await packPackages()).filter(({ name }) => name === 'latchkey')
  const folder = await buildPages({
    pages: join(root, 'bench/pages'),
    work: join(root, '.cache/benchAccount'),
    names: ['account', 'byhand'],
    packed,
  })
  const server = await serveFolder(folder)
  const browser = await chromium.launch({
    executablePath: await ensureSystemShell(),
    args: [...chromiumArgs],
  })
  try {
    const visits: AccountVisit[] = []
    const byHand: number[] = []
    for (let round = 0; round < runs; round++) {
      log(`Account, visit ${round + 1} of ${runs}`)
      visits.push(await measureAccount(browser, { url: `${server.origin}/account/index.html`, slowdown }))
      for (let visit = 0; visit < beside; visit++) {
        const url = `${server.origin}/byhand/index.html`
        const { firstRow } = await measurePage(browser, { url, start: 'warm', slowdown, hasList: true })
        if (firstRow !== undefined) byHand.push(firstRow)
      }
    }
    return { visits, byHand }
  } finally {
    await browser.close()
    await server.close()
  }
}
