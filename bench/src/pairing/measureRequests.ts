import { createPhoneWallet } from '@latchkey/testing/phone'
import { openDatabase, openTransport, systemClock, systemRandom } from 'latchkey/pairing'
import type { Browser } from 'playwright'
import { median } from '../median.ts'

const rounds = 41

interface Handle {
  readonly wcUri: string | undefined
  open(options: { readonly view: string }): Promise<unknown>
  getProvider(
    namespace: string,
  ): { request(call: { method: string; params: unknown }): Promise<unknown> } | undefined
}

/** The median of signatures that a page asks of a phone in this process, in milliseconds. */
export async function measureRequests(
  browser: Browser,
  { url, relay }: { readonly url: string; readonly relay: string },
): Promise<number> {
  const name = `bench-${systemRandom.id()}`
  const phone = createPhoneWallet({
    transport: openTransport({
      name,
      database: await openDatabase({ name, clock: systemClock }),
      relayUrl: relay,
      projectId: 'latchkey-dev',
      version: '0.0.0',
      clock: systemClock,
      random: systemRandom,
      alert: () => undefined,
    }),
    chains: [{ id: 1 }],
    mode: 'approve',
  })
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    await page.goto(url)
    await page.waitForFunction('window.latchkey !== undefined')
    await page.evaluate(() => {
      const { latchkey } = window as unknown as { latchkey: Handle }
      void latchkey.open({ view: 'ConnectingWalletConnectBasic' })
    })
    const uri = await page.waitForFunction(() => (window as unknown as { latchkey: Handle }).latchkey.wcUri)
    await phone.pair(String(await uri.jsonValue()))
    await page.waitForFunction(() => {
      const { latchkey } = window as unknown as { latchkey: Handle }
      return latchkey.getProvider('eip155') !== undefined
    })
    const times = await page.evaluate(async count => {
      const { latchkey } = window as unknown as { latchkey: Handle }
      const provider = latchkey.getProvider('eip155')
      const found: number[] = []
      if (!provider) throw new Error('nothing to ask')
      const [address] = (await provider.request({ method: 'eth_accounts', params: [] })) as string[]
      for (let round = 0; round < count; round++) {
        const start = performance.now()
        await provider.request({ method: 'personal_sign', params: ['0x6869', address] })
        found.push(performance.now() - start)
      }
      return found
    }, rounds)
    // The first ones find code that was never run.
    return median(times.slice(5)) ?? Number.NaN
  } finally {
    await context.close()
    phone.stop()
  }
}
