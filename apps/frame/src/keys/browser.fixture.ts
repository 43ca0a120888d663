import { randomUUID } from 'node:crypto'
import { getCustodyWallet } from 'latchkey/services'
import { type CustodyApp, wallet } from '../../../server/src/people/custody/wallet.fixture.ts'
import { createCustodyClient } from './custodyClient.ts'
import { openDeviceKey } from './deviceKey.ts'
import { memoryDatabase } from './keyDatabase.fixture.ts'
import type { KeysContext } from './keysContext.ts'

const services = 'http://localhost'

export interface TestBrowser extends KeysContext {
  readonly database: ReturnType<typeof memoryDatabase>
  readonly token: string
  /** What the services know of the account, as this device sees it. */
  known(): ReturnType<typeof readKnown>
  /** Cuts the wire: `before` a call arrives, or `after` it did and before its answer does. Undefined mends it. */
  cut: { readonly path: string; readonly when: 'before' | 'after' } | undefined
}

const readKnown = (ctx: KeysContext) => ctx.client.call(getCustodyWallet)

/** A browser under a host site, logged in to an account, over the real services. `of`: another tab of one. */
export async function openBrowser(app: CustodyApp, account: string, of?: TestBrowser): Promise<TestBrowser> {
  const database = of?.database ?? memoryDatabase()
  const { locks } = navigator
  const device = await openDeviceKey({ database, locks, now: () => app.at.now })
  const token = of?.token ?? randomUUID()
  app.login.sessions.set(token, { accountId: account, sessionAge: 0, provedBy: 'email' })
  const client = createCustodyClient({
    services,
    projectId: 'shop',
    prove: async call => ({
      authorization: `DPoP ${token}`,
      dpop: await device.prove({ ...call, token }),
    }),
    async fetch(input, init) {
      const url = new URL(String(input))
      const isCut = browser.cut !== undefined && url.pathname.endsWith(browser.cut.path)
      if (isCut && browser.cut?.when === 'before') throw new TypeError('cut')
      const headers = { ...(init?.headers as Record<string, string>), origin: wallet }
      const response = await app.request(url.pathname + url.search, { ...init, headers })
      if (isCut) throw new TypeError('cut')
      return response
    },
  })
  const browser: TestBrowser = {
    client,
    database,
    device,
    locks,
    token,
    known: () => readKnown(browser),
    cut: undefined,
  }
  return browser
}
