import { join } from 'node:path'
import { runTool } from '../../scripts/build/runTool.ts'
import { site } from './buildHosts.ts'

/** What the page of one wagmi is on a server, for a visitor with this cookie. */
export async function renderWagmi(
  version: 2 | 3,
  page: { readonly networks: unknown; readonly cookie: string },
): Promise<string> {
  const program = join(site, `wagmi${version}`, 'render.cjs')
  const { code, output } = await runTool(
    [process.execPath, program, JSON.stringify(page.networks), page.cookie],
    { cwd: site, env: { NODE_OPTIONS: '' } },
  )
  if (code !== 0) throw new Error(`The page did not render on the server:\n${output}`)
  return output
}
