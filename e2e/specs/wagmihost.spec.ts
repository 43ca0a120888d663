import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { installWallets } from '@latchkey/testing/playwright'
import { verifyMessage } from 'viem'
import { readSnippets } from '../../packages/testing/src/fixtures/readSnippets.ts'
import { runTool } from '../../scripts/build/runTool.ts'
import { stopClock } from '../setup/stopClock.ts'
import { expect, freshAccount, test } from '../setup/test.ts'
import { WagmiPage } from '../setup/WagmiPage.ts'

const root = resolve(import.meta.dirname, '../..')

for (const version of [3, 2] as const) {
  test(`wagmi ${version} with \`ssr: true\`: what the server rendered is what the page begins with`, async ({
    page,
    wallet,
    account,
  }) => {
    const app = new WagmiPage(page, version)
    await app.goto('?cookies&ssr')
    // What the server wrote is read before React has taken it over.
    const hydrated = async () => {
      await expect.poll(() => app.run(({ hydration }) => hydration.after)).toBeDefined()
      return app.run(({ hydration }) => hydration)
    }
    const first = await hydrated()
    expect(first).toEqual({ before: first.after, after: first.before, errors: [] })
    expect(first.before).toContain('>disconnected<')

    await app.connect('Meadow Wallet')
    await app.expectConnected(account.address)
    await wallet.control.always('eth_accounts', 'slow')
    await stopClock(page)
    await page.reload()
    await expect(app.wagmiStatus).toHaveText('reconnecting')
    const second = await hydrated()
    expect(second).toEqual({ before: second.after, after: second.before, errors: [] })
    expect(second.before).toContain(`>${account.address}<`)
    await wallet.control.waitForPending('eth_accounts')
    await wallet.control.release('eth_accounts')
    await page.clock.resume()
    await app.expectConnected(account.address)
  })
}

test('another account that is chosen in the wallet is both sides’, whichever of them connected', async ({
  page,
  recipe,
}) => {
  const [one, two] = [freshAccount(), freshAccount()]
  const accounts = [one.privateKey, two.privateKey]
  const [wallet] = await installWallets(page, [
    recipe({ name: 'Harbour', rdns: 'example.harbour', accounts }),
  ])
  const app = new WagmiPage(page, 3)
  await app.goto()
  await app.connect('Harbour')
  await app.expectConnected(one.address)
  await wallet.control.switchAccount(1)
  await app.expectConnected(two.address)
  await app.wagmi('sign').click()
  await expect(app.signature).toHaveText(/^0x/)
  const signature = (await app.signature.textContent()) as `0x${string}`
  const message = 'Hello from wagmi'
  expect(await verifyMessage({ address: two.address, message, signature })).toBe(true)

  await app.wagmi('disconnect').click()
  await app.expectDisconnected()
  await app.wagmi('connect Harbour').click()
  await app.expectConnected(two.address)
  await wallet.control.switchAccount(0)
  await app.expectConnected(one.address)
  expect(await app.connectors()).toEqual(['example.harbour'])
})

test('the packed declarations fit wagmi 2 and 3 and viem, as the examples and docs/how-to/wagmi.md use them', async () => {
  const folder = join(root, '.cache', 'docs', `wagmi-${process.pid}`)
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(root, 'examples/node_modules'), join(folder, 'node_modules'), 'dir')
  const packed = join(root, '.cache/packs/latchkey/dist')
  const paths = { latchkey: [`${packed}/index.d.ts`], 'latchkey/*': [`${packed}/*.d.ts`] }
  const [bound = '', alone = ''] = readSnippets(join(root, 'docs/how-to/wagmi.md')).map(({ code }) => code)
  writeFileSync(join(folder, 'bound.tsx'), bound)
  writeFileSync(
    join(folder, 'alone.ts'),
    `import type { Latchkey } from 'latchkey'
import type { Chain } from 'viem'
declare const latchkey: Latchkey
declare const chains: readonly Chain[]
${alone}`,
  )
  const config = {
    extends: join(root, 'examples/tsconfig.json'),
    compilerOptions: { paths },
    include: ['*.ts', '*.tsx', join(root, 'examples/*/src/*')],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  try {
    const tsc = join(root, 'node_modules/.bin/tsc')
    expect(await runTool([tsc, '-p', folder, '--checkers', '1'], { cwd: root })).toEqual({
      code: 0,
      output: '',
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
