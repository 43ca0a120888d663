import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  readonly id: string
  readonly help: string
  readonly nodes: readonly { readonly target: unknown; readonly failureSummary?: string }[]
}

/** What axe finds in the page as it is shown now, or in what `within` selects, one line each. */
export async function findBarriers(page: Page, within = 'html'): Promise<readonly string[]> {
  // Half a megabyte, which a document reads once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(async within => {
    const { axe } = window as unknown as {
      axe: { run(at: unknown): Promise<{ violations: readonly Finding[] }> }
    }
    const { violations } = await axe.run(document.querySelector(within))
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(node => `${id} (${help}): ${JSON.stringify(node.target)} ${node.failureSummary ?? ''}`),
    )
  }, within)
}
